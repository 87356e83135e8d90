#!/usr/bin/env bash
# stall.sh STALL TABLIER sqlite WALL_CLOCK | postgres - the stall test on a store of its own,
# which is left behind with the server's log if something is wrong. With sqlite the wall
# clock is set as well; with postgres, under postgres.sh, the processes of the database
# are paused.
set -uo pipefail
stall=$(realpath "$1") tablier=$(realpath "$2") kind=$3
work=$(mktemp -d)
case $kind in
sqlite)
    head -c 8 /dev/zero > "$work/clock"
    options=(--store "$work/games.db" --clock "$work/clock")
    export LD_PRELOAD=$(realpath "$4") TABLIER_TEST_CLOCK=$work/clock
    export ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0
    ;;
postgres)
    database=$(head -n 1 "$(dirname "$TABLIER_TEST_POSTGRES_CONTROL")/data/postmaster.pid")
    options=(--store "$TABLIER_TEST_POSTGRES"
        --pause "kill -STOP $database && pkill -STOP -P $database"
        --resume "pkill -CONT -P $database && kill -CONT $database")
    ;;
esac
if "$stall" --program "$tablier" --log "$work/server.log" "${options[@]}"; then
    rm -rf "$work"
else
    echo "see $work" >&2
    exit 1
fi
