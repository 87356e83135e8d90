#!/usr/bin/env bash
# The commands that look at positions, and the help.
source "$(dirname "$0")/lib.sh"

ok '^tablier [0-9]+\.[0-9]+\.[0-9]+$' --version
ok '^usage: tablier COMMAND' --help
for command in games rules show moves why perft replay play analyse engine qtp; do
    ok "^  $command +[A-Z]" --help
    ok "^usage: tablier $command" "$command" --help
    ok "^usage: tablier $command" help "$command"
done

# ---- games, rules

ok '^quoridor +Quoridor .*2 or 4 players' games
ok 'walls=0\.\.10' games
ok '"name": *"orbital"' games --json
for game in $("$tablier" games | grep -oE '^[a-z]+'); do
    ok '^# ' rules "$game" --lang en
    ok '^# ' rules "$game" --lang fr
    ok '^## What the author wrote, what we decided' rules "$game" --lang en
    ok "^## Ce que l’auteur a écrit, ce que nous avons décidé" rules "$game" --lang fr
    # Our own decisions are marked in the text: each note has a sentence, each sentence its note.
    for lang in en fr; do
        "$tablier" rules "$game" --lang $lang > out
        holds test "$(grep -oE '\(?\[note [0-9]+\][^:]' out | grep -oE '[0-9]+' | sort -u | wc -l)" = \
            "$(sed -n '/^## .* we decided\|^## .*avons décidé/,$p' out | grep -cE '^[0-9]+\. ')"
    done
done
ok 'Orbital .*about 10 minutes, age 8' games
ok '"publisher": "Gigamic"' games --json
ok '^2, 3 or 4 players, 5 to 20 minutes, age 8 and up. A game by Loïc Lamy, ' rules dorix
ok '^2 ou 4 joueurs, de 10 à 20 minutes. Un jeu de Mirko Marchesi, édité par Gigamic.' rules quoridor --lang fr
# On a terminal the page is laid out: lines filled, marks of Markdown gone.
script -qec "env COLUMNS=72 $tablier rules match --lang fr" /dev/null < /dev/null |
    sed $'s/\033\\[[0-9;]*m//g; s/\r$//' > out
status=0
: > err
grep -qE '\*\*|`|^#' out && complain 'marks of Markdown on a terminal'
grep -q '^\* pour une partie' out || complain 'a word with a style and its blank'
[[ $(wc -L < out) -le 100 ]] || complain 'lines are filled'
# A note is a link; a terminal shows its text.
script -qec "env COLUMNS=72 $tablier rules orbital --lang en" /dev/null < /dev/null |
    sed $'s/\033\\[[0-9;]*m//g; s/\r$//' > out
grep -q '(note 1)' out && ! grep -qF '[note' out || complain 'notes on a terminal'
ok 'joueurs' rules dorix --lang fr
env LC_ALL=fr_FR.UTF-8 "$tablier" rules dorix > out
holds grep -q joueurs out

# ---- show

