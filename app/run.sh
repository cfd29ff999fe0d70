#!/usr/bin/env bash
# Sets up, builds and starts Unroll: the window, or, without a display, a training in the terminal.
#   bash app/run.sh [files to open]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. app/setup.sh

# Nothing is done twice: when no source is newer than the program, start it at once.
up_to_date() {
    [ -x build/bin/unroll ] && [ -x build/bin/unroll-cli ] && [ -x build/bin/unroll-spm ] \
        && [ -z "$(find app core ui resources CMakeLists.txt CMakePresets.json -newer build/.built -print -quit 2>/dev/null)" ] \
        && [ -f build/.built ]
}

if ! up_to_date; then
    need_packages "${unroll_build_packages[@]}" "${unroll_run_packages[@]}"
    use_compiler_cache
    stamp=$(mktemp)
    trap 'rm -f "$stamp"' EXIT
    [ -f build/build.ninja ] || cmake --preset release -DUNROLL_TESTS=OFF "${compiler_cache[@]}"
    cmake --build build --target unroll unroll-cli unroll-spm
    mv "$stamp" build/.built # Its time is that of the build's start: edits made meanwhile count.
    trap - EXIT
fi

if [ -n "${WAYLAND_DISPLAY:-}${DISPLAY:-}" ]; then
    exec build/bin/unroll "$@"
fi
# Without a display: train the bundled sample here, with a progress bar.
runs="${XDG_DATA_HOME:-$HOME/.local/share}/unroll/runs"
mkdir -p "$runs"
run="$runs/reviews-$(date +%Y%m%d-%H%M%S)"
printf 'There is no display: training the bundled sample in the terminal.\n'
build/bin/unroll-cli train reviews --out "$run"
printf 'Try it: echo "The film was not bad at all." | build/bin/unroll-cli predict %q\n' "$run"
