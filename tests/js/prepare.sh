# shellcheck shell=bash
# prepare.sh - sourced by run.sh and bundlers.sh with BUILD SOURCE WASM: packs the JavaScript package and
# unpacks the archive into the empty project $work/project. Sets $place, the packages of the browser tests.
set -euo pipefail
build=$(realpath "$1") source=$(realpath "$2") wasm=$(realpath "$3")
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
