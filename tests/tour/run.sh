#!/usr/bin/env bash
# Pictures of the whole window, of every view, at the sizes of laptops and projectors, in light, dark
# and presentation, with runs that are trained for it; a line of JSON for each picture.
#   bash tests/tour/run.sh [FOLDER] [SIZES] [VIEWS]
# FOLDER keeps pictures and runs: what is trained already is not trained again.
set -euo pipefail
folder=$(realpath -m "${1:-build/tour}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
cmake --build build --target unroll-cli picture_tour
mkdir -p "$folder/runs"
for preset in reviews reviews-transformer ratings dates grammar pos entities stories stories-characters names-writing; do
    run="$folder/runs/$preset-001"
    [ -d "$run" ] || build/bin/unroll-cli train "$preset" --out "$run"
done
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}" LC_ALL=C.UTF-8
tour=build/tests/picture_tour
"$tour" "$folder/pictures" "$folder/runs" "${@:2}"
if [ $# -lt 2 ]; then # 3840x2160 at 200 %: the room of 1920x1080.
    QT_SCALE_FACTOR=2 "$tour" "$folder/pictures-200" "$folder/runs" 1920x1080
fi
