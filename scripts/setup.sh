# shellcheck shell=bash
# setup.sh - sourced by run, test and the scripts: packages and builds.
# Everything happens in the root of the tree, which is the current folder then.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

# packages GROUP...: the names of those groups in scripts/packages.
packages() {
    local group name rest
    while read -r group name rest; do
        [[ " $* " == *" $group "* ]] && echo "$name"
    done < scripts/packages
    return 0
}

# require GROUP...: installs what is missing of those groups.
require() {
    local missing=() name installed as_root=()
    if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
        echo "This is not Debian: if the build fails, install" \
            "$(packages "$@" | tr '\n' ' ')or what they are called here" >&2
        return
    fi
    # One package may provide another: a nodejs from elsewhere brings its npm.
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' |
        sed -n 's/^installed //p' | tr -s ', ' '\n')
    for name in $(packages "$@"); do
        grep -qxF "$name" <<< "$installed" || missing+=("$name")
    done
    [[ ${#missing[@]} -eq 0 ]] && return
    if [[ $(id -u) -ne 0 ]]; then
        if ! command -v sudo > /dev/null; then
            echo "Please install, as root: apt-get install ${missing[*]}" >&2
            exit 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]}"
    quietly "${as_root[@]}" apt-get update
    quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"
}

# quietly COMMAND...: shows the output only if it fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" > "$log" 2>&1 || status=$?
    [[ $status -eq 0 ]] || cat "$log" >&2
    rm -f "$log"
    return "$status"
}

# build PRESET [CMAKE OPTION...]: configures and builds into build/PRESET.
build() {
    local preset=$1
    shift
    quietly cmake --preset "$preset" "$@" && quietly cmake --build --preset "$preset"
}
