#!/bin/bash
# Builds core and alloc for bare-metal targets with Debian's compiler; afterwards plain stable cargo builds for them
# (.ci/bare.sh). There is one sysroot without alloc and one with it. usage: .ci/sysroot.sh TARGET...
set -euo pipefail
# rustup's compiler stands first on the PATH and has no sources beside it; -p finds Debian's, which has.
rustc=$(command -pv rustc)
id=$("$rustc" -vV | sed -n 's/^commit-hash: //p')
for target; do
  out=target/sysroot/$id
  [ -e "$out/alloc/$target.ok" ] && continue
  seed=target/sysroot/seed; mkdir -p "$seed/src"
  echo '#![no_std]' > "$seed/src/lib.rs"
  printf '[package]\nname = "seed"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[profile.release]\nopt-level = "s"\npanic = "abort"\ndebug = 1\n' > "$seed/Cargo.toml"
  # Bitcode: firmware profiles ask for link-time optimisation.
  RUSTC=$rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS='' CARGO_ENCODED_RUSTFLAGS=-Cembed-bitcode=yes \
    cargo build -q --release --manifest-path "$seed/Cargo.toml" --target "$target" --target-dir "$seed/target" -Zbuild-std=core,alloc
  for kind in core alloc; do
    lib=$out/$kind/lib/rustlib/$target/lib; rm -rf "$lib"; mkdir -p "$lib"
    cp "$seed/target/$target/release/deps/"lib{core,compiler_builtins}-*.rlib "$lib/"
    [ "$kind" = core ] || cp "$seed/target/$target/release/deps/"liballoc-*.rlib "$lib/"
    touch "$out/$kind/$target.ok"
  done
done
ln -sfn "$id" target/sysroot/current
