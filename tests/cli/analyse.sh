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

ok '^(depth [0-9]+, )?[0-9 ]+ nodes in [0-9.]+ s \([0-9 ]+/s\)$' \
    analyse quoridor "$won" --lines 2 --depth 3
ok '^  1  win 1 +c5$' analyse quoridor "$won" --lines 2 --depth 3
last 'player 1, c5: win in 1 ply (proven)' analyse quoridor "$won" --lines 2 --depth 3
ok '^player 1, [^ ]+: loss in 2 plies \(proven\)$' analyse quoridor --position "$lost" --depth 6
ok '^joueur 2, [^ ]+ : .* \([+-][0-9.]+\)$' analyse quoridor --moves e2 --nodes 500 --lang fr
last 'the game is over' analyse quoridor "$over"
ok '^player 1, ' analyse quoridor --time 50 --threads 2 --hash 4

# ---- Wrong command lines

bad 2 'missing' analyse
bad 2 'chess' analyse chess
bad 2 'position' analyse quoridor nonsense
bad 2 'only one' analyse quoridor "$won" --position "$won"
bad 2 'Move 2' analyse quoridor --moves 'e2 e3'
bad 2 '1 to 32' analyse quoridor --lines 33
bad 2 'time' analyse quoridor --time soon
bad 2 'at most' analyse quoridor --depth 99999999999
bad 2 'level' analyse quoridor --level 3

finish
