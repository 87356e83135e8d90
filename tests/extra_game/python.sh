#!/usr/bin/env bash
# python.sh LIBRARY SOURCE - the Python package with an extra game: it is made as always, of a
# library in the folder LIBRARY that has the game.
set -euo pipefail
library=$(realpath "$1") source=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source "$source/tests/extra_game/tree.sh"

cd "$tree/bindings/python"
export PYTHONDONTWRITEBYTECODE=1
TABLIER_BUILD=$library /usr/bin/python3 setup.py --quiet egg_info --egg-base "$work" \
    build --build-base "$work/base" --build-lib "$work/lib" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cd "$work"
PYTHONPATH=$work/lib /usr/bin/python3 "$here/extra_game.py"
