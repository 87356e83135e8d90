#!/usr/bin/env bash
# play: a game at the prompt, by pipe.
source "$(dirname "$0")/lib.sh"

# plays STATUS WORD...: types $input.
plays() {
    local wanted=$1
    shift
    run play "$@"
    [[ $status -eq $wanted ]] || complain "plays: $*"
}
said() {
    grep -qE -- "$1" out || complain "said '$1'"
}
objected() {
    grep -qE -- "$1" err || complain "objected '$1'"
}

# ---- Moves, and what goes with them

input=$'e2\ne8\nmoves\nwhy e2\nwhy e3\nshow\nquit\n'
plays 0 quoridor --no-autosave
said '^position: e2/e8 10/10 - 1$'
said 'e3 is legal'
said 'e3h'
objected 'e2'

# A slip of the pen gets a hint, a move that is not legal does not.
input=$'mvoes\ne5\nquit\n'
plays 0 quoridor --no-autosave
objected 'Did you mean the command moves'
objected 'e5 is too far'
[[ $(grep -c 'Did you mean' err) -eq 1 ]] || complain 'a hint too many'

input=$'e2\ne8\nundo\nshow\nredo\nshow\nredo\nundo\nundo\nundo\n'
plays 0 quoridor --no-autosave
said '^position: e2/e9 10/10 - 2$'
said '^position: e2/e8 10/10 - 1$'
objected 'nothing to play again'
objected 'nothing to take back'

input=$'xyzzy\ne9\n\nsave\nwhy\nhelp\n'
plays 0 quoridor --no-autosave
objected 'xyzzy|move'
objected 'save FILE'
objected 'why MOVE'
said 'undo'

input=$'e2\nresign\nshow\ne8\nundo\nshow\n'
plays 0 quoridor --no-autosave
said 'resignation'
objected 'over'
said '^position: e2/e9 10/10 - 2$'

# ---- Swap, repetition, the end

input=$'e2\nswap\nswap\ne8\nquit\n'
plays 0 quoridor --swap on --no-autosave
said 'swap'
objected '^Only player 2 may swap'
input=$'e2\nswap\n'
plays 0 quoridor --no-autosave
objected 'pie rule is off'
input=$'e2\ne8\ne1\ne9\n'
plays 0 quoridor --repetition 2 --no-autosave
said 'a draw'
input=$'Sc3\nSd4\nSe5\n'
plays 0 tictacdoh --no-autosave
said '^Player 1 has won\.$'
# The drawing of a finished game says how it ended.
input=$'Sc3\nMd3\nLe3\n'
plays 0 tictacdoh --set stash=1 --no-autosave
said '^all pieces are placed, and there is no line$'
said '^The game is a draw\.$'
input=$'a1\na2\nb2\na3\nc3\na4\nd4\n'
plays 0 dorix --no-autosave
said '^diagonal: a1, b2, c3 and d4$'
input=$'a1\na4\na2\nb3\na3\nc2\nd2\nd1\n'
plays 0 dorix --no-autosave
said '^diagonal: a4, b3, c2 and d1$'
[[ $(grep -c '^diagonal' out) -eq 1 ]] || complain 'a diagonal that nobody holds'
# A square that is full is not left out of what the last piece obliges to.
input=$'quit\n'
plays 0 orbital --position 'a1:B2,a2:B1T1eA2 Ba1 1' --no-autosave
said 'obliges you to play on b1; on a2 none of your pieces fits\.$'
# The help explains the signs on the board, and whether the game is kept.
input=$'help\nquit\n'
plays 0 orbital --no-autosave --ascii
said '^\* \*: you must play on one of these squares\.$'
said '^\[ \]: a complete tower\.$'
said 'leave; the game is not kept$'
plays 0 quoridor --autosave kept.txt --ascii
said '^\*\*\* or \*: the barrier of the last move\.$'
said '^o: where the pawn of the player to move may go\.$'
said 'leave; the game is kept$'
plays 0 dorix --no-autosave --ascii
said '^/ and .: empty squares of the great diagonals\.$'
# The only person at the table is addressed; a refusal says why, and the
# computer's move stands above the board that shows what it asks for.
for line in 'en You have won.' 'fr Vous avez gagné.' 'de Sie haben gewonnen.' 'es Ha ganado.' 'it Hai vinto.'; do
    input=$'Sd3\n'
    plays 0 tictacdoh --seat 2=random --position 'b3:S,c3:S' --no-autosave --lang "${line%% *}"
    said "^${line#* }\$"
done
input=$'Ba1\nBa1\n'
plays 0 orbital --seat 2=level:1 --seed 1 --no-autosave
objected '^Player 2.s '
holds awk '/plays/ { played = NR } /obliges/ { obliged = NR } END { exit !(played && obliged > played) }' out

# ---- Other players

