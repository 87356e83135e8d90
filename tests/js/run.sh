#!/usr/bin/env bash
# run.sh BUILD SOURCE WASM - packs the JavaScript package, installs the archive into an empty
# project, checks a third-party TypeScript file against its declarations, and runs the tests there.
. "$(dirname "$0")/prepare.sh"

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
"$place/node_modules/.bin/tsc" --strict --noEmit --target es2022 --module esnext \
    --moduleResolution bundler --skipLibCheck false consumer.ts
node --test package.test.mjs

# The examples of the README run unchanged; bundlers.sh runs that of a page.
awk '/^```js$/ { file = "readme" ++count ".mjs"; next } /^```$/ { file = "" } file { print > file }' \
    node_modules/tablier/README.md
count=$(find . -maxdepth 1 -name 'readme*.mjs' | wc -l)
[[ $count -ge 5 ]]
for file in readme*.mjs; do
    node "$file" > "$file.out" || { echo "$file of the README fails" >&2; exit 1; }
done
grep -Eq '(reply|solved)$' readme2.mjs.out
