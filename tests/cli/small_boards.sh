#!/usr/bin/env bash
# On 5 x 5 every move has its exact value and length, whatever the number of barriers.
source "$(dirname "$0")/lib.sh"

# What a slow solver with rules of its own finds.
holds python3 "$(dirname "${BASH_SOURCE[0]}")/small_boards.py" "$tablier"

# What is known of the start (docs/results/quoridor.md): the table's part, and the longest game on the spot.
for known in '4 loss 38' '5 win 25' '6 win 23' '7 win 25' '8 win 25' '9 win 25' '10 win 25'; do
    read -r walls value plies <<< "$known"
    ok "^  1  c2 +$value $(((plies + 1) / 2)) *\$" explore quoridor --set size=5 --set walls="$walls"
    holds test "$(grep -c '?' out)" -eq 0
done
# With three barriers on the board the table ends, and what follows is solved.
ok '^  1 ' explore quoridor 'size=5 walls=6 c2/c4 5/4 b2h,c4h,a3v 1'
holds test "$(grep -c '?' out)" -eq 0
# The table does not know one barrier more for player 2: then only what is solved in seconds.
ok '\?' explore quoridor --set size=5 --set walls=8 --set extra=1

# An analysis uses the same values, if it has the time to solve what follows.
ok 'win 13' analyse quoridor --set size=5 --set walls=5 --time 60000
