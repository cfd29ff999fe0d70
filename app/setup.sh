#!/usr/bin/env bash
# Brings in what Unroll is built from. Sourced by app/run.sh and tests/run.sh.
#
# need_packages NAME...   installs what is missing of these Debian packages; says before it installs;
#                         without apt prints the list and ends.
# Torch_DIR               names an unpacked LibTorch (its folder share/cmake/Torch) that is used instead
#                         of the packages: for systems without such packages, as Ubuntu, and for CUDA.
# use_compiler_cache      sets compiler_cache to CMake's option for ccache, where that is installed.

unroll_build_packages=(
    g++ cmake ninja-build pkg-config
    qt6-base-dev qt6-svg-dev libgl-dev libqcustomplot-dev
    libsentencepiece-dev libseccomp-dev libicu-dev libarchive-dev libpugixml-dev zlib1g-dev libxxhash-dev
    nlohmann-json3-dev libcli11-dev
)
unroll_run_packages=(fonts-dejavu-core)
unroll_test_packages=(python3)
if [ -z "${Torch_DIR:-}" ]; then
    unroll_build_packages+=(libtorch-dev libgloo-dev libopenblas0-pthread)
    unroll_test_packages+=(python3-torch)
fi
unroll_package_packages=(dpkg-dev file) # Only for packages: see app/make_repository.sh.

need_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        # Elsewhere the names differ: CMake says what it misses, this says what to look for.
        if [ -z "${UNROLL_PACKAGES_READY:-}" ]; then
            printf 'This system has no apt. Install these (names of Debian 12), then set UNROLL_PACKAGES_READY=1:\n' >&2
            printf '  %s\n' "$@" >&2
            exit 1
        fi
        return 0
    fi
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    printf 'Unroll needs these packages and installs them now:\n  %s\n' "${missing[*]}"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            printf 'You are not root and there is no sudo. As root, run:\n  apt-get install %s\n' "${missing[*]}" >&2
            exit 1
        fi
        as_root=(sudo)
    fi
    "${as_root[@]}" apt-get update
    for package in "${missing[@]}"; do
        [ -z "$(apt-cache madison "$package")" ] || continue
        printf 'This system has no package %s.\n' "$package" >&2
        case $package in *torch* | libgloo*)
            printf 'Unpack LibTorch for C++ from https://pytorch.org, and start again with\n' >&2
            printf '  Torch_DIR=FOLDER/libtorch/share/cmake/Torch bash %s\n' "$0" >&2
            ;;
        esac
        exit 1
    done
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

use_compiler_cache() {
    # An empty launcher also replaces a cache that was configured earlier and has been removed since.
    local launcher=${CMAKE_CXX_COMPILER_LAUNCHER-$(command -v ccache || true)}
    # ccache stores files with precompiled headers only if it may ignore macros. It must not ignore the time
    # of headers: one that changes during a build would be stored with the object of its former text.
    export CCACHE_BASEDIR=${CCACHE_BASEDIR-$PWD} CCACHE_DEPEND=${CCACHE_DEPEND-1}
    export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS-pch_defines,time_macros}
    compiler_cache=("-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher")
}
