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

# ---- Progress ------------------------------------------------------------------------------
# On a terminal one line is updated; elsewhere a line is printed now and then, so that a log
# stays short and still shows that something happens.

progress_pause=15 # seconds between two lines where there is no terminal
progress_at=0
progress_width=$(tput cols 2> /dev/null || echo 80)

# progress TEXT: shows how far the work is.
progress() {
    if [[ -t 1 ]]; then
        printf '\r\033[K%s' "${1:0:progress_width-1}"
    elif ((SECONDS - progress_at >= progress_pause)); then
        progress_at=$SECONDS
        echo "$1"
    fi
}

# progress_clear: makes room for a line that stays.
progress_clear() {
    [[ ! -t 1 ]] || printf '\r\033[K'
}

# each_line FUNCTION: calls it with every line of the input, and with nothing whenever
# $progress_pause seconds have passed without one.
each_line() {
    local line='' part status
    while true; do
        status=0
        IFS= read -r -t "$progress_pause" part || status=$?
        line+=$part
        if ((status > 128)); then
            "$1"
            continue
        fi
        [[ $status -eq 0 || $line ]] || return 0
        "$1" "$line"
        line=
        [[ $status -eq 0 ]] || return 0
    done
}

# build_line [LINE]: one line of ninja. Uses and sets the variables of build().
build_line() {
    if [[ ${1-} =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
        done="${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        failing=false
    elif [[ ${1-} == FAILED:* ]]; then
        failing=true shown=true
    fi
    if $failing && [[ $# -gt 0 ]]; then
        progress_clear
        printf '%s\n' "$1"
    else
        progress "$preset: building, $done"
    fi
}

# build PRESET [CMAKE OPTION...]: configures and builds into build/PRESET, and shows the progress
# and what fails. Everything that the tools print is in build/PRESET-build.log.
build() {
    local preset=$1 log=build/$1-build.log done=0 failing=false shown=false
    shift
    mkdir -p build
    progress "$preset: configuring"
    quietly cmake --preset "$preset" "$@" || return
    shopt -s lastpipe # the reader sets variables of this function
    cmake --build --preset "$preset" 2>&1 | tee "$log" | each_line build_line
    local status=${PIPESTATUS[0]}
    progress_clear
    [[ $status -eq 0 ]] || $shown || cat "$log"
    return "$status"
}
