#!/usr/bin/env bash
# bot.sh TABLIER BOT - the example bot plays whole games on a server: against the
# server's computer, against itself by link and from the lobby, and through a restart.
set -uo pipefail
tablier=$(realpath "$1") bot=$(realpath "$2")
work=$(mktemp -d)
cd "$work" || exit 1

serve() {
    "$tablier" serve --port "${port:-0}" --store games.db --threads 1 > out 2>> log &
    server=$!
    for _ in $(seq 100); do
        grep -q 'open http' out && break
        sleep 0.1
    done
    port=$(sed -nE 's|.*http://127.0.0.1:([0-9]+)/.*|\1|p' out)
}
finish() {
    kill -9 "$server" 2> /dev/null
    rm -rf "$work"
}
trap finish EXIT

# play OUT OPTION... : a bot whose last line goes to the file.
play() {
    local out=$1
    shift
    timeout 60 python3 "$bot" --server "http://127.0.0.1:$port" --time 100 "$@" > "$out" 2>> log
}

# check FILE PATTERN: fails unless some line of the file matches.
failed=0
check() {
    grep -qE -- "$2" "$1" && return
    echo "$1 does not match '$2':" >&2
    cat "$1" log >&2
    failed=1
}

# request METHOD PATH [BODY]: the answer is in the file of that name.
request() {
    exec 3<> "/dev/tcp/127.0.0.1/$port"
    printf '%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s' \
        "$1" "$2" "$(printf '%s' "${3-}" | wc -c)" "${3-}" >&3
    timeout 60 cat <&3 > answer
    exec 3>&-
}

serve
play computer --new quoridor --level 2 -- "$tablier" engine quoridor --level 3
check computer ': [0-9]+ moves, over, result (\[[12]\]|"draw"), this bot had seat 1'

request POST /api/games '{"game":"quoridor","options":{"size":5,"walls":3},
    "clock":{"main":60,"increment":1},"public":true}'
check answer '^HTTP/1.1 201'
id=$(sed -nE 's/.*"id": ?"([^"]*)".*/\1/p' answer)
secret=$(grep -oE '"secret": ?"[^"]*"' answer | sed -nE '1s/.*"([^"]*)"$/\1/p')
play lobby --join quoridor -- "$tablier" engine quoridor --level 2 &
bots=($!)
play link --game "$id" --secret "$secret" --name Ann -- "$tablier" engine quoridor --level 2 &
bots+=($!)
for _ in $(seq 100); do
    request GET "/api/games?list=running"
    grep -Eq '"moves":([2-9]|[1-9][0-9])' answer && break # both have reached the server
    sleep 0.1
done
check answer "$id"
kill -9 "$server"
wait "$server" 2> /dev/null
serve
wait "${bots[@]}"
check link "^$id: [0-9]+ moves, over, .* seat 1"
check lobby "^$id: [0-9]+ moves, over, .* seat 2"

# Members' bots, with tokens, play for their ratings: against a level, and each other by challenge.
# token NAME: a new bot's.
token() {
    python3 - "$port" "$1" << 'END'
import http.client, json, sys
server = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
def ask(path, body, **headers):
    server.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **headers})
    answer = server.getresponse()
    return json.loads(answer.read()), answer.headers["Set-Cookie"]
cookie = ask("/api/session", {"name": sys.argv[2], "kind": "bot"})[1].split(";")[0]
print(ask("/api/me/tokens", {"label": "test", "scopes": ["play"]}, Cookie=cookie)[0]["token"])
END
}
robbie=$(token Robbie) rosie=$(token Rosie)
TABLIER_TOKEN=$robbie play member --new quoridor --rated --level 1 -- "$tablier" engine quoridor --level 2
check member ': [0-9]+ moves, over, .*, this bot had seat 1'
request GET /api/members/Robbie
check answer '"kind":"bot".*"played":1'
TABLIER_TOKEN=$rosie play serving --serve quoridor --games 2 -- "$tablier" engine quoridor --level 1 &
bots=($!)
for i in 1 2; do
    TABLIER_TOKEN=$robbie play "challenge$i" --challenge Rosie --new quoridor --rated -- \
        "$tablier" engine quoridor --level 2
    check "challenge$i" ': [0-9]+ moves, over, '
done
wait "${bots[@]}"
check serving ': [0-9]+ moves, over, '
[[ $(grep -c over serving) -eq 2 ]] || check serving 'two games'
for _ in $(seq 50); do # until the second game has been rated
    request GET /api/members/Rosie
    grep -q '"list":"quoridor-two-fast"[^}]*"games":2' answer && break
    sleep 0.1
done
check answer '"list":"quoridor-two-fast"[^}]*"games":2'

# refused PATTERN OPTION... : one line says what is wrong, with a status that is not 0.
refused() {
    local pattern=$1
    shift
    timeout 60 python3 "$bot" "$@" > out 2> error && failed=1
    check error "$pattern"
    [[ $(grep -c . error) -eq 1 ]] || check error 'one line'
}
kill -9 "$server"
wait "$server" 2> /dev/null
here=http://127.0.0.1:$port
refused "^tablier-bot: no answer from $here: " --server "$here" --join quoridor -- "$tablier" engine quoridor
refused "^tablier-bot: cannot play at $here: " --server "$here" --game x --secret y -- \
    "$tablier" engine quoridor
refused "^tablier-bot: cannot run './none': No such file" --server "$here" --join quoridor -- ./none
refused '^tablier-bot: .*cannot play at' --server "$here" --serve quoridor -- "$tablier" engine quoridor
refused '^tablier-bot: the engine has ended' --server "$here" --join quoridor -- true

exit "$failed"
