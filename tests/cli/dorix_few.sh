#!/usr/bin/env bash
# Dorix with four pawns by the program that solved seven (tests/reference/dorix_few): it has rules
# of its own, finds the same positions, and its values follow from one another. And proofs with three
# pawns, checked by these rules.
source "$(dirname "$0")/lib.sh"

few=$(dirname "${BASH_SOURCE[0]}")/../reference/dorix_few
holds g++ -O2 -x c++ "$few/dorix_few.cu" -o few
ok '^5,210,396 positions' solve dorix --set pawns=4 --whole
holds ./few 4 8 > out
holds grep -q '^5210396 positions in all$' out
holds grep -q '^checked by the moves: [0-9]* entries, 0 wrong$' out
holds grep -q '^8 pawns: .* at most 15 plies$' out
holds test "$(grep -c '^ ' out)" -eq 0 # with at most two pawns on the board nothing is won or lost
./few 9 > out 2> err
holds test $? -eq 2
holds grep -q '^Usage: dorix_few PAWNS' err

holds g++ -O2 "$few/dorix_table.cpp" -o table
ok '^draw' solve dorix --set pawns=3 --whole --proof three.proof
holds ./table three.proof > out
holds grep -q '^checked: 4004 boards, 0 with a move that has no answer$' out
holds test "$(grep -c '^yes' out)" -eq 2
# A changed byte makes boards others than those that are needed.
for at in 5000 15000 23200; do
    cp three.proof spoiled.proof
    printf '\125' | dd of=spoiled.proof bs=1 seek="$at" conv=notrunc status=none
    ./table spoiled.proof > out 2> err
    holds test $? -ne 0
done
ok '^A draw' solve orbital --rules-only --set pieces=3 --proof other.proof --as-table
./table other.proof > out 2> err
holds test $? -eq 2
holds grep -q '^dorix_table: ' err
