#!/usr/bin/env bash
# A book with every good move of its positions. Other books: explore.sh. That the levels' games say
# which positions come next: test_book.c.
source "$(dirname "$0")/lib.sh"

# After every second move it plays every good move of the positions that these lead to: the check
# finds all of them. Threads change nothing, nor does an interruption, nor the order in the file.
ok '^90 games' book dorix --each 1 --games 90 --nodes 100 --out wide
ok '^Good moves from the start:$' book dorix --check wide --games 2
for ply in 0 1 2; do
    holds grep -qE "^ply $ply: games 2, in a complete position 2; positions 1, good moves ([0-9]+), known \\1," out
done
holds grep -q '^Good moves after two random ones:$' out
holds grep -q '^Games of levels 2 to 6:$' out
holds test "$(grep -c 'missing [1-9]' out)" = 0
run book dorix --each 1 --games 80 --nodes 100 --out steps
run book dorix --each 1 --games 90 --nodes 100 --threads 2 --out steps
holds cmp wide steps
(head -1 wide.games && tail -n +2 wide.games | sort -r) > turned.games
run book dorix --each 1 --games 90 --nodes 100 --out turned
holds cmp wide turned