input=''
plays 0 dorix --seat 1=random --seat 2=random --seed 7 --no-autosave
said 'won|draw'
cp out first
plays 0 dorix --seat 1=random --seat 2=random --seed 7 --no-autosave
holds cmp -s first out
seats=(--seat 1=random --seat 2=random --seat 3=random)
plays 0 dorix --players 3 --seed 1 --no-autosave "${seats[@]}"
said 'won|draw'
plays 0 quoridor --players 4 --seed 1 --no-autosave "${seats[@]}" --seat 4=random
said 'won|draw'

# ---- Saving and going on

input=$'e2\ne8\nsave game.txt\nsave game.json\nquit\n'
plays 0 quoridor --no-autosave
holds grep -q '^1\. e2 e8 \*$' game.txt
ok '"plies":2' replay game.txt
ok '"plies":2' replay game.json
input=$'e3\nquit\n'
plays 0 --resume game.txt
ok '"plies":3' replay game.txt
input=$'e3\nquit\n'
plays 0 --resume game.json
ok '"plies":3' replay game.json

# a game is kept as it goes, whatever ends the program
input=$'e2\ne8\n'
plays 0 quoridor
said 'tablier play --resume'
holds test "$(cat .local/state/tablier/* | grep -c '1\. e2 e8')" -eq 1
plays 0 quoridor --autosave kept.txt
ok '"plies":2' replay kept.txt
mkfifo pipe
"$tablier" play quoridor --autosave killed.txt < pipe > out 2> err &
player=$!
exec 3> pipe
printf 'e2\ne8\n' >&3
for _ in {1..100}; do
    grep -qs 'e2 e8' killed.txt && break
    sleep 0.1
done
kill -INT "$player"
wait "$player"
status=$?
exec 3>&-
holds test "$status" -eq 130
ok '"plies":2' replay killed.txt

input=$'e7\nquit\n'
plays 0 quoridor --resume game.txt
ok '"plies":4' replay game.txt

# ---- Rules, and another game

input=$'?\nrules\nnew\nnew dorix\nshow\nnew chess\nquit\n'
plays 0 quoridor --no-autosave
said '^Type a move'
said '^Quoridor$'
said '^position: - 15/15 1$'
objected "There is no game 'chess'; the games are dorix"
# In French its own words are understood, with or without their accents, and the English ones
input=$'aide\nregles\npourquoi e3\ne2\nreprendre\nplateau\nundo\nabandonner\nrevanche\nquitter\n'
plays 0 quoridor --no-autosave --lang fr
said '^Tapez un coup'
said '^Quoridor$'
objected 'e3'
said '^position : e1/e9 10/10 - 1$'
said 'par abandon'
input=$'new dorix\nshow\nnew quoridor\nshow\nq\n'
plays 0 quoridor --players 4 --no-autosave --set size=5
said '^position: players=4 - 10/10/10/10 1$'
said '^position: players=4 e1/a5/e9/i5 5/5/5/5 - 1$'
# a rematch exchanges the seats, and every game has a file of its own
rm -rf .local
input=$'c2\nresign\nrematch\nb1\nnew\nc2\nshow\n'
plays 0 quoridor --set size=5 --name 1=Ann --name 2=Bob
said 'resignation. Ann \(player 1\) has won\.$'
said '^position: size=5 c2/c5 10/10 - 2$'
said '^The last game is saved in .*\.txt\.$'
holds test "$(grep -l 'Player1 "Ann"' .local/state/tablier/*.txt | wc -l)" -eq 1
holds test "$(grep -l 'Player1 "Bob"' .local/state/tablier/*.txt | wc -l)" -eq 2
holds test "$(grep -l 'Ending "resignation"' .local/state/tablier/*.txt | wc -l)" -eq 1

# ---- What cannot be

input=''
bad 2 'Which game' play
bad 2 "no game 'chess'" play chess
bad 2 'swap' play quoridor --swap maybe
bad 2 'swap' play quoridor --players 4 --swap on
bad 2 'Repetition' play quoridor --repetition 10
bad 2 'Player 1' play quoridor --seat 1=nobody
bad 2 "'nobody'" play quoridor --seat nobody
bad 2 'player 3' play quoridor --seat 3=random
bad 2 'nowhere' play --resume nowhere
: > empty
bad 2 'empty' play --resume empty
head -c 1000 /dev/urandom > noise
bad 2 'noise' play --resume noise
bad 2 'game.txt is a game of quoridor, not of dorix' play dorix --resume game.txt
bad 2 'leave them out' play quoridor --resume game.txt --players 2
bad 2 'Move 1' play quoridor --moves e9
input=$'e2\nsave /nowhere/at/all\n'
plays 1 quoridor --no-autosave
objected 'Not saved.*/nowhere/at/all'
if [[ -w /dev/full ]]; then
    input=$'e2\nsave /dev/full\n'
    plays 1 quoridor --no-autosave
    objected 'Not saved'
fi

# a line of a megabyte
input=$(head -c 1000000 /dev/zero | tr '\0' 'a')
plays 0 quoridor --no-autosave
holds test "$(wc -c < err)" -lt 1000
