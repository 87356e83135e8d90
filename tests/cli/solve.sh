#!/usr/bin/env bash
# Proofs: what solve finds and says, files that verify trusts and refuses, and a
# solver that is stopped, killed and goes on.
games=$(realpath "$(dirname "$0")/../../src/games")
source "$(dirname "$0")/lib.sh"

small=(quoridor --set size=3 --set walls=2)
large=(quoridor --set size=5 --set walls=2 --rules-only)

# ---- Values

ok '^Player 2 wins in 12 plies\.$' solve "${small[@]}"
ok '^Le joueur 2 gagne en 12 demi-coups\.$' solve "${small[@]}" --lang fr
ok '^move: Sc3$' solve tictacdoh --moves Mc3 --shortest
ok '^Player 2 wins in 5 plies\.$' solve tictacdoh --moves Mc3 --shortest --rules-only
ok '^A draw\.$' solve tictacdoh
ok '^Player 1 wins in 1 ply\.$' solve quoridor 'size=5 walls=0 c4/a4 0/0 - 1'
ok '^Player 1 wins in 0 plies\.$' solve quoridor 'size=5 walls=0 c5/a4 0/0 - 2'
ok '^Player 1 has no win within 7 plies\.$' solve dorix --within 7
ok '^Player 2 has no win within 6 plies\.$' solve dorix --for 2 --within 6
ok '^Player 1 has no win within 5 plies\.$' solve dorix '- 15/15 1' --for 1 --within 5
ok '^Nobody can force a win against all others\.$' \
    solve quoridor --players 4 --set size=3 --set walls=0
ok '"answered":true,"value":"loss","plies":12,"move":null,' solve "${small[@]}" --json
ok '"findings":\[\{"player":2,"win_within":12,"no_win_within":11\}\]' \
    solve "${small[@]}" --for 2 --json
ok '^Not decided\.$' solve dorix --time 50

# ---- All positions of a setup

ok '^loss 12: a2h b2h$' solve "${small[@]}" --whole
ok '^[0-9,]+ positions, all solved in [0-9.]+ s$' solve "${small[@]}" --whole --threads 2
ok '^\{"value":"loss","plies":12,"moves":\[\{"value":"loss","plies":8,"move":"a1"\},' \
    solve "${small[@]}" --whole --json
ok '^Lc3 +0 +0 +0 +1\+2 1\+3 2\+3$' solve tictacdoh --players 3 --set stash=3 --whole
ok '^\{"tie_first":0,"tie_last":0,"possible":\[0\],"forces":\["1\+2","1\+3","2\+3"\],"moves":' \
    solve tictacdoh --players 3 --set stash=3 --whole --json
ok '^loss 12: a2h b2h$' solve "${small[@]}" --whole --proof table.proof
ok '^proven: player 2 can force a win within 12 plies \([0-9]+ positions\)$' \
    verify table.proof --threads 2
ok '^proven: player 2 cannot force a win within 11 plies' verify table.proof
ok '^loss 12: a2h b2h$' solve "${small[@]}" --whole --proof part.proof --within 9
ok '^proven: player 2 cannot force a win within 9 plies' verify part.proof
bad 2 'Tic Tac Doh with 3 players has no proof' \
    solve tictacdoh --players 3 --whole --proof none.proof
ok '^draw: a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4$' \
    solve dorix --set pawns=3 --whole --proof never.proof
ok '^proven: player 1 cannot force a win \([0-9]{4} positions\)$' verify never.proof
holds grep -qE '^proven: player 2 cannot force a win \([0-9]+ positions\)$' out
bad 2 'Dorix with 3 players cannot be solved as a whole\.$' solve dorix --players 3 --whole
bad 2 'with at most 6 pawns per player\.$' solve dorix --whole
bad 2 'at most 2 barriers per player' solve quoridor --set walls=3 --whole
bad 2 '--whole begins at the start of the game\.$' solve "${small[@]}" --whole --moves a1

