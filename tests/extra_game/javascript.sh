#!/usr/bin/env bash
# javascript.sh BUILD SOURCE WASM - the JavaScript package with an extra game: it is packed as
# always, with a module that has the game, and installed into an empty project.
set -euo pipefail
build=$(realpath "$1") source=$(realpath "$2") wasm=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source "$source/tests/extra_game/tree.sh"

# TypeScript comes with the packages of the browser tests.
place=$build/browser tests=$source/tests
source "$tests/browser/install.sh"
flock -u 9
tsc=$place/node_modules/.bin/tsc
bash "$tree/bindings/js/pack" "$wasm" "$work/package" "$tsc" > /dev/null
mkdir -p "$work/project/node_modules/tablier"
tar -xzf "$work"/package/tablier-*.tgz --strip-components=1 -C "$work/project/node_modules/tablier"
cp "$here/extra_game.test.mjs" "$here/web/games/nim/book.txt" "$work/project"
cd "$work/project"
node --test extra_game.test.mjs
