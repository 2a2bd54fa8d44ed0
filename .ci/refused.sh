#!/bin/bash
# Succeeds if COMMAND fails and says REASON, an extended regular expression. usage: .ci/refused.sh REASON COMMAND...
set -uo pipefail
reason=$1; shift
if said=$("$@" 2>&1); then
  echo "was accepted: $*"; exit 1
fi
if ! grep -E -m 1 "$reason" <<< "$said"; then
  echo "was refused, but not for $reason:"; tail -20 <<< "$said"; exit 1
fi
