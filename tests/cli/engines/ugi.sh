#!/usr/bin/env bash
# ugi.sh TABLIER GAME MODE [MARK] - an engine that speaks UGI and plays the first
# legal move, or does one thing wrong, as MODE says. MARK only makes it findable.
tablier=$1 game=$2 mode=$3
moves=""

first_move() {
    "$tablier" moves "$game" --moves "$moves" | head -n 1
}

go() {
    case $mode in
    crash) exit 3 ;;
    killed) kill -SEGV $$ ;;
    silent) : ;;
    talkative) echo "info depth 1 nodes 10" ;;
    illegal) echo "bestmove z99" ;;
    garbage) echo "the weather is fine" ;;
    flood) exec yes "info string on and on" ;;
    endless) exec tr '\0' x </dev/zero ;;
    empty) echo "bestmove" ;;
    long) echo "bestmove $(printf 'a%.0s' {1..500})" ;;
    slow) sleep 0.6; echo "bestmove z99" ;;
    closes) exec >&- ; sleep 60 ;;
    children) sleep 60 & echo "bestmove z99" ;;
    odd)
        printf '\r\n  junk\ninfo\ninfo depth\ninfo string bestmove a1\n'
        printf '  bestmove   %s   ponder x\r\n' "$(first_move)"
        ;;
    twice) echo "bestmove $(first_move)"; echo "bestmove z99" ;;
    *) printf 'info depth 3 nodes 42 pv x depth 9\nbestmove %s\n' "$(first_move)" ;;
    esac
}

[[ $mode == dead ]] && exit 1
[[ $mode == mute ]] && exec sleep 60
[[ $mode == deaf ]] && exec yes ugiok

while read -r word rest; do
    case $word in
    ugi)
        [[ $mode == rude ]] && { echo "what do you want?"; continue; }
        printf 'id name fake\nid author nobody\noption name Hash type spin default 1 min 1 max 9\n'
        printf 'option name Players type combo default 2 var 2\nugiok\n'
        ;;
    setoption) echo "info string $rest" ; [[ $rest == *"value refuse"* ]] && exit 7 ;;
    isready) echo readyok ;;
    position)
        moves=""
        [[ $rest == *moves* ]] && moves=${rest#*moves }
        ;;
    go) go ;;
    quit) exit 0 ;;
    esac
done
