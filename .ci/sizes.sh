#!/bin/bash
# Prints the tables of docs/embedded.md: what the firmware image takes in flash, by family of instructions and by crate.
# usage: .ci/sizes.sh (after .ci/sysroot.sh thumbv7em-none-eabihf)
set -euo pipefail
target=thumbv7em-none-eabihf
image=target/bare-core/$target/release/firmware-image

# flash FEATURES: bytes of code and constants of an image with these features.
flash() {
  .ci/bare.sh core "$target" build --quiet --locked --release --manifest-path examples/firmware/Cargo.toml \
    -p firmware-image --no-default-features --features "$1" >&2
  arm-none-eabi-size "$image" | awk 'END { print $1 + $2 }'
}

# crates: bytes of code and constants by crate, from the names of the symbols.
crates() {
  arm-none-eabi-nm -S "$image" | awk '$3 ~ /^[tTrRvVwW]$/ { print $2, $4 }' | rustfilt_names | sort | awk '
    { sizes[$2] += $1 } END { for (crate in sizes) printf "| `%s` | %d |\n", crate, sizes[crate] }' | sort -t'|' -k3 -rn
}

# The crate in which a symbol's code was written: the first of its demangled name.
rustfilt_names() {
  while read -r size name; do
    crate=$(grep -oE '(musa_[a-z_]+|firmware_[a-z]+|core|compiler_builtins|heapless|libm|half|elf|semihosting)' <<< "$name" | head -1)
    echo "$((16#$size)) ${crate:-other}"
  done
}

none=$(flash '')
echo '| Family | Bytes more |'
echo '|---|---|'
echo "| none: $none bytes in all | |"
families=$(sed -n '/^families = \[/,/^\]/p' musa-hal-sim/Cargo.toml | grep -oE '"[a-z]+"' | tr -d '"')
for family in $families; do
  echo "| \`$family\` | $(($(flash "musa-hal-sim/$family") - none)) |"
done
echo "| all | $(($(flash musa-hal-sim/families) - none)) |"
echo
echo '| Crate | Bytes, with all families |'
echo '|---|---|'
crates
