#!/usr/bin/env bash
# Everything that the program says, it says in French too: by --lang anywhere on the command
# line, or by the locale.
source "$(dirname "$0")/lib.sh"

# Words that no French sentence contains.
english='the|with|of|and|is|are|this|which|that|cannot|it|has|by|from|not|there|what|you|your'
english+='|move|moves|player|players|game|games|board|wins|draw|loses|about|at|be|was|were|to'
# What is typed or read by programs: options, names of commands and files, quotations.
strip_code() {
    sed -E "s/--[a-z-]+(=[^ ]*)?//g; s/tablier( [a-z-]+)?//g; s/^  [a-z-]+  +//; s/'[^']*'//g; s/« [^»]* »//g; s/\"[^\"]*\"//g; s/\`[^\`]*\`//g" |
        sed -E 's#[a-z]+://[^ ]*##g; s#[^ ]*/[^ ]*##g; s/\b[a-z]+[:=|][^ ]*//g; s/Board Game//g; s/défaut [a-z]+//g; s/\bou it\b//'
}
# french WORD...: whatever it says with --lang fr has no English in it, but says something.
french() {
    run "$@" --lang fr
    cat out err > said
    strip_code < said > spoken
    [[ -s said ]] && ! grep -nwiE "$english" spoken >&2 || complain "french: tablier $*"
}
# differs WORD...: no line of three words or more is the same in both languages.
differs() {
    run "$@" --lang en
    cat out err | grep -E '[[:alpha:]]+ [[:alpha:]]+ [[:alpha:]]+' | sort -u > said_en
    run "$@" --lang fr
    cat out err | sort -u > said_fr
    ! comm -12 said_en said_fr | grep . >&2 || complain "differs: tablier $*"
}

# ---- Where the language comes from

ok '^usage.: tablier COMMANDE' help --lang fr
ok '^usage.: tablier COMMANDE' --lang=fr --help
environment=(LC_ALL= LC_MESSAGES=fr_FR.UTF-8 LANG=en_GB.UTF-8)
ok '^usage.: ' help
environment=(LC_ALL= LC_MESSAGES= LANG=fr_FR.UTF-8)
ok '^usage.: ' help play
environment=(LC_ALL=fr_FR.UTF-8)
ok '^usage: ' help --lang en
bad 2 "Il n’y a pas de commande « xyzzy »" xyzzy
environment=()
bad 2 '^tablier: The option --lang needs a value' help --lang
bad 2 "^tablier: --lang: There is no language 'xx'" help --lang xx
bad 2 "est de trop" games --lang fr -- --lang # behind -- it is a word

# ---- Words that English and French share are translated too

ok '^Aufruf: tablier analyse SPIEL \[STELLUNG\] \[Optionen\]' help analyse --lang de
input=$'lösung\nende\n'
ok '^Die Lösung: ' puzzle quoridor --lang de
ok ' Punkte +Quote ' tournament tictacdoh --entrant random --entrant r=random --rounds 1 --lang de
input=

# ---- Numbers have a comma

ok " positions en [0-9]+,[0-9] s " analyse dorix --nodes 500 --lang fr
ok "score de A +[0-9]+,[0-9].%" match tictacdoh --a random --b random --games 4 --lang fr

# ---- Help

"$tablier" help | sed -n 's/^  \([a-z-]\+\) .*/\1/p' > commands
holds test "$(wc -l < commands)" -ge 20
french help
differs help
while read -r command; do
    french help "$command"
    french "$command" --help
    differs help "$command"
done < commands

# ---- What cannot be

french play chess
french plya
french play dorix --sead 3
french play dorix --seat
french show quoridor --players 3
french show quoridor --set walls=99
french show quoridor --position nonsense
french show quoridor --moves 'e2 e9'
french why quoridor
french perft quoridor many
french analyse quoridor --lines 99
french analyse quoridor '-' --position '-'
french solve orbital --for 5
french table chess FILE
french serve --port 99999
french serve --threads 0
french serve --tls-cert x
french match quoridor
french match quoridor --a level:1 --b level:2 --games 99999999999
french replay nowhere
french rules chess
french play dorix --no-autosave --autosave x

french play dorix --seed x
french match quoridor --a level:1 --b level:2 --sprt x
french match quoridor --a level:1 --b level:2 --openings nowhere
french verify nowhere
french verify /dev/null
french play --resume nowhere
french replay /dev/null
french match quoridor --a cmd:false --b level:1 --games 1

# ---- Output without errors

french games
differs games
for game in dorix tictacdoh quoridor orbital; do
    french show "$game"
    french rules "$game"
    french analyse "$game" --nodes 200
    input=$'moves\nwhy xyzzy\nwhy\nundo\nredo\nresign\nfoo\nundo\nhelp\nsave x\nsave x'
    [[ $game != tictacdoh ]] || input+=$'\nhint\nanalyse' # where a table answers at once
    french play "$game"
    differs play "$game" --no-autosave
done
for players in 2 4; do
    french show dorix --players "$players"
    french show quoridor --players "$players" --set size=5
done
french rules match
french why quoridor e2
french why quoridor e9
differs why quoridor e9
french perft quoridor 1 --time
french solve quoridor --set size=3 --set walls=1
french solve quoridor --set size=3 --set walls=1 --shortest --proof proof
french verify proof
french match quoridor --set size=3 --a level:1 --b random --games 2 --seed 1
differs match quoridor --set size=3 --a level:1 --b random --games 2 --seed 1
french match tictacdoh --players 3 --a level:1 --b random --c random --games 3
french match quoridor --set size=3 --ladder --games 1 --time 1
french backup copy --store nowhere/at.all
french tournament quoridor --set size=3 --entrant level:1 --entrant random --rounds 1 --time 1
french tournament quoridor --entrant level:1
for game in dorix tictacdoh quoridor orbital; do
    input=$'?\nzz\nindice\nindice\nsolution\nsuivant\nplateau\nquitter\n'
    french puzzle "$game" --grade 1
done
french puzzle chess
printf '[Game "Quoridor"]\n[Options "size=3 walls=1"]\n\n1. a1 a3 2. b1 b3 *\n' > game.txt
french review game.txt --nodes 300
french review nowhere
cp game.txt partie.txt
french review game.txt --nodes 300 --out partie.txt
french review game.txt --json --out x.txt
