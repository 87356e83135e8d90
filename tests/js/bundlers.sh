#!/usr/bin/env bash
# bundlers.sh BUILD SOURCE WASM [all] - builds a small page that uses the packed package with each bundler, and
# plays in Chromium with the result; then makes the documentation from the types. `all` adds an older Vite,
# Deno and Bun, which are large: scripts/bundlers.
. "$(dirname "$0")/prepare.sh"
browser=$place place=$build/bundlers packages=$source/tests/js/bundlers/package.json
source "$tests/browser/install.sh"
flock -u 9
if [[ ${4-} == all ]]; then
    place=$build/bundlers-more packages=$source/tests/js/bundlers/more/package.json
    source "$tests/browser/install.sh"
    flock -u 9
    export MORE_BUNDLERS=$place
fi

cp "$source"/tests/js/bundlers/*.{js,mjs,html} "$work/project"
cd "$work/project"
mkdir -p node_modules/@rollup
for name in rollup @rollup/plugin-node-resolve @parcel; do
    ln -s "$build/bundlers/node_modules/$name" "node_modules/$name"
done
BROWSER_PACKAGES=$browser BUNDLERS=$build/bundlers node --test bundlers.test.mjs | tee "$work/said"

bash "$source/bindings/js/document" node_modules/tablier "$work/docs" "$build/bundlers/node_modules/.bin/typedoc"
grep -q 'moves' "$work/docs/classes/index.Game.html"
if grep -oE 'skipped: .*' "$work/said"; then exit 77; fi
