#!/usr/bin/env bash
# run.sh BUILD SOURCE [WASM] - the same random games through the public C interface, through
# Python and through JavaScript: same moves, hashes and results.
set -euo pipefail
build=$(realpath "$1") source=$2 wasm=${3-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sets=$source/tests/bindings/sets.txt
records=("$source"/tests/bindings/records.{txt,jsonl})

cc -Wall -Wextra -Werror -I "$source/include" "$source/tests/bindings/play.c" -L "$build" -ltablier \
    -Wl,-rpath,"$build" -o "$work/play"
"$work/play" "$sets" "${records[@]}" > "$work/c.txt"
[[ $(wc -l < "$work/c.txt") -gt 700 ]]
[[ $(grep -c '^end [1-4d]' "$work/c.txt") -gt 8 ]]

echo "-- Python"
cmake --build "$build" --target python_module > "$work/log" 2>&1 || { tail "$work/log"; exit 1; }
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$build/python/lib /usr/bin/python3 \
    "$source/tests/bindings/play.py" "$sets" "${records[@]}" > "$work/python.txt"
cmp "$work/c.txt" "$work/python.txt"

if [[ -n $wasm ]]; then
    echo "-- JavaScript"
    mkdir "$work/package"
    cp -r "$source"/bindings/js/*.js "$source"/bindings/js/{node,package.json} "$wasm" "$work/package"
    node "$source/tests/bindings/play.mjs" "$sets" "$work/package" "${records[@]}" > "$work/js.txt"
    cmp "$work/c.txt" "$work/js.txt"
fi
