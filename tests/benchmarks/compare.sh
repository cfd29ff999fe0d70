#!/bin/bash
# Times our steps of training and decoding and those of a baseline script in turn, and prints their
# ratios.
#
#     tests/benchmarks/compare.sh [--threads N] [--steps N] [--rounds N] [--baseline SCRIPT] [CASE...]
#
# Each round runs, case by case, first ours and then the baseline, so that whatever else the machine
# does meets both. The table holds the medians over all rounds. The baseline is a Python script that
# takes a case's name, --threads and --steps, and prints a JSON line with "tokens_per_second"; without
# one only our numbers are shown. Not part of the test suite.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
program=${UNROLL_CLI:-$root/build/bin/unroll-cli}
python=${UNROLL_PYTHON:-/usr/bin/python3}
threads=1 steps=3 rounds=1 baseline="" cases=()
while [ $# -gt 0 ]; do
    case $1 in
        --threads) threads=$2; shift 2 ;;
        --steps) steps=$2; shift 2 ;;
        --rounds) rounds=$2; shift 2 ;;
        --baseline) baseline=$2; shift 2 ;;
        -h|--help) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
        -*) echo "compare.sh: there is no option $1; see --help" >&2; exit 2 ;;
        *) cases+=("$1"); shift ;;
    esac
done
if [ ! -x "$program" ]; then
    echo "compare.sh: $program is not there; build it first: bash app/run.sh" >&2
    exit 1
fi
if [ -n "$baseline" ] && [ ! -f "$baseline" ]; then
    echo "compare.sh: there is no baseline script $baseline" >&2
    exit 1
fi
if [ ${#cases[@]} -eq 0 ]; then
    cases=(dnn rnn gru bilstm bilstm_attention bilstm_large transformer_small transformer
           nmt_lstm_attention nmt_transformer beam5)
fi

export OMP_NUM_THREADS=$threads OPENBLAS_NUM_THREADS=$threads
results=$(mktemp)
trap 'rm -f "$results"' EXIT
for ((round = 1; round <= rounds; ++round)); do
    for name in "${cases[@]}"; do
        echo "round $round of $rounds: $name" >&2
        "$program" bench "$name" --threads "$threads" --steps "$steps" | sed 's/^/ours /' >> "$results"
        if [ -n "$baseline" ]; then
            "$python" "$baseline" "$name" --threads "$threads" --steps "$steps" |
                sed 's/^/baseline /' >> "$results"
        fi
    done
done

"$python" - "$results" <<'PYTHON'
import json
import statistics
import sys

rates, order = {}, []
for line in open(sys.argv[1]):
    who, text = line.split(" ", 1)
    result = json.loads(text)
    if result["case"] not in order:
        order.append(result["case"])
    rates.setdefault((result["case"], who), []).append(result["tokens_per_second"])
    threads = result["threads"]

print(f"Tokens per second, {threads} thread{'s' if threads > 1 else ''}, medians\n")
print("| case | ours | baseline | ratio |")
print("|---|---:|---:|---:|")
for case in order:
    ours = statistics.median(rates[case, "ours"])
    theirs = statistics.median(rates[case, "baseline"]) if (case, "baseline") in rates else None
    rest = "| |" if theirs is None else f"{theirs:,.0f} | {ours / theirs:.1f} |"
    print(f"| {case} | {ours:,.0f} | {rest}")
PYTHON
