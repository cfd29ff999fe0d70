#!/usr/bin/env bash
# Sets up, builds and runs every test. ctest's summary stands last.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. app/setup.sh
need_packages "${unroll_build_packages[@]}" "${unroll_run_packages[@]}" "${unroll_test_packages[@]}"
use_compiler_cache
# Continuous integration builds with warnings as errors; elsewhere they are only shown.
preset=release
[ -z "${CI:-}" ] || preset=ci
# The readers of foreign files come first, with sanitizers: every finding fails the test.
if [ -n "${CI:-}" ]; then
    cmake --preset asan -DUNROLL_TESTS=ON "${compiler_cache[@]}"
    cmake --build build-asan --target reader_tests
    ASAN_OPTIONS=detect_leaks=0 ctest --test-dir build-asan --label-regex readers --output-on-failure --no-tests=error --parallel "$(nproc)"
fi
cmake --preset "$preset" -DUNROLL_TESTS=ON "${compiler_cache[@]}"
cmake --build build

# ctest lists the skipped tests last, without a reason; the reason stands in the output that it keeps.
with_reasons() {
    local line name reason held=()
    while IFS= read -r line; do
        [[ ${#held[@]} -eq 0 && $line != *"did not run"* ]] && printf '%s\n' "$line" || held+=("$line")
    done
    for line in "${held[@]}"; do
        if [[ $line =~ -\ ([a-z0-9_]+)\ \(Skipped\)$ ]]; then
            name=${BASH_REMATCH[1]}
            reason=$(awk -v name="$name" '/ Testing: / { ours = $NF == name }
                ours && /^SKIP/ { sub(/^SKIP *: [^ ]+ /, ""); print; exit }' \
                build/Testing/Temporary/LastTest.log)
            line+=": $reason"
        fi
        printf '%s\n' "$line"
    done
}
ctest --test-dir build --output-on-failure --no-tests=error --parallel "$(nproc)" "$@" | with_reasons
