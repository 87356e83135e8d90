#!/usr/bin/env bash
# Runs one browser test: run.sh NAME BUILD_DIR PROGRAM. The page comes from the program,
# and for the test `offline` from a static host with what `tablier site` writes. The packages are put
# into the build folder once; a second process waits. With SHOTS=FOLDER in the environment,
# pictures of the views go there. ENGINE is the browser: see engine.js.
set -euo pipefail
name=$1 build=$(realpath "$2") program=$(realpath "$3")
here=$(realpath "$(dirname "$0")")
place=$build/browser

mkdir -p "$place"
exec 9> "$place/.lock"
flock 9
if ! cmp -s "$here/package.json" "$place/package.json"; then
    rm -rf "$place/node_modules"
    cp "$here/package.json" "$place/"
    npm install --prefix "$place" --no-package-lock --no-audit --no-fund --silent || {
        rm "$place/package.json"
        exit 1
    }
fi
cp "$here"/*.js "$here"/*.py "$here"/../{extra_game,language}/*.test.js "$place/"
flock -u 9

export TABLIER_SOURCE=${here%/tests/browser}
if [[ $name == offline ]]; then
    rm -rf "$place/site"
    "$program" site "$place/site"
    export TABLIER_SITE=$place/site
else
    export TABLIER_PROGRAM=$program
fi
cd "$place"
if [[ $name == types ]]; then
    exec node_modules/.bin/tsc --project "$here/tsconfig.json"
fi
exec node --test --test-reporter=spec "$name.test.js"
