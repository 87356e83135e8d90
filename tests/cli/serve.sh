#!/usr/bin/env bash
# The server: it answers, refuses politely, and ends when told to.
source "$(dirname "$0")/lib.sh"

bad 2 'not a port' serve --port 70000
bad 2 'word' site

status=0
: > err
"$tablier" serve --port 0 > out 2> err &
server=$!
for _ in $(seq 100); do
    grep -q 'open http' out && break
    read -rt 0.1 <> <(:) || true
done
port=$(sed -nE 's|.*http://127.0.0.1:([0-9]+)/.*|\1|p' out)

# get REQUEST PATTERN: the answer to a raw request matches.
get() {
    exec 3<> "/dev/tcp/127.0.0.1/$port"
    printf '%b' "$1" >&3
    timeout 10 head -c 2000 <&3 > answer
    exec 3>&-
    grep -qaE -- "$2" answer || {
        cp answer out
        complain "get '$2' after $1"
    }
}

close='Host: localhost\r\nConnection: close\r\n\r\n'
get "GET /rules/dorix.en.md HTTP/1.1\r\n$close" '^# Dorix'
get "GET /rules/dorix.en.md HTTP/1.1\r\n$close" 'content-security-policy: default-src .none.'
get "GET /nothing HTTP/1.1\r\n$close" '404'
get "GET /../../etc/passwd HTTP/1.1\r\n$close" '40[034]'
get "DELETE / HTTP/1.1\r\n$close" '40[05]'
bad 1 'cannot listen' serve --port "$port"

kill -TERM "$server"
wait "$server"
status=$?
[[ $status -eq 0 ]] || complain "ends with status 0 after SIGTERM"

finish
