#!/usr/bin/env bash
# run.sh BUILD SOURCE WASM - packs the JavaScript package, installs the archive into an empty
# project, checks a third-party TypeScript file against its declarations, and runs the tests there.
set -euo pipefail
build=$(realpath "$1") source=$2 wasm=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# TypeScript comes with the packages of the browser tests.
place=$build/browser tests=$source/tests
source "$tests/browser/install.sh"
flock -u 9

bash "$source/bindings/js/pack" "$wasm" "$work/package" "$place/node_modules/.bin/tsc"
version=$(sed -n 's/^#define TB_VERSION "\(.*\)"/\1/p' "$source/include/tablier/base.h")
archive=$work/package/tablier-$version.tgz
test -s "$archive" || { echo "package.json and base.h have different versions" >&2; exit 1; }

mkdir -p "$work/project/node_modules/tablier"
tar -xzf "$archive" --strip-components=1 -C "$work/project/node_modules/tablier"

# The README tells the sizes, within a tenth.
read -r packed unpacked < <(sed -nE 's/.* ([0-9.]+) MB packed \(([0-9.]+) MB unpacked\).*/\1 \2/p' \
    "$source/bindings/js/README.md")
awk -v packed="$packed" -v unpacked="$unpacked" -v real="$(stat -c %s "$archive")" \
    -v whole="$(du -bs "$work/project/node_modules/tablier" | cut -f 1)" '
    function far(told, size) { return told * 1e6 < size / 1.1 || told * 1e6 > size * 1.1 }
    BEGIN { if (far(packed, real) || far(unpacked, whole)) {
        printf "the README says %s and %s MB; it is %.2f and %.2f\n", packed, unpacked, real / 1e6, whole / 1e6
        exit 1 } }' >&2

cp "$source"/tests/js/*.mjs "$source"/tests/js/consumer.ts "$work/project"
cd "$work/project"
echo '{"type": "module", "private": true}' > package.json
"$place/node_modules/.bin/tsc" --strict --noEmit --target es2022 --module esnext \
    --moduleResolution bundler --skipLibCheck false consumer.ts
node --test package.test.mjs

# The examples of the README run unchanged.
awk '/^```js$/ { file = "readme" ++count ".mjs"; next } /^```$/ { file = "" } file { print > file }' \
    node_modules/tablier/README.md
[[ -s readme2.mjs ]]
node readme1.mjs > readme.out
grep -Eq '(reply|solved)$' readme.out
node readme2.mjs
