# shellcheck shell=bash
# prepare.sh - sourced by run.sh and bundlers.sh with BUILD SOURCE WASM: packs the JavaScript package and
# installs the archive into the empty project $work/project, by the commands of the README, but for the first two:
# the build has done the same. Sets $place, the packages of the browser tests.
set -euo pipefail
build=$(realpath "$1") source=$(realpath "$2") wasm=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# TypeScript comes with the packages of the browser tests.
place=$build/browser tests=$source/tests
source "$tests/browser/install.sh"
flock -u 9

readme_command() { # WORD: the command of the README that begins so
    awk '/^```$/ { if (inside++) exit; next } inside' "$source/bindings/js/README.md" | grep "^$1 .*OUT" |
        sed -e "s#build/release/web/tablier.wasm#$wasm#; s#build/typescript/node_modules#$place/node_modules#" \
            -e "s#OUT#$work/package#"
}
(cd "$source" && eval "$(readme_command bindings/js/pack)")
version=$(sed -n 's/^#define TB_VERSION "\(.*\)"/\1/p' "$source/include/tablier/base.h")
archive=$work/package/tablier-$version.tgz
test -s "$archive" || { echo "package.json and base.h have different versions" >&2; exit 1; }

mkdir "$work/project"
(cd "$work/project" && echo '{"type": "module", "private": true}' > package.json &&
    npm_config_offline=true npm_config_audit=false npm_config_package_lock=false npm_config_loglevel=error \
        eval "$(readme_command 'npm install')")
test -s "$work/project/node_modules/tablier/index.js"
