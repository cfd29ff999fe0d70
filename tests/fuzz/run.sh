#!/usr/bin/env bash
# Fuzzes readers: builds the fuzzers (clang 16), runs each target and keeps what it learnt.
#   bash tests/fuzz/run.sh SECONDS [TARGET...]
# Begins with the kept corpus; ends with one that covers the same with as few inputs as possible, in
# corpora/TARGET.zip, which the test suite replays. A finding stays in build-fuzz/findings/TARGET.
# Targets of readers need no LibTorch; their fuzzer alone is built where only such are named.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:?seconds for each target}
shift
[ -f build-fuzz/build.ninja ] || cmake --preset fuzz >/dev/null
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1

fuzz() { # FUZZER TARGET
    local fuzzer=$1 target=$2
    local work=$PWD/build-fuzz/corpora/$target findings=build-fuzz/findings/$target
    local kept=tests/fuzz/corpora/$target.zip
    rm -rf "$work" && mkdir -p "$work/grown" "$work/kept" "$findings"
    [ ! -f "$kept" ] || python3 -m zipfile -e "$kept" "$work/grown"
    local -x FUZZ_TARGET=$target
    FUZZ_SEEDS=$work/grown "$fuzzer"
    "$fuzzer" "$work/grown" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$findings/" -print_final_stats=1 -close_fd_mask=1 2>"$work/log" || true
    printf '%s: ' "$target"
    grep -E 'stat::(number_of_executed_units|average_exec_per_sec)' "$work/log" | awk '{printf "%s %s  ", $1, $2}'
    printf 'findings %s\n' "$(find "$findings" -type f | wc -l)"
    "$fuzzer" -merge=1 "$work/kept" "$work/grown" >/dev/null 2>&1
    mkdir -p tests/fuzz/corpora && rm -f "$kept"
    (cd "$work/kept" && python3 -m zipfile -c "$OLDPWD/$kept" ./*)
}

wanted=" $* "
for kind in readers runs; do
    fuzzer=build-fuzz/bin/unroll-fuzz-$kind
    cmake --build build-fuzz --target "unroll-fuzz-$kind"
    mapfile -t targets < <("$fuzzer")
    for target in "${targets[@]}"; do
        if [ $# -eq 0 ] || [[ $wanted == *" $target "* ]]; then
            fuzz "$fuzzer" "$target"
            wanted=${wanted/ $target / }
        fi
    done
    [ $# -eq 0 ] || [ -n "${wanted// /}" ] || break
done
