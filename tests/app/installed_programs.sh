#!/usr/bin/env bash
# Installs a build into a temporary folder and uses the programs there, as after installing the package.
#   bash tests/app/installed_programs.sh CMAKE BUILD_FOLDER
set -euxo pipefail
cmake=$1
build=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$cmake" --install "$build" --prefix "$place/usr" > "$place/log"
cd "$place"

version=$(usr/bin/unroll-cli --version)
[ "$(usr/bin/unroll --version)" = "$version" ]
# unroll-cli starts unroll-spm for subwords, itself for several processes, and unroll for PDF.
few=(--threads 1 --set data.sample.texts=200 --set training.epochs=1 --set training.maximum_updates=2)
usr/bin/unroll-cli train reviews-mean "${few[@]}" --set text.tokeniser.kind=sentencepiece_bpe --set text.vocabulary_size=100 --out subwords
usr/bin/unroll-cli train reviews-mean "${few[@]}" --processes 2 --out processes
usr/bin/unroll-cli report subwords --out report.pdf
[ "$(head -c 4 report.pdf)" = %PDF ]

for page in unroll unroll-cli unroll-spm; do
    gzip -dc "usr/share/man/man1/$page.1.gz" | grep -F "$version" > /dev/null # Reads it all: else gzip fails.
done
# Each file that the desktop entry and the MIME types name is there.
grep -qx "Exec=unroll %F" usr/share/applications/unroll.desktop
[ -f "usr/share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' usr/share/applications/unroll.desktop).svg" ]
for type in $(sed -n 's/.*mime-type type="\([^"]*\)".*/\1/p' usr/share/mime/packages/unroll.xml); do
    grep -q "^MimeType=.*$type;" usr/share/applications/unroll.desktop
done
gzip -dc usr/share/doc/unroll/changelog.gz | grep -q "^unroll (${version#unroll })"
[ -s usr/share/doc/unroll/copyright ]
