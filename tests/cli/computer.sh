#!/usr/bin/env bash
# The computer at the table: seats, hints, analysis, Ctrl-C.
source "$(dirname "$0")/lib.sh"

play=(play --no-autosave --ascii)
small=(quoridor --set size=3 --set walls=0)

# ---- Seats

for seat in level level:1 level:3:runner alphabeta:5 mcts:5 uct:5 random; do
    ok 'has won\.$' "${play[@]}" "${small[@]}" --seat 1="$seat" --seat 2=level:2 --seed 1
done
ok 'has won\.$' "${play[@]}" "${small[@]}" --players 4 --seed 1 \
    --seat 1=paranoid:5 --seat 2=maxn:5 --seat 3=level:2 --seat 4=mcts:5

input=$'b2\nquit\n'
run "${play[@]}" dorix --players 4 --seat 2=level:1 --seat 3=level:1 --seat 4=level:1
holds test "$(grep -c '^Level 1 (player [234]) plays ' out)" -eq 3

input=
for seat in level:13 level:x level: alphabeta:0 alphabeta:soon random:1; do
    bad 2 "^tablier: Player 2: (There is no ${seat%%:*}:.*; use|A ${seat%%:*} player takes nothing)" \
        "${play[@]}" quoridor --seat 2="$seat"
done
bad 2 "^tablier: Player 2: There is no personality 'wizard' in this game" \
    "${play[@]}" quoridor --seat 2=level:3:wizard
bad 2 "no player 'wizard'; there are: human, random, level:0..12" \
    "${play[@]}" quoridor --seat 2=wizard

# The same seed, the same game, even on a machine that gives no time: each look at the clock finds it
# 0.3 s later, and a level has 0.5 s for a move.
fifth_seed=("${play[@]}" dorix --seat 1=level:2 --seat 2=level:1 --seed 5)
ok 'has won' "${fifth_seed[@]}"
cp out first
busy=(LD_PRELOAD="$TABLIER_TEST_FAULTS" TABLIER_TEST_CLOCK_MS=300)
environment=("${busy[@]}")
ok 'has won' "${fifth_seed[@]}"
holds cmp first out
# The highest level has nothing but its time, and keeps it.
input=$'e2\nquit\n'
ok 'Level 12 .* plays' "${play[@]}" quoridor --seat 2=level:12 --seed 5
input=
environment=()

# By the pie rule it takes over a first move that wins.
input=$'b3\nquit\n'
ok '^Level 12 \(player 2\) plays swap\.$' "${play[@]}" quoridor --swap on --seat 2=level:12 \
    --position 'size=5 walls=0 c3/c5 0/0 - 1'

# ---- Advice

input=$'hint\nanalyse\nc5\nquit\n'
ok '^Play c5\. It wins in 1 move, whatever' "${play[@]}" quoridor --position 'size=5 walls=0 c4/a4 0/0 - 1'
ok '^Player 1, c5: win in 1 move \(proven\)\.$' "${play[@]}" quoridor \
    --position 'size=5 walls=0 c4/a4 0/0 - 1'
input=$'hint\nquit\n'
ok '^Jouez [a-e][1-5]\. La partie est perdue.*\(1 coup\)\.$' "${play[@]}" quoridor --lang fr \
    --position 'size=5 walls=0 c2/a2 0/0 - 1'
ok '^Play [a-d][1-4]\. It is the best move I see: you are then .* \([+-][01]\.[0-9][0-9]\)\.$' "${play[@]}" dorix
# in words, by what the game itself has to say
input=$'hint\nquit\n'
ok '^The piece sends player 2 to ' "${play[@]}" orbital
near='size=5 walls=0 c2/a5 0/0 - 1'
ok "^Player 1's path goes from 3 to 2\\.$" "${play[@]}" quoridor --position "$near"
ok '^Le chemin du joueur 1 passe de 3 à 2\.$' "${play[@]}" quoridor --lang fr --position "$near"
input=$'c5\nhint\nanalyse\nquit\n'
run "${play[@]}" quoridor --position 'size=5 walls=0 c4/a4 0/0 - 1'
holds test "$(grep -c 'The game is over: rematch, new, analyse, undo' err)" -eq 1
holds grep -qE '^ *1\.? .*c5' out # the review of the game

# ---- Ctrl-C

# While the computer thinks it makes it move, and the game goes on.
mkfifo fifo
"$tablier" "${play[@]}" quoridor --seat 2=alphabeta:60000 < fifo > out 2> err &
pid=$!
exec 3> fifo
echo e2 >&3
sleep 0.7
kill -INT "$pid"
for ((i = 0; i < 200; i++)); do
    grep -q plays out && break
    sleep 0.1
done
printf 'show\nquit\n' >&3
exec 3>&-
wait "$pid"
status=$?
holds test "$status" -eq 0
holds grep -q '^alphabeta:60000 (player 2) plays ' out
holds grep -q '^position: ' out

# Where nobody could be waiting for the move, it ends the game.
"$tablier" "${play[@]}" quoridor --seat 1=alphabeta:60000 --seat 2=alphabeta:60000 > out 2> err &
pid=$!
sleep 0.7
kill -INT "$pid"
wait "$pid"
status=$?
holds test "$status" -eq 130
