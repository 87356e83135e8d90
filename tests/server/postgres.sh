#!/usr/bin/env bash
# postgres.sh COMMAND... - runs a command with a PostgreSQL database of its own,
# which is removed afterwards. The command finds
#   TABLIER_TEST_POSTGRES          the database's address, and
#   TABLIER_TEST_POSTGRES_CONTROL  a program that stops, starts or restarts it: it
#                                  is called with that word. It stops as in a crash.
# Only programs crash here, never the machine, so commits need not wait for the disk; a measurement
# sets TABLIER_TEST_POSTGRES_OPTIONS to something else, such as "".
set -euo pipefail

programs=$(printf '%s\n' /usr/lib/postgresql/*/bin/initdb | sort -V | tail -n 1)
if [[ ! -x $programs ]]; then
    echo "PostgreSQL is not installed: see scripts/packages" >&2
    exit 1
fi
programs=${programs%/initdb}

# Not in $TMPDIR: the path of a socket must be short.
work=$(mktemp -d /tmp/tablier-postgres.XXXXXX)

options=${TABLIER_TEST_POSTGRES_OPTIONS--c fsync=off}

# The server refuses to be run by root.
as_user=()
if [[ $(id -u) -eq 0 ]]; then
    user=$(id -un postgres 2> /dev/null || echo nobody)
    as_user=(runuser -u "$user" --)
    chown "$user" "$work"
fi

cat > "$work/control" << END
#!/bin/sh
cd "$work"
case \$1 in start) mode= ;; *) mode="-m immediate" ;; esac
exec ${as_user[*]} "$programs/pg_ctl" "\$1" --silent -w -D "$work/data" -l "$work/log" \$mode \\
    -o "-k $work -c listen_addresses= $options"
END
chmod +x "$work/control"

finish() {
    "$work/control" stop > /dev/null 2>&1 || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

cd "$work"
"${as_user[@]}" "$programs/initdb" --no-sync -D "$work/data" -U tablier -A trust \
    -E UTF8 --locale=C.UTF-8 > "$work/initdb.log" 2>&1 || {
    cat "$work/initdb.log" >&2
    exit 1
}
"$work/control" start > "$work/start.log" 2>&1 || {
    cat "$work/start.log" "$work/log" >&2
    exit 1
}
cd - > /dev/null

export TABLIER_TEST_POSTGRES="postgres:///postgres?host=$work&user=tablier"
export TABLIER_TEST_POSTGRES_CONTROL="$work/control"
"$@"
