#!/bin/bash
# Links the model and the whole mu* interface into an archive without an allocator, and looks at what the code that is
# reachable from its functions still wants from outside; then a C program runs a kernel with it.
set -euo pipefail
export CARGO_TARGET_DIR=$PWD/target/probe
# What is reachable is asked, not what is small: optimising less takes a third of the time.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1
archive=$CARGO_TARGET_DIR/release/libmusa_firmware.a
host=$(rustc -vV | sed -n 's/^host: //p')
linker=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
object=$(mktemp); trap 'rm -f "$object"' EXIT

build() { cargo build --quiet --locked --release --manifest-path examples/firmware/Cargo.toml -p firmware-library "$@"; }

# The mu* functions that the header declares, and those of the model.
entries=$(grep -oE '\bmu[A-Z][A-Za-z0-9_]*\(|\bmusaSim(LastRefusal|LastFault|Step|Reset)\(' \
  musa-driver/include/musa.h musa-driver/include/musa_sim.h -h | tr -d '(' | sort -u)

# scan: fails and says why if the code reachable from the entries wants what it must not.
scan() {
  local options=() symbols undefined outside heap
  for entry in $entries; do options+=(-u "$entry"); done
  # Linked first: nm over the archive cannot read the bitcode in core's objects.
  "$linker" -flavor gnu -r --gc-sections --entry muInit "${options[@]}" -o "$object" "$archive"
  symbols=$(readelf -Ws "$object")
  for entry in muInit muModuleLoadData muLaunchKernel; do
    grep -q " $entry\$" <<< "$symbols" || { echo "$entry is not there: nothing was looked at"; return 1; }
  done
  undefined=$(awk '$7 == "UND" && $8 != "" { print $8 }' <<< "$symbols" | sort -u)
  outside=$(grep -Ev '^(memcpy|memmove|memset|memcmp|bcmp|rust_eh_personality|musaSimPort[A-Za-z]*)$' <<< "$undefined" || true)
  heap=$(awk '{ print $8 }' <<< "$symbols" | grep -E '__rust_(re|de)?alloc|__rdl_|__rg_|_RNv.*5alloc|malloc' || true)
  echo "wanted from outside: $(tr '\n' ' ' <<< "$undefined")"
  [ -z "$outside$heap" ] || { echo "not allowed: $outside $heap"; return 1; }
}

# Both checks must be able to fail: a user of the heap is refused, and a call into the C library is found.
.ci/refused.sh 'no global memory allocator' cargo build --quiet --locked --release \
  --manifest-path examples/firmware/Cargo.toml -p firmware-library --features heap
build --features foreign
if said=$(scan) || ! grep -q 'not allowed: getpid' <<< "$said"; then
  echo "a call into the C library was not found: $said"; exit 1
fi
build
scan

program=$CARGO_TARGET_DIR/client
cc -O1 -Wall -Wextra -Werror -Imusa-driver/include examples/firmware/library/client.c "$archive" -o "$program"
env -u CARGO_PROFILE_RELEASE_LTO -u CARGO_PROFILE_RELEASE_CODEGEN_UNITS -u CARGO_PROFILE_RELEASE_OPT_LEVEL \
  cargo build --quiet --locked --release --target-dir target
target/release/musa as examples/kernels/tour.ptx -o "$CARGO_TARGET_DIR/tour.elf"
"$program" "$CARGO_TARGET_DIR/tour.elf"
