#!/usr/bin/env bash
# `swift test` with the options given. The tests run side by side and say thousands of lines, so whatever failed is said once
# more at the end.
set -euo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT

status=0
swift test "$@" 2>&1 | tee "$log" || status=$?
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep -E '^✘ Test .* recorded an issue|^error: |WARNING: ThreadSanitizer|Fatal error' "$log" | cut -c 1-400 | head -20 || true
fi
exit "$status"
