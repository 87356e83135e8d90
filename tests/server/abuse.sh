#!/usr/bin/env bash
# abuse.sh ABUSE TABLIER [OPTION...] - the abuse test with a store of its own, which
# is left behind with the server's log if something is wrong.
set -uo pipefail
abuse=$(realpath "$1") tablier=$(realpath "$2")
shift 2

work=$(mktemp -d)
if "$abuse" --program "$tablier" --store "$work/games.db" --log "$work/server.log" "$@"; then
    rm -rf "$work"
else
    echo "see $work" >&2
    exit 1
fi
