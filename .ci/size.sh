#!/bin/bash
# Fails if an ARM image takes more than it may. usage: .ci/size.sh IMAGE FLASH-BYTES RAM-BYTES
set -euo pipefail
read -r text data bss _ < <(arm-none-eabi-size "$1" | tail -1)
echo "$((text + data)) bytes of flash of at most $2, $((data + bss)) bytes of memory of at most $3"
[ $((text + data)) -le "$2" ] && [ $((data + bss)) -le "$3" ]
