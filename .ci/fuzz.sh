#!/bin/bash
# Runs each fuzz target for some seconds from its corpus, with the nightly compiler. usage: .ci/fuzz.sh SECONDS
set -euo pipefail
seconds=$1 folder=target/fuzz-smoke
cargo +nightly fuzz build --fuzz-dir fuzz
for target in $(cargo +nightly fuzz list --fuzz-dir fuzz); do
  mkdir -p "$folder/$target"
  if ! cargo +nightly fuzz run --fuzz-dir fuzz "$target" "$folder/$target" "fuzz/corpus/$target" -- \
    -max_total_time="$seconds" -max_len=4096 -timeout=20 -print_final_stats=1 > "$folder/$target.txt" 2>&1
  then
    echo "$target:"; tail -60 "$folder/$target.txt"; exit 1
  fi
  echo "$target: $(grep -oE 'number_of_executed_units: *[0-9]+' "$folder/$target.txt" | grep -oE '[0-9]+') inputs"
done
