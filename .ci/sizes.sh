#!/bin/bash
# Prints the tables of docs/embedded.md: what the firmware image takes in flash, by family of instructions and by crate.
# Each family is a build of its own, a minute or more. usage: .ci/sizes.sh (after .ci/sysroot.sh thumbv7em-none-eabihf)
set -euo pipefail
cd "$(dirname "$0")/.."
target=thumbv7em-none-eabihf
folder=target/bare-sizes
image=$folder/$target/release/firmware-image

# flash FEATURES: builds an image with these features; the bytes of its code and constants.
flash() {
  BARE_TARGET_DIR=$folder .ci/bare.sh core "$target" build --quiet --locked --release \
    --manifest-path examples/firmware/Cargo.toml -p firmware-image --no-default-features --features "$1" >&2
  arm-none-eabi-size "$image" | awk 'END { print $1 + $2 }'
}

# crates: bytes of functions and constants by crate: the first one that a symbol's name has.
crates() {
  arm-none-eabi-nm --print-size --radix=d "$image" | awk '
    $3 ~ /^[tTrRvVwW]$/ {
      crate = "other"
      if (match($4, /musa_[a-z_]*[a-z]|firmware_[a-z]+|compiler_builtins|heapless|semihosting|core|libm|half|elf/))
        crate = substr($4, RSTART, RLENGTH)
      sizes[crate] += $2
    }
    END { for (crate in sizes) print sizes[crate], crate }' | sort -rn |
    while read -r bytes crate; do printf '| `%s` | %d |\n' "$crate" "$bytes"; done
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
flash musa-hal-sim/single > /dev/null
arm-none-eabi-size "$image" | awk 'END { print "With `single` alone: " $1 + $2 " bytes of flash, " $2 + $3 " of memory." }'
echo
echo '| Crate | Bytes, with `single` alone |'
echo '|---|---|'
crates
