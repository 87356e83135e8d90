#!/usr/bin/env bash
# The server: it answers, refuses politely, and ends when told to.
source "$(dirname "$0")/lib.sh"

bad 2 'between 0 and 65535' serve --port 70000
bad 2 'Give both' serve --tls-cert cert.pem
bad 2 '--threads: It must be between 1' serve --threads 0
bad 1 'Cannot open nowhere.conf' serve --config nowhere.conf
printf 'port = 1\nprot = 2\n' > bad.conf
bad 2 "bad.conf, line 2: There is no setting 'prot'" serve --config bad.conf
echo 'port 8080' > bad.conf
bad 2 'bad.conf, line 1: A line must look like' serve --config bad.conf
bad 2 'bad.conf, ligne 1 : ' serve --config bad.conf --lang fr
TABLIER_PORT=x bad 2 "TABLIER_PORT: 'x' is not a whole number" serve
TABLIER_PROXY=maybe bad 2 'neither yes nor no' serve
bad 2 'Missing' site
bad 2 'Missing' backup
for words in 'quoridor-two-fast --recompute' '--annul a --reinstate b' '--recompute --annul a'; do
    # shellcheck disable=SC2086
    bad 2 'Give only one of LIST, --recompute, --annul and --reinstate' ratings $words
done
# Only the server creates a store.
: > empty.db
for words in ratings 'ratings --recompute' 'admin log' 'admin blocked' 'backup copy.db' \
    'admin block 192.0.2.1 --reason x'; do
    for place in nowhere/games.db games.db empty.db .; do
        # shellcheck disable=SC2086
        bad 1 "There is no store $place; name it with --store" $words --store $place
    done
    # shellcheck disable=SC2086
    bad 1 "There is no store .*/share/tablier/tablier.db; name it with --store" $words
    holds test ! -e .local -a ! -e games.db -a ! -s empty.db -a ! -e empty.db-lock -a ! -e copy.db
done
bad 1 'Cannot write /nonexistent/x: No such file or directory' backup /nonexistent/x
bad 1 'is not a regular file' backup /dev/null
echo 'this is not a database, but long enough to be looked at as if it were one' > text.db
bad 1 'text.db' serve --port 0 --store text.db
bad 1 '' serve --port 0 --store /proc/nowhere/games.db

# start OPTIONS...: a server on any free port; sets $server and $port.
start() {
    : > out
    "$tablier" serve "$@" > out 2> log &
    server=$!
    for _ in $(seq 200); do
        grep -q 'open http' out && break
        read -rt 0.1 <> <(:) || true
    done
    port=$(sed -nE 's|.*https?://127.0.0.1:([0-9]+)/.*|\1|p' out)
}

stop() {
    kill -TERM "$server"
    wait "$server"
    status=$?
    cp log err
    [[ $status -eq 0 ]] || complain "ends with status 0 after SIGTERM"
}

# get REQUEST PATTERN: the answer to a raw request matches.
get() {
    exec 3<> "/dev/tcp/127.0.0.1/$port"
    printf '%b' "$1" >&3
    timeout 60 head -c 3000 <&3 > answer
    exec 3>&-
    grep -qaE -- "$2" answer || {
        cp answer out
        complain "get '$2' after $1"
    }
}

status=0
: > err
# The command line beats the environment, which beats the file.
printf '# a comment\nport = 1\nhost = 127.0.0.1\nstore=games.db\nproxy = no\n' > good.conf
TABLIER_PORT=2 start --config good.conf --port 0 --metrics "$PWD/metrics"

close='Host: localhost\r\nConnection: close\r\n\r\n'
get "GET / HTTP/1.1\r\n$close" 'content-security-policy: default-src .self.; script-src .self. .wasm-unsafe-eval.; img-src .self. data:; font-src .none.'
if grep -q '200 OK' answer; then # with the page inside
    version=$(grep -oE 'v/[0-9a-f]{12}' answer | head -n 1)
    get "GET /$version/rules/dorix.en.html HTTP/1.1\r\n$close" '<h1>Dorix</h1>'
    # What is below the version never changes; everything else is asked for each time.
    get "HEAD /$version/page.css HTTP/1.1\r\n$close" 'cache-control: public, max-age=31536000, immutable'
    get "HEAD / HTTP/1.1\r\n$close" 'cache-control: no-cache'
    get "HEAD /$version/page.css HTTP/1.1\r\nAccept-Encoding: gzip\r\n$close" 'content-encoding: gzip'
    if [[ -n $(type -P brotli) ]]; then
        get "HEAD /$version/page.css HTTP/1.1\r\nAccept-Encoding: gzip, br\r\n$close" 'content-encoding: br'
        get "HEAD /$version/page.css HTTP/1.1\r\nAccept-Encoding: gzip, br;q=0\r\n$close" 'content-encoding: gzip'
    fi
    # A browser that asks for a file that does not exist gets a page with the way home.
    get "GET /nothing/here HTTP/1.1\r\nAccept: text/html,*/*;q=0.8\r\n$close" '404 Not Found'
    get "GET /nothing/here HTTP/1.1\r\nAccept: text/html,*/*;q=0.8\r\n$close" '<a class="button main" href="/">'
