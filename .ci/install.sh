#!/bin/bash
# Installs what the other steps need, where it is missing.
set -euo pipefail
packages=(gcc g++ libc6-dev binutils pkg-config cmake rustc-web rust-web-src binutils-arm-none-eabi lld qemu-system-arm qemu-system-misc)
# Bindings of the header are tested with any libclang: Debian's own, unless another one is there.
compgen -G '/usr/lib/llvm-*/lib/libclang-[0-9]*.so*' > /dev/null || packages+=(libclang-dev)

missing() { ! dpkg-query -W -f '${Status}' "$1" 2> /dev/null | grep -q 'install ok installed'; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

wanted=()
for package in "${packages[@]}"; do missing "$package" && wanted+=("$package"); done
if [ "${#wanted[@]}" -gt 0 ]; then
  as_root apt-get update -q
  # The lock may be held by the machine's own updates.
  DEBIAN_FRONTEND=noninteractive as_root apt-get -o DPkg::Lock::Timeout=400 install -q -y --no-install-recommends "${wanted[@]}"
fi

# tool COMMAND PACKAGE: installs what cargo builds, unoptimised: each runs for seconds, and would take minutes to build.
tool() { command -v "$1" > /dev/null || cargo install --locked --quiet --debug "$2"; }
tool cargo-deny cargo-deny@0.20.2
tool cargo-hack cargo-hack@0.6.46
tool bindgen bindgen-cli@0.72.1
# Fuzzers run only where a nightly compiler is there already.
if rustup toolchain list 2> /dev/null | grep -q '^nightly'; then tool cargo-fuzz cargo-fuzz@0.13.2; fi
