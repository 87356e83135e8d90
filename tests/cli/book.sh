#!/usr/bin/env bash
# A book with every good move of its positions. Other books: explore.sh.
source "$(dirname "$0")/lib.sh"

# After every second move it plays every good move of all positions that these lead to, then of the
# likeliest: the check finds all of them, after good moves and after random ones. Threads change nothing,
# nor does an interruption.
ok '^9[0-9] games' book dorix --each 1 --games 96 --nodes 100 --out wide
ok '^ply 0: positions 1, good moves 4, known 4, least games [0-9]+; complete 1, missing 0$' book dorix --check wide --games 2
holds grep -qE '^ply 1: positions 1, good moves 1, known 1,' out
holds grep -qE '^ply 2: positions 2, good moves 10, known 10, .*; complete 2, missing 0$' out
run book dorix --each 1 --games 90 --nodes 100 --out steps
run book dorix --each 1 --games 96 --nodes 100 --threads 2 --out steps
holds cmp wide steps
