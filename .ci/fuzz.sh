#!/bin/bash
# Runs each fuzz target for some seconds from its corpus, with the nightly compiler. usage: .ci/fuzz.sh SECONDS
# Arithmetic, bounds and the library's own assertions are checked; building with a sanitizer too would take longer than
# everything else here, so that is done by hand (fuzz/README.md).
set -euo pipefail
seconds=$1 folder=target/fuzz-smoke options=(--fuzz-dir fuzz --sanitizer none)
cargo +nightly fuzz build "${options[@]}"
for target in $(cargo +nightly fuzz list --fuzz-dir fuzz); do
  mkdir -p "$folder/$target"
  if ! cargo +nightly fuzz run "${options[@]}" "$target" "$folder/$target" "fuzz/corpus/$target" -- \
    -max_total_time="$seconds" -max_len=4096 -timeout=20 -print_final_stats=1 > "$folder/$target.txt" 2>&1
  then
    echo "$target:"; tail -60 "$folder/$target.txt"; exit 1
  fi
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target.txt")
  echo "$target: $inputs inputs"
  [ "$inputs" -gt 0 ]
done
