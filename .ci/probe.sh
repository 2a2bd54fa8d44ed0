#!/bin/bash
# Links every crate that promises to work without heap and std into an archive without an allocator, then looks at what
# the code reachable from its entry still wants from outside.
set -euo pipefail
export CARGO_TARGET_DIR=$PWD/target/probe
cargo build --quiet --release --manifest-path .ci/probe/Cargo.toml

host=$(rustc -vV | sed -n 's/^host: //p')
linker=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
object=$(mktemp); trap 'rm -f "$object"' EXIT
# Linked first: nm over the archive cannot read the bitcode in core's objects.
"$linker" -flavor gnu -r --gc-sections -u probe --entry probe -o "$object" "$CARGO_TARGET_DIR/release/libprobe.a"
symbols=$(readelf -Ws "$object")

grep -q ' probe$' <<< "$symbols" || { echo 'the entry is not there: nothing was looked at'; exit 1; }
undefined=$(awk '$7 == "UND" && $8 != "" { print $8 }' <<< "$symbols" | sort -u)
outside=$(grep -Ev '^(memcpy|memmove|memset|memcmp|bcmp|rust_eh_personality)$' <<< "$undefined" || true)
heap=$(awk '{ print $8 }' <<< "$symbols" | grep -E '__rust_(re|de)?alloc|__rdl_|__rg_|_RNv.*5alloc|malloc' || true)
echo "wanted from outside: $(tr '\n' ' ' <<< "$undefined")"
[ -z "$outside$heap" ] || { echo "not allowed: $outside $heap"; exit 1; }

# The check must be able to fail: a user of the heap is refused.
.ci/refused.sh 'no global memory allocator' \
  cargo build --quiet --release --manifest-path .ci/probe/Cargo.toml --features heap
