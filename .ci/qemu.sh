#!/bin/bash
# Runs a bare-metal image; its exit code is the image's. usage: .ci/qemu.sh TARGET IMAGE
set -euo pipefail
options=(-nographic -monitor none -serial none -semihosting-config enable=on,target=native)
case $1 in
  thumbv7em-*) exec timeout 60 qemu-system-arm -M mps2-an386 "${options[@]}" -kernel "$2" ;;
  riscv32*) exec timeout 60 qemu-system-riscv32 -M virt -bios none "${options[@]}" -kernel "$2" ;;
  *) echo "no machine for $1"; exit 2 ;;
esac
