#!/usr/bin/env bash
# crash.sh CRASH TABLIER sqlite|postgres [OPTION...] - the crash test on a store of
# its own, which is left behind with the servers' logs if something is wrong.
# With postgres: two servers, and the database is restarted under load; to be run
# by postgres.sh, which starts one.
set -uo pipefail
crash=$(realpath "$1") tablier=$(realpath "$2") kind=$3
shift 3

work=$(mktemp -d)
case $kind in
sqlite) options=(--store "$work/games.db") ;;
postgres)
    control=$TABLIER_TEST_POSTGRES_CONTROL
    options=(--store "$TABLIER_TEST_POSTGRES" --servers 2
        --disturb "$control stop; sleep 1; $control start > /dev/null")
    ;;
esac
if "$crash" --program "$tablier" --log "$work/server.log" "${options[@]}" "$@"; then
    rm -rf "$work"
else
    echo "see $work" >&2
    exit 1
fi
