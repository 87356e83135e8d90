#!/usr/bin/env bash
# What the computer thinks: the table, the JSON, the limits.
source "$(dirname "$0")/lib.sh"

won='size=5 walls=0 c4/a4 0/0 - 1'
lost='size=5 walls=0 c2/a2 0/0 - 1'
over='size=5 walls=0 c5/a4 0/0 - 1'

# ---- JSON

line='\{"move":"[^"]+","score":-?[0-9.e-]+,"value":(null|"win"|"draw"|"loss"),"plies":(null|[0-9]+),"exact":(true|false),"pv":\["[^]]+"\]\}'
end='"depth":[0-9]+,"nodes":[0-9]+,"ms":[0-9]+\}$'
for game in dorix tictacdoh quoridor orbital; do
    ok "^\{\"game\":\"$game\",\"turn\":1,\"lines\":\[$line\],$end" \
        analyse "$game" --nodes 2000 --json
done
ok "^\{\"game\":\"dorix\",\"turn\":1,\"lines\":\[$line\],$end" \
    analyse dorix --players 3 --nodes 500 --json
ok "^\{\"game\":\"quoridor\",\"turn\":1,\"lines\":\[$line\],$end" \
    analyse quoridor --players 4 --nodes 500 --json
ok "^\{\"game\":\"orbital\",\"turn\":2,\"lines\":\[$line,$line,$line\],\"depth\":2," \
    analyse orbital --moves Bb2 --depth 2 --lines 3 --json
ok '"move":"c5","score":1.0,"value":"win","plies":1,"exact":true,"pv":\["c5"\]' \
    analyse quoridor "$won" --depth 4 --json
ok '"score":-1.0,"value":"loss","plies":2,"exact":true' analyse quoridor "$lost" --depth 6 --json
run analyse quoridor "$over" --json
same '{"game":"quoridor","turn":1,"lines":[],"depth":0,"nodes":0,"ms":0}'

# The same question has the same answer.
for game in dorix quoridor "dorix --players 3"; do
    # shellcheck disable=SC2086
    run analyse $game --nodes 5000 --json
    first=$(sed 's/"ms".*//' out)
    # shellcheck disable=SC2086
    run analyse $game --nodes 5000 --json
    holds test "$(sed 's/"ms".*//' out)" = "$first"
done

# ---- For people

ok '^(depth [0-9]+, )?[0-9,]+ nodes in [0-9.]+ s \([0-9,]+/s\)$' \
    analyse quoridor "$won" --lines 2 --depth 3
ok '^  1  win 1 +c5$' analyse quoridor "$won" --lines 2 --depth 3
last 'Player 1, c5: win in 1 move (proven).' analyse quoridor "$won" --lines 2 --depth 3
ok '^Player 1, [^ ]+: loss in 1 move \(proven\)\.$' analyse quoridor --position "$lost" --depth 6
ok '^Joueur 2, [^ ]+ : .* \([+-][0-9,]+\)\.$' analyse quoridor --moves e2 --nodes 500 --lang fr
last 'The game is over.' analyse quoridor "$over"
ok '^Player 1, ' analyse quoridor --time 50 --threads 2 --hash 4

# ---- Whole lines, and every move

# pv GAME WORD...: plays the best line of an analysis, and says what comes of it.
pv() {
    local game=$1 moves
    shift
    run analyse "$game" --json --nodes 20000 "$@"
    moves=$(sed -E 's/.*"pv":\[([^]]*)\].*/\1/; s/[",]/ /g' out)
    run show "$game" "$@" --moves "$moves"
    grep '^result: ' out
}
holds test "$(pv tictacdoh)" = 'result: draw'
holds test "$(pv orbital)" = 'result: 1'
holds test "$(pv orbital --set pieces=3 --set line=row)" != ''
run analyse tictacdoh --nodes 10
holds grep -qE '^  1  draw +Sc3( [SML][a-e][1-5]){14}$' out

for game in quoridor "quoridor --set size=3 --set walls=1" orbital "dorix --moves b2" tictacdoh; do
    # shellcheck disable=SC2086
    run moves $game
    sort out > all
    # shellcheck disable=SC2086
    run analyse $game --lines all --nodes 3000
    sed -nE 's/^ *[0-9]+  ([^ ]+|win [0-9]+|loss [0-9]+) +([A-Za-z][^ ]*).*/\2/p' out | sort > listed
    holds cmp -s all listed
done
ok '^  1  win 1 +c5$' analyse quoridor 'size=5 walls=5 c4/a3 5/5 - 1' --lines all --nodes 2000
ok '"move":"c5","score":1.0,"value":"win","plies":1,' analyse quoridor \
    'size=5 walls=5 c4/a3 5/5 - 1' --lines all --nodes 2000 --json
bad 2 'with two players only' analyse quoridor --players 4 --lines all

# ---- Wrong command lines

bad 2 'Missing' analyse
bad 2 'chess' analyse chess
bad 2 'position' analyse quoridor nonsense
bad 2 'only one' analyse quoridor "$won" --position "$won"
bad 2 'Move 2' analyse quoridor --moves 'e2 e3'
bad 2 'between 1 and 32' analyse quoridor --lines 33
bad 2 'time' analyse quoridor --time soon
for option in time depth; do
    bad 2 "^tablier: --$option: It must be between 1 and 2147483647" \
        analyse quoridor --$option 2147483648
done
bad 2 '^tablier: --lines must be between 1 and 32, or all' \
    analyse quoridor --lines 18446744073709551615
bad 2 'level' analyse quoridor --level 3
