#!/usr/bin/env bash
# Lets libFuzzer look for input that the readers of signed metadata crash on or misread, from the kept corpus on.
#
#   Tests/Fuzz/run.sh [SECONDS]     20 when left out
#
# What it finds stays in .build/fuzz/findings; `.build/fuzz/release/fuzz-trust FILE` shows it again. To keep what a long run
# learned:
#
#   .build/fuzz/release/fuzz-trust -set_cover_merge=1 -use_counters=0 Tests/Fuzz/TrustCorpus .build/fuzz/learned
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly SECONDS_TO_RUN=${1:-20}
readonly SCRATCH=.build/fuzz

# In case of a crash, the runtime would start a debugger that waits for input.
export SWIFT_BACKTRACE=enable=no
export FUZZING=1

swift build -c release --scratch-path "$SCRATCH" --product fuzz-trust -Xswiftc -sanitize=fuzzer

mkdir -p "$SCRATCH/learned" "$SCRATCH/findings"
if ! "$SCRATCH/release/fuzz-trust" -max_total_time="$SECONDS_TO_RUN" -max_len=8192 -timeout=10 \
  -dict=Tests/Fuzz/trust.dict -artifact_prefix="$SCRATCH/findings/" -print_final_stats=1 \
  "$SCRATCH/learned" Tests/Fuzz/TrustCorpus >"$SCRATCH/log.txt" 2>&1; then
  tail -n 40 "$SCRATCH/log.txt" >&2
  echo "fuzz-trust: FAILED; the input is in $SCRATCH/findings" >&2
  exit 1
fi
echo "fuzz-trust: $(sed -n 's/^stat::number_of_executed_units: *//p' "$SCRATCH/log.txt") inputs, none misread"
