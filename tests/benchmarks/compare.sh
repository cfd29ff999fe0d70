#!/bin/bash
# Times our steps of training and decoding and those of a baseline script in turn, and prints a table
# of their ratios.
#
#     tests/benchmarks/compare.sh [--threads N] [--steps N] [--rounds N] [--cases "NAME ..."]
#                                 [--baseline SCRIPT] [--program PROGRAM] [--targets "NAME=X ..."]
#
#     --threads    of both (1)
#     --steps      that are timed each time, after one warm-up (3)
#     --rounds     each runs, case by case, first ours and then the baseline, so that whatever else the
#                  machine does meets both (1)
#     --cases      some of "unroll-cli bench --list"; all when left out
#     --baseline   a Python script that takes a case's name, --threads and --steps, and prints a JSON
#                  line with "tokens_per_second"; without one only our numbers are shown
#     --program    unroll-cli (build/bin/unroll-cli)
#     --targets    ratios to be reached: a column more, with a mark at each that is missed
#
# The table: tokens a second of both, medians over the rounds; the ratio, the median of the rounds' own
# ratios; the share of the machine's product speed that our arithmetic reaches ("unroll-cli bench
# --help" says how it is counted); and the most memory that each process held, in 10^6 bytes. A case that
# fails is said so and left out; the others go on, and the exit code is 1. UNROLL_PYTHON names another
# Python than /usr/bin/python3. Not part of the test suite.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
program=$root/build/bin/unroll-cli
python=${UNROLL_PYTHON:-/usr/bin/python3}
threads=1 steps=3 rounds=1 cases="" baseline="" targets=""
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        --threads|--steps|--rounds|--cases|--baseline|--program|--targets)
            if [ $# -lt 2 ]; then
                echo "compare.sh: $1 wants a value; see --help" >&2
                exit 2
            fi
            printf -v "${1#--}" %s "$2"
            shift 2 ;;
        *) echo "compare.sh: there is no option $1; see --help" >&2; exit 2 ;;
    esac
done
for number in threads steps rounds; do
    if ! [[ ${!number} =~ ^[1-9][0-9]*$ ]]; then
        echo "compare.sh: --$number must be a whole number from 1 on, not \"${!number}\"" >&2
        exit 2
    fi
done
if [ ! -x "$program" ]; then
    echo "compare.sh: $program is not there; build it first: bash app/run.sh" >&2
    exit 1
fi
if [ -n "$baseline" ] && [ ! -f "$baseline" ]; then
    echo "compare.sh: there is no baseline script $baseline" >&2
    exit 1
fi
known=$("$program" bench --list)
cases=${cases:-$known}
for name in $cases; do
    if ! grep -qx -- "$name" <<< "$known"; then
        echo "compare.sh: there is no case $name; choose from:" $known >&2
        exit 2
    fi
done

for variable in OPENBLAS_CORETYPE OPENBLAS_L2_SIZE; do
    if [ -n "${!variable:-}" ]; then
        echo "compare.sh: $variable=${!variable} is set and decides how fast products are, of both" >&2
    fi
done
export OMP_NUM_THREADS=$threads OPENBLAS_NUM_THREADS=$threads
exec "$python" - "$program" "$baseline" "$threads" "$steps" "$rounds" "$cases" "$targets" <<'PYTHON'
import json
import os
import statistics
import subprocess
import sys

program, baseline, threads, steps, rounds, cases, targets = sys.argv[1:]
programs = {"ours": [program, "bench"]}
if baseline:
    programs["baseline"] = [sys.executable, baseline]
try:
    targets = {name: float(ratio) for name, ratio in (pair.split("=") for pair in targets.split())}
except ValueError:
    sys.exit('compare.sh: --targets wants pairs like "bilstm=20 tagger=5"')
failures = []


def measure(who, case):
    """The JSON line of a run, with the memory that it held at most; None if it failed."""
    command = programs[who] + [case, "--threads", threads, "--steps", steps]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    try:
        if process.returncode != 0:
            raise ValueError(f"exit code {process.returncode}")
        result = json.loads(output.strip().splitlines()[-1])
        result["tokens_per_second"] + 0
    except (ValueError, KeyError, TypeError, IndexError) as error:
        failures.append(f"{case} ({who}): {error}")
        print(f"  {case} failed ({who}): {error}", file=sys.stderr, flush=True)
        return None
    result.setdefault("peak_memory_mb", usage.ru_maxrss * 1024 / 1e6)
    return result


results = {case: {who: [] for who in programs} for case in cases.split()}
for number in range(int(rounds)):
    for case, found in results.items():
        print(f"round {number + 1} of {rounds}: {case}", file=sys.stderr, flush=True)
        for who in programs:
            found[who].append(measure(who, case))


def median(rows, key):
    values = [row[key] for row in rows if row is not None and key in row]
    return statistics.median(values) if values else None


def shown(value, form):
    return "" if value is None else format(value, form)


columns = ["case", "ours", "baseline", "ratio", "target", "share of peak", "MB ours", "MB baseline"]
if not targets:
    columns.remove("target")
if not baseline:
    columns = [name for name in columns if name not in ("baseline", "ratio", "target", "MB baseline")]
print(f"Tokens a second, {threads} thread{'s' if threads != '1' else ''}, medians of {rounds}\n")
print("| " + " | ".join(columns) + " |")
print("|---|" + "---:|" * (len(columns) - 1))
for case, found in results.items():
    ours, theirs = found["ours"], found.get("baseline", [])
    ratios = [a["tokens_per_second"] / b["tokens_per_second"] for a, b in zip(ours, theirs) if a and b]
    ratio = statistics.median(ratios) if ratios else None
    missed = ratio is not None and ratio < targets.get(case, 0)
    row = {
        "case": case,
        "ours": shown(median(ours, "tokens_per_second"), ",.0f") or "failed",
        "baseline": shown(median(theirs, "tokens_per_second"), ",.0f") or "failed",
        "ratio": shown(ratio, ".2f" if ratio is not None and ratio < 10 else ".1f"),
        "target": shown(targets.get(case), "g") + (" missed" if missed else ""),
        "share of peak": shown(median(ours, "peak_share"), ".0%"),
        "MB ours": shown(median(ours, "peak_memory_mb"), ",.0f"),
        "MB baseline": shown(median(theirs, "peak_memory_mb"), ",.0f"),
    }
    print("| " + " | ".join(row[name] for name in columns) + " |")
peaks = [row["sgemm_gflops"] for found in results.values() for row in found["ours"] if row]
if peaks:
    print(f"\nPeak of large float32 products here: {statistics.median(peaks):.0f} GFLOP/s")
if failures:
    print("\nFailed: " + "; ".join(failures))
    sys.exit(1)
PYTHON
