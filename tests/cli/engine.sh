#!/usr/bin/env bash
# The computer for other programs: sessions by UGI, and a match under a controller
# that knows nothing but the protocol.
source "$(dirname "$0")/lib.sh"

# ---- Sessions

input=$'query p1turn\nquery gameover\nquery result\nisready\nquit\nisready\n'
run engine dorix
same $'response true\nresponse false\nresponse none\nreadyok'

input=$'position startpos moves a1 a3 a2 b3 a3\nquery gameover\nquery result\n'
run engine quoridor --set size=3 --set walls=0
same $'response true\nresponse p1win'

input=$'position startpos moves b2 c3 d4\nquery p1turn\n'
run engine dorix --players 4 --level 3 --threads 2 --hash 8 --seed 1
same 'response false'

# A position with an illegal move is refused as a whole.
input=$'position startpos moves e2\nposition startpos moves e2 e2\nquery p1turn\n'
ok "^info string error: Move 2 'e2': " engine quoridor
last 'response false' engine quoridor

input=$'setoption name Seed value -1\nugi\n'
ok '^info string error: Seed cannot be' engine dorix
ok '^option name Seed type spin default 0 min 0 max 2147483647$' engine dorix
unset input

# The end of the input while it thinks ends the search, well.
input=$'position startpos\ngo infinite\n'
ok '^bestmove [a-i][1-9][hv]?$' engine quoridor
ok '^bestmove [a-i][1-9][hv]?$' engine quoridor --level 5

# A megabyte in one line, and binary data.
{
    head -c 1000000 /dev/zero | tr '\0' x
    echo
    head -c 1000 /dev/urandom
    printf '\nisready\n'
} > long
holds test "$(timeout 60 "$tablier" engine orbital < long | tail -n 1)" = readyok

# ---- Wrong command lines

input=
bad 2 'Missing' engine
bad 2 'chess' engine chess
bad 2 'extra' engine quoridor extra
bad 2 'between 0 and 12' engine quoridor --level 13
bad 2 'threads' engine quoridor --threads 0
bad 2 'hash' engine quoridor --hash x
bad 2 'players' engine quoridor --players 3
bad 2 'size' engine dorix --set size=5
bad 2 'position' engine quoridor --position -

# ---- A match

status=0
: > out
: > err

fail() {
    complain "$*"
    exit 1
}

# expect WHAT EXPECTED GOT
expect() {
    [[ $2 == "$3" ]] || fail "$1: expected '$2', got '$3'"
}

declare -A to from

# start NAME ARGS...: an engine at the other end of two pipes.
start() {
    local name=$1 in out
    shift
    mkfifo "$name.in" "$name.out"
    "$tablier" engine "$@" < "$name.in" > "$name.out" &
    exec {in}> "$name.in" {out}< "$name.out"
    to[$name]=$in from[$name]=$out
    rm "$name.in" "$name.out"
}

tell() {
    echo "$2" >&"${to[$1]}"
}

# await NAME WORD: the second word of the next line of two words that begins so.
await() {
    local words
    while read -r -t 20 -a words <&"${from[$1]}"; do
        if [[ ${words[0]-} == "$2" && ${#words[@]} -eq 2 ]]; then
            reply=${words[1]}
            return
        fi
        [[ ${words[*]} != *error* ]] || fail "$1: ${words[*]}"
    done
    fail "$1 does not say $2"
}

ask() {
    tell "$1" "query $2"
    await "$1" response
}

wait_for() {
    local line
    while read -r -t 20 line <&"${from[$1]}"; do
        [[ $line == "$2" ]] && return
    done
    fail "$1 does not say $2"
}

# play_game GO: both engines must agree on everything; the result is in $reply.
play_game() {
    local moves="" name turn over
    for name in a b; do
        tell "$name" uginewgame
        tell "$name" isready
        wait_for "$name" readyok
    done
    for ((ply = 0; ply < 500; ply++)); do
        for name in a b; do
            tell "$name" "position startpos${moves:+ moves$moves}"
            tell "$name" isready
            wait_for "$name" readyok
        done
        ask a gameover
        over=$reply
        ask b gameover
        expect "game over" "$over" "$reply"
        [[ $over == true ]] && break
        ask a p1turn
        turn=$([[ $reply == true ]] && echo a || echo b)
        tell "$turn" "go $1"
        await "$turn" bestmove
        moves+=" $reply"
    done
    ask b result
    over=$reply
    ask a result
    expect "result" "$over" "$reply"
    [[ $reply =~ ^(p1win|p2win|draw)$ ]] || fail "a game ended with $reply"
}

for game in "quoridor --set size=5 --set walls=2" orbital tictacdoh dorix; do
    # shellcheck disable=SC2086
    start a $game --level 2 --seed 1
    # shellcheck disable=SC2086
    start b $game --seed 2
    for name in a b; do
        tell "$name" ugi
        wait_for "$name" ugiok
    done
    play_game "nodes 300"
    play_game "p1time 400 p2time 400 p1inc 0 p2inc 0"
    for name in a b; do
        tell "$name" quit
        exec {to[$name]}>&- {from[$name]}<&-
    done
    wait
done
