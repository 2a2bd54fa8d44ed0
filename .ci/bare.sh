#!/bin/bash
# Plain stable cargo for a bare-metal target, on a sysroot that .ci/sysroot.sh made.
# usage: .ci/bare.sh core|alloc TARGET CARGO-ARGUMENTS...
set -euo pipefail
kind=$1 target=$2; shift 2
variable=${target^^}; variable=CARGO_TARGET_${variable//-/_}
RUSTC=$(command -pv rustc) RUSTDOC=$(command -pv rustdoc)
export RUSTC RUSTDOC "${variable}_RUSTFLAGS=--sysroot $PWD/target/sysroot/current/$kind"
case $target in
  thumb*) export "${variable}_LINKER=arm-none-eabi-ld" ;;
  *) export "${variable}_LINKER=ld.lld" ;;
esac
exec cargo "$@" --target "$target" --target-dir "${BARE_TARGET_DIR:-target/bare-$kind}"
