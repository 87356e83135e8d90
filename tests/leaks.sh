#!/usr/bin/env bash
# leaks.sh TABLIER - a few calls of the program that use much of it. In the
# sanitize build they fail if memory is lost; each takes seconds to find that out.
set -euo pipefail
tablier=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

printf '%s\n' '{"game":"dorix","players":4,"moves":["b2","c3"],"result":null}' \
    '{"game":"quoridor","swap":true,"moves":["e2","swap","e8"],"names":["Ann","Bob"]}' \
    '{"game":"quoridor","moves":["e2","e9"]}' '{"game":7}' '{' > games.jsonl
status=0
"$tablier" replay --counts games.jsonl > out 2> err || status=$?
[[ $status -eq 1 && $(grep -c '"plies":2' out) -eq 2 && $(grep -c '"error"' out) -eq 3 ]]

printf '%s\n' e2 e8 moves 'why e9' undo redo show help 'save game.txt' resign undo e9 quit |
    "$tablier" play quoridor --autosave kept.json --name 1=Ann --swap on > out 2> err

"$tablier" replay --to text kept.json > out
grep -q '^1\. e2 e8' out
