#!/bin/bash
# Checks each family of instructions alone, and none, on a bare-metal target without a heap. Two halves side by side: each
# check is of one large crate, which keeps one core busy. usage: .ci/families.sh TARGET
set -euo pipefail
target=$1
half() {
  BARE_TARGET_DIR=target/bare-families-$1 .ci/bare.sh core "$target" hack check --locked --each-feature --partition "$1/2" \
    --exclude-features alloc,std,default --exclude-all-features -p musa-hal-sim
}
said=$(mktemp); trap 'rm -f "$said"' EXIT
half 1 > "$said" 2>&1 & first=$!
half 2
wait "$first" || { cat "$said"; exit 1; }
cat "$said"
