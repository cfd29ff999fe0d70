#!/usr/bin/env bash
# Writes a folder, as for a USB stick, from which computers without network install Unroll: an apt repository of
# the package and of everything that it needs beyond an empty system, with install.sh.
#   bash app/make_repository.sh DIR [PACKAGE.deb]
# Without PACKAGE.deb it takes the one in build/. The computers need the release of Debian or Ubuntu, and the
# architecture, of the computer on which this runs.
set -euo pipefail
if [ $# -lt 1 ] || [ $# -gt 2 ] || [[ $1 = -* ]]; then
    printf 'Usage: bash app/make_repository.sh DIR [PACKAGE.deb]\n' >&2
    exit 2
fi
folder=$(realpath -m "$1")
package=${2:-}
[ -z "$package" ] || package=$(realpath "$package")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. app/setup.sh
need_packages "${unroll_package_packages[@]}"

if [ -z "$package" ]; then
    packages=(build/unroll_*.deb)
    if [ ${#packages[@]} -ne 1 ] || [ ! -f "${packages[0]}" ]; then
        printf 'build/ has not exactly one package. Make it (cmake --build build --target package) or name it.\n' >&2
        exit 1
    fi
    package=$(realpath "${packages[0]}")
fi
if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
    printf '%s is not empty. Name a new folder.\n' "$folder" >&2
    exit 1
fi
mkdir -p "$folder/packages"

# apt works for a system on which nothing is installed, apart from the one here, with the same sources.
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
mkdir -p "$empty/state/lists/partial" "$empty/cache/archives/partial"
: > "$empty/status"
apt_of_an_empty_system() {
    apt-get -qq -o Dir::State="$empty/state" -o Dir::State::status="$empty/status" -o Dir::Cache="$empty/cache" \
        -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}
printf 'Reading the lists of packages ...\n'
apt_of_an_empty_system update
printf 'Downloading what %s needs ...\n' "$(basename "$package")"
apt_of_an_empty_system install -y --download-only --no-install-recommends "$package"
mv "$empty"/cache/archives/*.deb "$folder/packages/"
cp "$package" "$folder/packages/"
cd "$folder"
dpkg-scanpackages --multiversion packages > Packages 2> "$empty/log" || { cat "$empty/log" >&2; exit 1; }
# With the hash, apt notices a stick with faults.
printf 'Date: %s\nSHA256:\n %s %s Packages\n' "$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S UTC')" \
    "$(sha256sum Packages | cut -d' ' -f1)" "$(stat -c %s Packages)" > Release

cat > install.sh <<'INSTALL'
#!/bin/sh
# Installs Unroll from this folder, without network:  sudo sh install.sh
set -eu
if [ "$(id -u)" -ne 0 ]; then
    echo "Run this as root: sudo sh install.sh" >&2
    exit 1
fi
here=$(cd "$(dirname "$0")" && pwd)
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT
# A link, because apt cannot read from a path with spaces. Only this folder is read, the system's own lists stay as
# they are, and a clock that is behind, as it may be without network, does no harm.
mkdir -p "$lists/lists/partial"
ln -s "$here" "$lists/stick"
echo "deb [trusted=yes] file:$lists/stick ./" > "$lists/unroll.list"
from_here() {
    apt-get -o Dir::Etc::SourceList="$lists/unroll.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$lists/lists" -o Acquire::Languages=none -o Acquire::Check-Date=false \
        -o APT::Sandbox::User=root "$@"
}
from_here update
from_here install -y --no-install-recommends unroll
INSTALL
. /etc/os-release
cat > README.txt <<README
Unroll for $PRETTY_NAME ($(dpkg --print-architecture)), with all packages that it needs.

To install it without network, open a terminal in this folder and run:

    sudo sh install.sh

The same by hand, where the path of this folder is /media/usb:

    echo "deb [trusted=yes] file:/media/usb ./" | sudo tee /etc/apt/sources.list.d/unroll.list
    sudo apt-get update && sudo apt-get install --no-install-recommends unroll
README
printf '%s holds %s packages, %s. README.txt there says how to install.\n' "$folder" \
    "$(find packages -name '*.deb' | wc -l)" "$(du -sh . | cut -f1)"
