#!/bin/bash
# Builds the firmware image for a bare-metal target without alloc and runs it under QEMU. usage: .ci/firmware.sh TARGET
set -euo pipefail
target=$1
.ci/bare.sh core "$target" build --quiet --locked --release --manifest-path examples/firmware/Cargo.toml -p firmware-image
.ci/qemu.sh "$target" "target/bare-core/$target/release/firmware-image"
