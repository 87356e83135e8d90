# shellcheck shell=bash
# install.sh - sourced: puts the packages of the browser tests into the folder $place, once; a second
# process waits. Needs $tests, the folder tests/ of the tree.
mkdir -p "$place"
exec 9> "$place/.lock"
flock 9
if ! cmp -s "$tests/browser/package.json" "$place/package.json"; then
    rm -rf "$place/node_modules"
    cp "$tests/browser/package.json" "$place/"
    npm install --prefix "$place" --no-package-lock --no-audit --no-fund --silent || {
        rm "$place/package.json"
        exit 1
    }
fi
