#!/usr/bin/env bash
# Whatever is wrong: one line on standard error that names it, and status 2 for
# what was asked, 1 for a check that failed.
source "$(dirname "$0")/lib.sh"

# ---- Commands and options

bad 2 'command is missing'
bad 2 "no command ''" ''
bad 2 "no command 'nonsense'" nonsense
bad 2 'did you mean perft' pertf quoridor 1
bad 2 "no command 'foo'; see" foo # four letters of book, but another word
bad 2 "option '--bogus'" moves quoridor --bogus
bad 2 'did you mean --players' moves quoridor --player 2
bad 2 '--players needs a value' show quoridor --players
bad 2 'Missing' moves
bad 2 'Missing' why quoridor
bad 2 'Missing' perft quoridor
bad 2 'Missing' replay
bad 2 "'extra'" show quoridor extra
bad 2 'xx' rules dorix --lang xx
bad 2 'sometimes' show quoridor --color sometimes
bad 2 "'x'" perft quoridor x
bad 2 "'-1'" perft quoridor -- -1
bad 2 "'1000'" perft quoridor 1000

# ---- Game, players, setup

for command in show moves rules; do
    bad 2 "no game 'chess'.*dorix" "$command" chess
    bad 2 'did you mean quoridor' "$command" quoridr
done
bad 2 "no game 'chess'" why chess e4
bad 2 "no game 'chess'" perft chess 1
bad 2 "no game 'chess'" play chess
bad 2 'Quoridor.*3.*2 or 4' show quoridor --players 3
bad 2 'Orbital.*4' show orbital --players 4
bad 2 "'0'|0" show dorix --players 0
bad 2 "'two'" show dorix --players two
bad 2 "'99999999999'" show dorix --players 99999999999
bad 2 "no option 'stash'.*size, walls, turn" show quoridor --set stash=3
bad 2 "no option 'walls'" show dorix --set walls=3
bad 2 "walls.*'11'.*between 0 and 10" show quoridor --set walls=11
bad 2 "size.*'4'.*3, 5, 7 or 9" show quoridor --set size=4
bad 2 "turn.*'left'.*blocked or barrier" show quoridor --set turn=left
bad 2 "stash.*'0'.*between 1 and 5" show tictacdoh --set stash=0
bad 2 "pieces.*'4'.*3 or 6" show orbital --set pieces=4
bad 2 "'walls'.*KEY=VALUE" show quoridor --set walls
bad 2 "''" show quoridor --set walls=

# ---- Positions and moves

bad 2 '.' show quoridor --position ''
bad 2 '.' show quoridor --position nonsense
bad 2 '.' show quoridor --position $'\001\377'
bad 2 'path' show quoridor --position 'e1/e9 8/7 a1h,c1h,e1h,g1h,h1v 1'
bad 2 '.' show dorix --position '- 14/15 1'
bad 2 'walls' show quoridor --position 'walls=11 e1/e9 11/11 - 1'
bad 2 '.' show quoridor --players 2 --position 'players=4 e1/a5/e9/i5 5/5/5/5 - 1'
bad 2 "Move 2 'e1'" show quoridor --moves 'e2 e1'
bad 2 "Move 1 'xyzzy'" moves quoridor --moves xyzzy
bad 2 "Move 1 'swap'" moves quoridor --moves swap
bad 2 'Move 6' perft quoridor 1 --set size=3 --set walls=0 --moves 'a1 c3 a2 c2 a3 c1'
long=$(printf '%0100000d' 0)
bad 2 '.' show quoridor --position "$long"
bad 2 '.' show quoridor --moves "$long"
bad 2 '.' show quoridor --set "walls=$long"
bad 2 '.' show "$long"
bad 2 '.' "$long"

# ---- Numbers that mean nothing

bad 2 '--within: It must be between 1' solve dorix --within 0
bad 2 '--for: It must be 1 or more' solve dorix --for 0
bad 2 '--time: It must be between 1' solve dorix --time 0
bad 2 '--table.*between 1 and' solve dorix --table 0
for option in lines nodes; do
    bad 2 "--$option: It must be 1 or more" analyse dorix --$option 0
done
for option in time depth; do
    bad 2 "--$option: It must be between 1 and" analyse dorix --$option 0
done
bad 2 '--time: It must be between 1' qtp --time 0
for option in games time nodes concurrency patience; do
    bad 2 "--$option: It must be 1 or more" match dorix --a random --b random --$option 0
done
bad 2 '--grade: It must be between 1' puzzle dorix --grade 0
bad 2 '--nodes: It must be 1 or more' review game --nodes 0
bad 2 '--time: It must be between 1' review game --time 0
bad 2 '--rounds: It must be 1 or more' tournament dorix --entrant random --entrant random --rounds 0
bad 2 '--threads' serve --threads 0
bad 2 '--connections' serve --connections 0

# ---- Input without an end

bad 1 'Line 1 is longer than 16 megabytes; that is not a record' replay /dev/zero
bad 1 'not a proof' verify /dev/zero
bad 1 'not a checkpoint' solve dorix --resume /dev/zero
bad 2 'not a text file' match dorix --a random --b random --openings /dev/zero
bad 2 'not a text file' play --resume /dev/zero
bad 1 'not a text file' serve --config /dev/zero
# The rest of a text is bounded, too.
yes '[Game "Orbital"]' | timeout 60 "$tablier" replay - > out 2> err
status=${PIPESTATUS[1]}
[[ $status -eq 1 ]] && grep -q 'too long: a text may have 256 megabytes' err ||
    complain 'text without an end'
timeout 60 "$tablier" play dorix --no-autosave < /dev/zero > out 2> err
status=$?
[[ $status -ne 124 && $status -ne 137 ]] || complain 'play without an end of line'

# ---- Output that cannot be written

if [[ -w /dev/full ]]; then
    for words in 'show quoridor' 'moves quoridor' games 'rules dorix' 'perft dorix 2' --help; do
        # shellcheck disable=SC2086
        "$tablier" $words > /dev/full 2> err
        status=$?
        : > out
        [[ $status -eq 1 && $(wc -l < err) -eq 1 ]] || complain "tablier $words > /dev/full"
    done
fi

# ---- A game where a command should stand

bad 2 'type tablier play orbital' orbital

# The largest number is one, and there is none above it.
ok . show dorix
ok . analyse tictacdoh --nodes 18446744073709551615 --depth 1
bad 2 "^tablier: --nodes: '18446744073709551616' is too large; it must be at most 18446744073709551615\.$" \
    analyse tictacdoh --nodes 18446744073709551616 --depth 1
