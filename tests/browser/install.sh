# shellcheck shell=bash
# install.sh - sourced: puts npm packages into the folder $place, once; a second process waits. They are those
# of the browser tests in $tests, the folder tests/ of the tree, or of the file $packages.
packages=${packages:-$tests/browser/package.json}
mkdir -p "$place"
exec 9> "$place/.lock"
flock 9
if ! cmp -s "$packages" "$place/package.json"; then
    rm -rf "$place/node_modules"
    cp "$packages" "$place/"
    npm install --prefix "$place" --no-package-lock --no-audit --no-fund --silent || {
        rm "$place/package.json"
        exit 1
    }
fi