ok '^position: e1/e9 10/10 - 1$' show quoridor
ok '^position: players=4 e1/a5/e9/i5 5/5/5/5 - 1$' show quoridor --players 4
ok '^position: size=5 walls=3 c1/c5 3/3 - 1$' show quoridor --set size=5 --set walls=3
ok '^position: players=3 - 12/12/12 1$' show dorix --players=3
ok '^position: e2/e8 10/10 - 1$' show quoridor --moves 'e2 e8'
ok '^position: e2/e8 9/10 c4h 2$' show quoridor --position 'e2/e8 10/10 - 1' --moves c4h
ok '^turn: 2$' show quoridor --moves e2
ok '^result: 1$' show dorix --position 'a1:1,b2:1,c3:1,d4:1 11/15 2'
ok '^result: 1,3$' show dorix --position 'players=4 a1:1,b2:3,c3:1,d4:3 8/10/8/10 2'
ok '^result: draw$' show tictacdoh --position 'stash=1 c3:LMS'
ok '│' show orbital
ok '^ *a +b +c +d' show orbital --ascii
run show orbital --ascii
holds bash -c '! LC_ALL=C grep -q "[^ -~]" out'
run show quoridor --color always
holds grep -q $'\033' out
run show quoridor
holds bash -c "! grep -q $'\033' out"
LC_ALL=C ok '^ *a +b +c +d' show orbital
# A terminal of ASCII gets each language in its ASCII spelling.
# plain LANGUAGE WORDS WORD...: says the words there, and nothing but ASCII.
plain() {
    timeout 60 script -qec "env LC_ALL=C COLUMNS=100 $tablier ${*:3} --lang $1" /dev/null < /dev/null > out
    grep -qF -- "$2" out && ! LC_ALL=C grep -q $'[\x80-\xff]' out || complain "in ASCII: $*"
}
plain de 'erklaert einen Befehl' help
plain de 'Es gibt keinen Befehl "xyzzy"' xyzzy
plain it "lingua di tutto cio' che" help play
plain es 'El peon del jugador 2 esta en e9.' why quoridor e9
plain fr 'commande "xyzzy" ;' xyzzy
ok 'joueur 1' show quoridor --lang fr
ok '^turn: 1$' show quoridor --svg board.svg --marks 'e4 e3h' --arrows 'e1>e2' --dark
grep -q '^<svg ' board.svg && grep -q '^</svg>' board.svg || complain 'show --svg'
# A picture is as long as its marks and arrows make it.
ok '^turn: 1$' show quoridor --svg long.svg --arrows "$(printf 'a1>i9 %.0s' {1..600})"
[[ $(grep -c '^<path' long.svg) -ge 1200 && $(tail -n 1 long.svg) == '</svg>' ]] ||
    complain 'show --svg with many arrows'
bad 2 "'e99' names no square" show dorix --svg other.svg --marks e99
bad 2 'need --svg' show dorix --dark
bad 1 'nowhere' show dorix --svg nowhere/board.svg
[[ ! -e other.svg ]] || complain 'show --svg left a file'

# ---- moves

ok '^e2$' moves quoridor
run moves quoridor
holds test "$(wc -l < out)" -eq 131
run moves tictacdoh
same $'Sc3\nMc3\nLc3'
ok '^pass$' moves dorix --players 3 --position 'a1:1,b1:1,c1:1,d1:1,a2:1,b2:1,c2:1,d2:1,a3:1,b3:1,c3:2,d3:2,a4:2,b4:2,c4:2,d4:2 2/6/12 3'
run moves dorix --position 'a1:1,b2:1,c3:1,d4:1 11/15 2'
holds test "$status" -eq 0
same ''

# ---- why

ok '^legal$' why quoridor e2
ok '^legal$' why dorix b2:b3 --position 'b2:1,b3:2 14/14 1'
why() {
    local pattern=$1
    shift
    run why "$@"
    [[ $status -eq 1 && ! -s err ]] && grep -qE -- "$pattern" out || complain "why '$pattern' $*"
}
why 'without a path' quoridor h1v --position 'e1/e9 8/8 a1h,c1h,e1h,g1h 1'
why 'player 2' dorix c2 --moves 'b2 c2'
why 'Base on b2' orbital Ba1 --moves 'Bb2'
why 'places: .*b2' orbital Ba1 --moves 'Bb2'
why 'play on b3 or b4' orbital Bb1 --moves 'Tb2n'
ok '^legal$' why orbital Bb1 --moves 'Tb2n' --set reach=line
ok '^legal$' why orbital Ab2 --moves 'Tb2n' --set reach=line
why 'play on b1, b2, b3 or b4' orbital Ba2 --moves 'Tb2n' --set reach=line
why 'edge of the board' orbital Ta1s --set reach=line
why '.' quoridor ''
why '.' quoridor 'no such move at all'
why 'joueur' dorix c2 --moves 'b2 c2' --lang fr
why 'over' quoridor a1 --position 'e9/d9 10/10 - 1'

# ---- perft

last 1 perft quoridor 0
last 131 perft quoridor 1
last 16677 perft quoridor 2
last 2062264 perft quoridor 3
last 31540 perft quoridor 3 --set size=5 --set walls=3
last 43680 perft dorix 4 --players 4
last 82032 perft tictacdoh 4
last 52416 perft orbital 4
last 0 perft dorix 1 --position 'a1:1,b2:1,c3:1,d4:1 11/15 2'
last 744 perft orbital 2 --divide
run perft tictacdoh 2 --divide
same $'Sc3 25\nMc3 26\nLc3 25\n76'
