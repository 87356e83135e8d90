#!/usr/bin/env bash
# The computer for Quoridor programs: a session by QTP, and a game as the protocol's
# referee runs it.
source "$(dirname "$0")/lib.sh"

# ---- A session

input=$(cat << 'COMMANDS'
name
# the rest is about a small board
boardsize 5
clear_board
walls 2
playmove black C4 # a comment
playmove white C2
playwall black B5 horizontal
playwall white C2 v
showboard
playmove white C4
playwall white
castle
boardsize 8
undo 5
undo 4
winner
quit
name
COMMANDS
)
run qtp
holds diff - out << 'ANSWERS'
= Tablier

= 

= 

= 

= 

= 

= 

= 

= 
     A   B   C   D   E
   +---+---+---+---+---+
 5 |   |   |   |   |   | 5  black walls: 1
   +---+=======+---+---+
 4 |   |   | B |   |   | 4  white walls: 1
   +---+---+---+---+---+
 3 |   |   |   |   |   | 3
   +---+---+---+---+---+
 2 |   |   | W H   |   | 2
   +---+---+---H---+---+
 1 |   |   |   H   |   | 1
   +---+---+---+---+---+
     A   B   C   D   E

? illegal move

? invalid syntax

? unknown command

? unacceptable size

? cannot undo

= 

= false

= 

ANSWERS

# The end of the input while it thinks makes it decide at once.
input='genmove black'
ok '^= [A-I][1-9]( horizontal| vertical)?$' qtp --time 600000
input=$'genmove white\nquit\n'
ok '^= [A-I][1-9]( horizontal| vertical)?$' qtp --time 600000

# ---- Wrong command lines

input=
bad 2 'extra' qtp extra
bad 2 'time' qtp --time 0
bad 2 'time' qtp --time x
bad 2 'between 0 and 12' qtp --level 13
bad 2 'seat' qtp --seat 1=human

# ---- A game

status=0
: > out
: > err

fail() {
    complain "$*"
    exit 1
}

declare -A to from

# start COLOUR: as the referee does it, with -seed.
start() {
    local in out
    mkfifo "$1.in" "$1.out"
    "$tablier" qtp --time 20 --hash 4 -seed 7 < "$1.in" > "$1.out" 2>&1 &
    exec {in}> "$1.in" {out}< "$1.out"
    to[$1]=$in from[$1]=$out
    rm "$1.in" "$1.out"
}

# send COLOUR WORDS...: sends it; the answer is in $reply, without blanks around it.
send() {
    local colour=$1 empty
    shift
    echo "$*" >&"${to[$colour]}"
    read -r -t 20 reply <&"${from[$colour]}" || fail "$colour does not answer $*"
    read -r -t 20 empty <&"${from[$colour]}" && [[ -z $empty ]] || fail "no empty line after $*"
}

start black
start white
for colour in black white; do
    for words in "boardsize 7" clear_board "walls 6"; do
        send $colour $words
        [[ $reply == "=" ]] || fail "$words: $reply"
    done
done
mover=black other=white winner=false
for ((ply = 0; ply < 400; ply++)); do
    send $mover genmove $mover
    [[ $reply =~ ^=\ ([A-G][1-7])(\ horizontal|\ vertical)?$ ]] || fail "genmove: $reply"
    vertex=${BASH_REMATCH[1]} way=${BASH_REMATCH[2]}
    if [[ $way ]]; then
        send $other playwall $mover $vertex$way
    else
        send $other playmove $mover $vertex
    fi
    [[ $reply == "=" ]] || fail "$vertex$way: $reply"
    if [[ -z $way && ($mover == black && $vertex == ?1 || $mover == white && $vertex == ?7) ]]; then
        winner=$mover
        break
    fi
    [[ $mover == black ]] && mover=white other=black || mover=black other=white
done
[[ $winner != false ]] || fail "nobody wins"
for colour in black white; do
    send $colour winner
    [[ $reply == "= true $winner" ]] || fail "$winner has won, but $colour says $reply"
    send $colour quit
    [[ $reply == "=" ]] || fail "quit: $reply"
done
wait
# Weak levels vary from game to game, and do the same again from the same seed.
input=
for _ in {1..8}; do
    input+=$'clear_board\ngenmove black\n'
done
input+=$'name\n' # the end of the input would cut the last search short
seventh_seed=(qtp --level 1 --seed 7 --time 1000000)
run "${seventh_seed[@]}"
holds grep -qE '^= [A-I]' out
holds test "$(grep -E '^= [A-I]' out | sort -u | wc -l)" -gt 1
cp out first
# Also on a machine that gives no time: the level's half second is over at the second look.
environment=(LD_PRELOAD="$TABLIER_TEST_FAULTS" TABLIER_TEST_CLOCK_MS=300)
run "${seventh_seed[@]}"
holds cmp first out
environment=()