fi
get "GET /nothing HTTP/1.1\r\n$close" '404'
get "GET /../../etc/passwd HTTP/1.1\r\n$close" '40[034]'
get "DELETE / HTTP/1.1\r\n$close" '40[05]'
get "GET /api HTTP/1.1\r\n$close" '"version":1'
get "GET /healthz HTTP/1.1\r\n$close" '^ok'
get "GET /metrics HTTP/1.1\r\n$close" '404'
holds grep -q '^tablier_moves_total 0' <(curl -s --unix-socket "$PWD/metrics" http://localhost/metrics)
get "GET /api/nothing HTTP/1.1\r\n$close" '"code":"unknown"'
get "GET /api/games?list=open HTTP/1.1\r\n$close" '"games":\[\]'
get "GET /api/games?list=all HTTP/1.1\r\n$close" '"code":"syntax"'

# post PATH BODY PATTERN
post() {
    get "POST $1 HTTP/1.1\r\nContent-Length: ${#2}\r\n$close$2" "$3"
}

post /api/games 'nonsense' '"code":"syntax"'
post /api/games 'null' 'A JSON object is expected.'
post /api/games '"orbital"' 'A JSON object is expected.'
post /api/games '{"game":"chess"}' 'There is no game .chess.'
post /api/games '{"game":"orbital","public":true}' '201'
id=$(sed -nE 's/.*"id":"([0-9a-z]{12})".*/\1/p' answer)
get "GET /api/games/$id HTTP/1.1\r\n$close" '"status":"open"'
post "/api/games/$id/join" '{"name":"Bob"}' '"seat":2,"secret":"[A-Za-z0-9_-]{22}"'
secret=$(sed -nE 's/.*"secret":"([^"]*)".*/\1/p' answer)
post "/api/games/$id/join" '{"name":"Eve"}' '"code":"taken"'
get "GET /api/games/$id HTTP/1.1\r\n$close" '"name":"Bob"'
get "GET /api/games/$id/record HTTP/1.1\r\n$close" 'Player2 "Bob"'
post /api/games '{"game":"orbital"}' '201'
hidden=$(sed -nE 's/.*"id":"([0-9a-z]{12})".*/\1/p' answer)
watch=$(sed -nE 's/.*"watch":"([^"]*)".*/\1/p' answer)
get "GET /api/games/$hidden HTTP/1.1\r\n$close" '"code":"unknown"'
get "GET /api/games/$hidden HTTP/1.1\r\nAuthorization: Bearer $watch\r\n$close" '"status":"open"'
get "GET /api/games/$hidden HTTP/1.1\r\nAuthorization: Bearer x$watch\r\n$close" '"code":"unknown"'
post "/api/games/$hidden/join" '{"name":"Eve"}' '"code":"unknown"'
bad 1 'another program uses it' serve --port "$port" --store other.db

# A copy that is taken while it runs holds the games.
ok 'is a copy' backup copy.db --store games.db
bad 1 'copy.db is not empty; --force replaces it' backup copy.db --store games.db
ok 'is a copy' backup copy.db --store games.db --force
holds test "$(stat -c %a copy.db)" = 600
stop
if grep -qF -e "$secret" -e "$watch" log games.db*; then
    complain "keep secrets out of the log and the store"
fi

start --port 0 --store copy.db
get "GET /api/games/$id HTTP/1.1\r\n$close" '"name":"Bob"'
stop

openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
    -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 2> /dev/null
start --port 0 --store copy.db --tls-cert cert.pem --tls-key key.pem
curl -sS --cacert cert.pem "https://127.0.0.1:$port/api" > out 2> err || true
grep -q '"version":1' out || complain "answer over TLS"
stop
bad 1 'certificate' serve --port 0 --store copy.db --tls-cert key.pem --tls-key cert.pem
