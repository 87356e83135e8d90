#!/usr/bin/env bash
# Every move of a position with what is known of it, and the books behind that.
source "$(dirname "$0")/lib.sh"

# ---- Exact values

run explore tictacdoh --json
same '{"game":"tictacdoh","turn":1,"book":null,"moves":[{"move":"Sc3","value":"draw","plies":null,"games":0},{"move":"Lc3","value":"draw","plies":null,"games":0},{"move":"Mc3","value":"loss","plies":6,"games":0}]}'
ok '^  1  c5 +win 1' explore quoridor 'size=5 walls=0 c4/a4 0/0 - 1'
ok '^  1  c5 +gain 1' explore quoridor 'size=5 walls=0 c4/a4 0/0 - 1' --lang fr
# All positions that can follow are solved where they are few: small boards, and few barriers left.
ok '^  3  c2 +loss 9 *$' explore quoridor --set size=5 --set walls=2
ok '^  1  d4 +win 6 *$' explore quoridor 'walls=1 e4/e7 1/0 e4h 1'
last 'The game is over.' explore quoridor 'size=5 walls=0 c5/a4 0/0 - 1'
ok '^\{"game":"quoridor","turn":1,"book":(null|\{.*\}),"moves":\[\]\}$' \
    explore quoridor 'size=5 walls=0 c5/a4 0/0 - 1' --json
ok '^A question mark: ' explore dorix --players 3
bad 2 'There are two positions' explore quoridor 'size=5 walls=0 c4/a4 0/0 - 1' \
    --position 'size=5 walls=0 c4/a4 0/0 - 1'
bad 2 'game' explore chess

# ---- A book: made at once or bit by bit, it is the same

ok '^4 games, [0-9]+ positions' book tictacdoh --games 4 --seed 3 --out whole
run book tictacdoh --games 2 --seed 3 --out parts
holds test "$status" = 0
printf '3 1 9 Lc3' >> parts.games # what is left of a game when the power fails
cp parts.games copy
exec {lock}>> parts.games
flock "$lock"
bad 1 'Another program is at work with parts.games' book tictacdoh --games 4 --seed 3 --out parts
holds cmp parts.games copy
exec {lock}>&-
run book tictacdoh --games 4 --seed 3 --threads 2 --out parts
holds cmp whole parts
ok '"book":\{"games":4,"level":0,"nodes":1000,"least":1,"each":0,"complete":false\}' explore tictacdoh --book whole --json
ok '"games":[1-4],"wins":[0-4],"draws":[0-4],"losses":[0-4],"length":' \
    explore tictacdoh --book whole --json
# Every second move was tried.
ok '^30 games' book tictacdoh --each 1 --games 30 --out each
ok '"each":1' explore tictacdoh --book each --moves Lc3 --json
holds test "$(grep -o '"games":0' out | wc -l)" -eq 0
ok 'alike' explore tictacdoh --book each
run book quoridor --games 1 --nodes 1000 --out short
ok '"book":\{"games":1,"level":0,"nodes":1000,"least":1,"each":0,"complete":false\}' explore quoridor --book short --json
ok '^Statistics from 4 games of the computer' explore tictacdoh --book whole
holds grep -q 'whichever way' out
ok '^Statistiques de 4 parties de l.ordinateur' explore tictacdoh --book whole --lang fr
# A terminal of 60 columns shows a row in one line.
run explore quoridor
holds awk '/^ / && length > 60 { exit 1 }' out

# ---- Errors are reported, and nothing is lost

bad 1 'about Tic Tac Doh' explore dorix --book whole
sed 's/games=4/games=5/' whole > changed
head -c 200 whole > cut
echo hello > other
bad 1 '^tablier: changed: The book of positions is damaged' explore tictacdoh --book changed
bad 1 '^tablier: cut: The book of positions is damaged' explore tictacdoh --book cut
bad 1 '^tablier: other: This is not a book' explore tictacdoh --book other
bad 1 'nowhere' explore tictacdoh --book nowhere
bad 1 'games of another kind' book tictacdoh --games 4 --seed 4 --out whole
echo '1 2 3 rubbish' >> whole.games
bad 1 'line 6: ' book tictacdoh --games 4 --seed 3 --out whole
bad 1 'other' book tictacdoh --games 1 --out other
holds test "$(cat other)" = hello
bad 2 'Give --out' book tictacdoh
bad 2 'between 1 and 16777215' book tictacdoh --games 20000000 --out new
bad 1 'about Tic Tac Doh' book dorix --check whole
bad 1 '^tablier: cut: The book of positions is damaged' book tictacdoh --check cut
