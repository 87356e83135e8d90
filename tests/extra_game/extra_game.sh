#!/usr/bin/env bash
# An extra game on the command line and over UGI: extra_game.sh PROGRAM.
source "$(dirname "$0")/../cli/lib.sh"

# ---- What the program says of it

ok '^nim ' games
ok '^# Nim$' rules nim
ok '^# Nim$' rules nim --lang fr
ok 'dernière pierre' rules nim --lang fr
ok '^c5$' moves nim
run why nim a2
holds grep -q 'There are not 2 stones in heap a.' out
bad 2 'heaps' moves nim --set heaps=6

# ---- A game at the prompt, and one by computers

input=$'c3\nb1\na1\nc2\nundo\nc1\nc1\nb2\nshow\n'
run play nim --no-autosave
holds test "$status" -eq 0
holds grep -qE 'Player 2 has won' out
holds grep -qE '^position: 0/0/0 1$' out

# With 1 and 3 stones left, only b2 wins. The end of the input would end the search.
coproc engine { "$tablier" engine nim; }
printf 'position startpos moves c5\ngo nodes 20000\n' >&"${engine[1]}"
answer=
while [[ $answer != bestmove* ]] && read -r -t 60 answer <&"${engine[0]}"; do :; done
holds test "$answer" = 'bestmove b2'
printf 'quit\n' >&"${engine[1]}"
wait "$engine_PID"

input=$'position startpos moves c5 b2 a1\nquery gameover\nquery result\nposition startpos moves c5 b2 a1 b1\nquery gameover\nquery result\n'
run engine nim
same $'response false\nresponse none\nresponse true\nresponse p2win'

ok 'level:4' match nim --games 4 --a level:4 --b level:1

finish
