#!/usr/bin/env bash
# Runs one browser test: run.sh NAME BUILD_DIR PROGRAM [ARGUMENT...]. The page comes from the program,
# and for the test `offline` from a static host with what `tablier site` writes. With SHOTS=FOLDER in the environment,
# pictures of the views go there. ENGINE is the browser: see engine.js.
set -euo pipefail
name=$1 build=$(realpath "$2") program=$(realpath "$3")
here=$(realpath "$(dirname "$0")")
place=$build/browser

tests=${here%/browser}
source "$here/install.sh"
# Only what is new: another test may be reading the rest.
cp --update "$here"/*.js "$here"/*.py "$tests"/{extra_game,language}/*.test.js "$place/"
flock -u 9

export TABLIER_SOURCE=${tests%/tests}
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
if [[ $name == page-speed || $name == clicks ]]; then
    exec node "$name.js" "${@:4}"
fi
exec node --test --test-reporter=spec "$name.test.js"
