#!/usr/bin/env bash
# An extra game on the command line and over UGI: extra_game.sh PROGRAM.
here=$(realpath "$(dirname "$0")")
game=$here/src/games/nim web=$here/web/games/nim
source "$here/../cli/lib.sh"

# ---- Facts, rules and text

ok '^nim ' games
ok '^# Nim$' rules nim
ok '^# Nim$' rules nim --lang fr
ok 'dernière pierre' rules nim --lang fr
ok '^c5$' moves nim
run why nim a2
holds grep -q 'There are not 2 stones in heap a.' out
run why nim --position '0/3/5 1' a1
holds grep -q 'There is not one stone in heap a.' out
bad 2 'heaps' moves nim --set heaps=7
last 275 perft nim 3

# ---- A game at the prompt, and by engines

input=$'c3\nb1\na1\nc2\nundo\nc1\nc1\nb2\nshow\n'
run play nim --no-autosave
holds test "$status" -eq 0
holds grep -qE 'Player 2 has won' out
holds grep -qE '^position: 0/0/0 1$' out

# With 1 and 3 stones left, only b2 wins. The end of the input would end the search.
coproc engine { "$tablier" engine nim; }
pid=$engine_PID # the shell forgets it when the program ends
printf 'position startpos moves c5\ngo nodes 20000\n' >&"${engine[1]}"
answer=
while [[ $answer != bestmove* ]] && read -r -t 60 answer <&"${engine[0]}"; do :; done
holds test "$answer" = 'bestmove b2'
printf 'quit\n' >&"${engine[1]}"
wait "$pid"

input=$'position startpos moves c5 b2 a1\nquery gameover\nquery result\nposition startpos moves c5 b2 a1 b1\nquery gameover\nquery result\n'
run engine nim
same $'response false\nresponse none\nresponse true\nresponse p2win'
unset input

# ---- Teams: 1 and 3 against 2 and 4

ok '^Players 2 and 4 have won\.$' show nim --players 4 --moves 'd7 c5 b3 a1'
ok '^result: 1,3$' show nim --players 4 --moves 'd6 d1 c5 b3 a1'
ok '^Player 2 wins in 16 plies\.$' solve nim --players 4
ok 'A level:6 +6 +0 +0 +100' match nim --players 4 --games 6 --a level:6 --b level:1 --seed 1

# ---- Evaluation, levels, and the model of play for three

# Each level looks at no more positions than its row in nim_eval.c allows.
nodes_of() {
    local line nodes=
    coproc engine { "$tablier" engine nim; }
    local pid=$engine_PID
    printf 'setoption name heaps value 6\nsetoption name Level value %d\nposition startpos\ngo\n' "$1" >&"${engine[1]}"
    while read -r -t 60 line <&"${engine[0]}"; do
        [[ $line =~ nodes\ ([0-9]+) ]] && nodes=${BASH_REMATCH[1]}
        [[ $line != bestmove* ]] || break
    done
    printf 'quit\n' >&"${engine[1]}"
    wait "$pid"
    echo "$nodes"
}
holds test "$(nodes_of 2)" -le 200
holds test "$(nodes_of 4)" -le 2000
ok '^  A level:6 +7 +0 +1 ' match nim --games 8 --a level:6 --b level:1 --seed 2
ok '^nim +2 ' bench
holds grep -qE '^nim +3 .*nodes 2000: d7$' out

# The evaluation is tanh(40/100) for the player who has made the heaps even.
score() { "$tablier" analyse nim --set heaps=6 --nodes 30 --json "$@" | sed -E 's/.*"score":(-?0\.[0-9]{3}).*/\1/'; }
holds test "$(score --net none)" = 0.379

# ---- The network: by it the start is lost, as it is; the script writes the same weights

holds test "$(score)" = -0.921
python3 "$here/make_net.py" nim.net nim.check
holds cmp nim.net "$game/nim.net"
holds cmp nim.check "$here/net/nim.check"
holds test "$(score --net nim.net)" = -0.921
printf 'X' | dd of=nim.net bs=1 seek=100 conv=notrunc status=none
run analyse nim --nodes 10 --net nim.net
holds grep -q 'nim.net: The network file is damaged' err

# ---- The table: built, checked, asked

run table nim nim.table
holds test "$status" -eq 0
holds cmp nim.table "$game/nim.table"
ok 'whole table of Nim' verify nim.table
printf 'X' | dd of=nim.table bs=1 seek=1000 conv=notrunc status=none
bad 1 'damaged' verify nim.table

# The side to move loses if and only if the exclusive or of the heaps is zero; with the table, which needs no
# search, and by the rules alone.
for position in 1/2/3 2/4/6 3/5/6 1/8/9 7/7/1 9/8/7 5/5/4 2/2/2; do
    IFS=/ read -r a b c <<<"$position"
    wins=$((a ^ b ^ c ? 1 : 2))
    ok "^Player $wins wins in" solve nim --position "$position 1"
    winning=$(head -n 1 out)
    [[ $wins -eq 1 ]] || holds grep -q '^0 nodes' out
    ok "^$winning$" solve nim --position "$position 1" --rules-only --shortest
done
ok '^Player 2 wins in 34 plies\.$' solve nim --set heaps=6
ok '^Player 1 cannot force a win\.$' solve nim --players 3 --for 1

# ---- A review, with remarks

printf '[Game "Nim"]\n\n1. c5 b1 2. b1 b1 3. a1 *\n' > game.txt
ok '^ +1 +1  c5\?\? +win in 4 +loss in 2$' review game.txt
holds grep -q 'c3: 6 stones in 3 heaps\.' out
holds grep -q 'Heap c is empty then\.' out
holds grep -q 'The game turned at move 2: b1 of player 2\.' out

# ---- A picture: 9 stones, two rings on squares and one for each of a heap's 9

stones() { grep -o '<rect[^>]*rx="20"' "$1" | wc -l; }
ok '^turn: 1$' show nim --svg plain.svg
holds test "$(stones plain.svg)" -eq 9
holds grep -q '>Stones: 9<' plain.svg
ok '' show nim --svg marked.svg --marks 'a1 b2 c'
holds test "$(($(wc -l < marked.svg) - $(wc -l < plain.svg)))" -eq 11
bad 2 "'d'" show nim --svg other.svg --marks 'd'

# ---- Puzzles: found again, checked, solved; the book likewise

ok '5 puzzles' puzzles nim --count 5 --seed 1 --out puzzles.txt
holds cmp puzzles.txt "$web/puzzles.txt"
# The game is so small that some of its positions occur in the solutions of others.
run puzzles --check puzzles.txt
holds grep -q '5 proven, 0 wrong, 0 equal to another, 3 in' out
sed -i '2s/c3(/c4(/' puzzles.txt
run puzzles --check puzzles.txt
holds grep -q '4 proven, 1 wrong' out
input=$'b1\nc1\nc1\n'
ok '^Solved' puzzle nim --id psvdtt
unset input

ok '25 games' book nim --games 300 --out book.txt
holds cmp book.txt "$web/book.txt"
ok '^ +1  c3 +win 4 +25  100%' explore nim