# ---- Proofs

ok '^Player 2 wins' solve "${small[@]}" --shortest --proof win.proof
ok '^proven: player 2 can force a win within 12 plies \([0-9]+ positions\)$' verify win.proof
ok '^proven: player 2 cannot force a win within 11 plies' verify win.proof
ok '^prouvé : ' verify win.proof --lang fr
ok '^move: ' solve dorix --within 7 --proof no.proof
ok '^proven: player 1 cannot force a win within 7 plies' verify no.proof

ok '^Player 1 wins within' solve orbital --rules-only --proof play.proof --as-table
ok '^proven: player 1 can force a win \([0-9]+ positions\)$' verify play.proof
ok '^A draw\.$' solve orbital --rules-only --set pieces=3 --proof draw.proof --as-table
ok '^proven: player 2 cannot force a win \([0-9]+ positions\)$' verify draw.proof
bad 2 'never repeat' solve dorix --proof none.proof --as-table
bad 2 'never repeat' solve orbital --within 5 --proof none.proof --as-table

# damage FILE: a copy with one byte changed, in the middle.
damage() {
    local at=$(($(wc -c < "$1") / 2))
    { head -c "$at" "$1"; head -c $((at + 1)) "$1" | tail -c 1 | tr '\000-\377' '\001-\377\000'
      tail -c +$((at + 2)) "$1"; } > damaged
}

damage win.proof
bad 1 'damaged' verify damaged
head -c 40 win.proof > short
bad 1 'damaged|whole' verify short
{ printf 'TABPRF99'; tail -c +9 win.proof; } > other
bad 1 'version' verify other
echo 'no proof at all' > text
bad 1 'not a proof' verify text
bad 1 'Cannot open' verify missing
bad 1 'Cannot read' verify /
run solve "${small[@]}" --proof no/such/folder/file
holds test "$status" -eq 1

# ---- Stopped, killed, resumed

# stopped SIGNAL WORD...: solves, and is stopped so once it has worked for a while.
stopped() {
    local signal=$1
    shift
    "$tablier" solve "${large[@]}" --shortest --table 16 --checkpoint table --force "$@" > out 2> err &
    sleep 0.4
    kill -s "$signal" $! 2> /dev/null
    { wait $!; } 2> /dev/null
}

stopped INT
holds test -s table
cp table before
stopped KILL --resume table
ok '^Player 2 wins in 18 plies\.$' solve "${large[@]}" --shortest --resume table
damage before
bad 1 'damaged' solve "${large[@]}" --resume damaged
head -c 500 before > short
bad 1 'damaged' solve "${large[@]}" --resume short
bad 1 'was made for quoridor size=5 walls=2' solve "${small[@]}" --resume before
bad 1 'not a checkpoint' solve "${large[@]}" --resume text
bad 1 'Cannot open' solve "${large[@]}" --resume missing

# ---- Tables of solved positions: the game's own format, and one of openings

ok '^a whole table of Tic Tac Doh$' verify "$games/tictacdoh/tictacdoh.table"
ok '^a whole table of openings: [0-9]+ positions$' verify "$games/orbital/orbital.table"
head -c 5000 "$games/tictacdoh/tictacdoh.table" > short
bad 1 'should have' verify short
printf 'TTDTAB99' | cat - "$games/tictacdoh/tictacdoh.table" > other
bad 1 'version 99' verify other

# ---- Wrong command lines

bad 2 'Missing' solve
bad 2 'chess' solve chess
bad 2 'players are 1 to 2' solve dorix --for 3
bad 2 'between 1 and 250' solve dorix --within 251
bad 2 'position' solve dorix nonsense
bad 2 'only one' solve quoridor 'c5/c1 0/0 - 1' --position 'c5/c1 0/0 - 1'
bad 2 'Missing' verify
bad 2 'Dorix has no table.*: tictacdoh, quoridor, orbital' table dorix file
bad 2 'chess' table chess file
bad 2 'Missing' table orbital
