#!/usr/bin/env bash
# examples.sh SOURCE LIBRARY_DIR - the C programs of examples/ compile without a warning as strict
# C17 with the one part of the header that they are about, and do what their first comment says.
set -euo pipefail
source=$1 library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for program in "$source"/examples/*.c; do
    cc -std=c17 -Wall -Wextra -Wpedantic -Werror -D_DEFAULT_SOURCE -I "$source/include" "$program" \
        -L "$library" -ltablier -Wl,-rpath,"$library" -o "$work/$(basename "$program" .c)"
done
cd "$work"

# expect PATTERN COMMAND... - the command succeeds and prints a line that matches.
expect() {
    local pattern=$1
    shift
    "$@" > out 2> err < "${input:-/dev/null}" || { echo "$* failed:" >&2; cat err >&2; exit 1; }
    grep -qE "$pattern" out || { echo "$* does not print '$pattern':" >&2; cat out >&2; exit 1; }
}
# refuse PATTERN COMMAND... - the command fails with one such line.
refuse() {
    local pattern=$1
    shift
    if "$@" > out 2> err; then
        echo "$* accepts what it is given" >&2
        exit 1
    fi
    [[ $(wc -l < err) -eq 1 ]] && grep -qE "$pattern" err ||
        { echo "$* refuses otherwise than with '$pattern':" >&2; cat err >&2; exit 1; }
}

expect 'won|draw' ./random_game dorix 3 5
refuse 'no game' ./random_game chess
cat > records <<'END'
[Game "Tic Tac Doh"]
[Player1 "Ann"]
[Player2 "Bob"]
[Ending "resignation"]

1. Sc3 Mb3 2

[Game "Quoridor"]

1. e2 *
END
expect '^Tic Tac Doh, 2 plies: Ann, Bob \(won\); ended by: resignation$' ./list_records records
expect '^Quoridor, 1 ply: Player1, Player2; ended by: not yet$' ./list_records records
echo '{"game":"chess","moves":[]}' > bad
refuse '^line 1: ' ./list_records bad
refuse usage ./list_records /nonexistent
expect '^<svg .*width="480"' ./draw_position quoridor 'e2/e8 9/10 e3h 1'
expect 'Player 1 to move' ./draw_position --text quoridor 'e2/e8 9/10 e3h 1'
refuse '.' ./draw_position quoridor 'e2/e2'
expect '^[0-9]+ nodes in [0-9]+ ms$' ./analyse tictacdoh 0.2 Sc3
refuse '.' ./analyse tictacdoh 0.2 Sa1
printf 'tablier-puzzles 1 quoridor\nchngkf\t%s\twin 3\t1\tjump\te4(e5=d5 *=e5)\n' \
    'size=5 walls=3 d3/d4 0/1 a1h,c1h,d2v,b3v,c4h 1' > puzzles
printf 'e4 d5 e5\n' > moves # d5 is not legal after the reply: another move is asked for
input=moves expect 'goes diagonally only' ./solve_puzzles puzzles 1
input=moves expect 'Solved\.$' ./solve_puzzles puzzles 1
refuse '.' ./solve_puzzles /nonexistent
expect '^Player 1 to move loses in 8 plies; 2 claims checked\.$' \
    ./who_wins quoridor 'size=3 walls=1 b1/b3 1/1 - 1' proof
refuse '.' ./who_wins quoridor 'size=3 walls=1 b1/b1 1/1 - 1' proof
expect '^[1-9][0-9]* games of [0-9.]+ plies on average$' ./many_games orbital 2 100
refuse '.' ./many_games orbital 7
