#!/usr/bin/env bash
# Dorix with four pawns by the program that solved seven (tests/reference/dorix_few): it has rules
# of its own, finds the same positions, and its values follow from one another.
source "$(dirname "$0")/lib.sh"

holds g++ -O2 -x c++ \
    "$(dirname "${BASH_SOURCE[0]}")/../reference/dorix_few/dorix_few.cu" -o few
ok '^5,210,396 positions' solve dorix --set pawns=4 --whole
holds ./few 4 8 > out
holds grep -q '^5210396 positions in all$' out
holds grep -q '^checked by the moves: [0-9]* entries, 0 wrong$' out
holds grep -q '^8 pawns: .* at most 15 plies$' out
holds test "$(grep -c '^ ' out)" -eq 0 # with at most two pawns on the board nothing is won or lost
./few 9 > out 2> err
holds test $? -eq 2
holds grep -q '^Usage: dorix_few PAWNS' err
