#!/usr/bin/env bash
# Lets libFuzzer look for input that a reader crashes on or misreads, from the kept corpora on: signed metadata, the state files
# that a launch reads, and the messages of pages.
#
#   Tests/Fuzz/run.sh [SECONDS]     for each; 20 when left out
#
# What it finds stays in .build/fuzz/findings; `.build/fuzz/release/fuzz-trust FILE` shows it again. To keep what a long run
# learned:
#
#   .build/fuzz/release/fuzz-trust -set_cover_merge=1 -use_counters=0 Tests/Fuzz/TrustCorpus .build/fuzz/learned/trust
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly SECONDS_TO_RUN=${1:-20}
readonly SCRATCH=.build/fuzz

# In case of a crash, the runtime would start a debugger that waits for input.
export SWIFT_BACKTRACE=enable=no
export FUZZING=1

# fuzz NAME CORPUS: runs fuzz-NAME.
fuzz() {
  local log=$SCRATCH/$1.log
  mkdir -p "$SCRATCH/learned/$1" "$SCRATCH/findings"
  if ! "$SCRATCH/release/fuzz-$1" -max_total_time="$SECONDS_TO_RUN" -max_len=8192 -timeout=10 \
    -dict="Tests/Fuzz/$1.dict" -artifact_prefix="$SCRATCH/findings/$1-" -print_final_stats=1 \
    "$SCRATCH/learned/$1" "Tests/Fuzz/$2" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "fuzz-$1: FAILED; the input is in $SCRATCH/findings" >&2
    exit 1
  fi
  echo "fuzz-$1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, none misread"
}

# The readers of a device are internal, so testing is enabled; gold, which SwiftPM takes else, fails on what comes of that.
for name in trust pointer bridge; do
  swift build -c release --scratch-path "$SCRATCH" --product "fuzz-$name" -Xswiftc -sanitize=fuzzer \
    -Xswiftc -enable-testing -Xswiftc -use-ld=lld
done
fuzz trust TrustCorpus
fuzz pointer PointerCorpus
fuzz bridge BridgeCorpus
