#!/usr/bin/env bash
# What shells complete, and the manual pages: both are made from the table of commands.
root=$(realpath "$(dirname "$0")/../..")
docs=$root/docs
source "$(dirname "$0")/lib.sh"

"$tablier" help | sed -n 's/^  \([a-z-]\+\) .*/\1/p' > commands
for shell in bash zsh fish; do
    ok tablier completion "$shell"
    mv out "completion.$shell"
done
bad 2 "not for 'csh'" completion csh
ok 'play.Jouer dans le terminal' complete --lang fr -- pl

# ---- Every command and option is there

while read -r command; do
    ok "^$command." complete -- "$command"
    "$tablier" help "$command" | sed -nE 's/^  --([a-z-]+).*/\1/p' > options
    [[ -s options ]] || continue
    ok '^--' complete -- "$command" --
    while read -r option; do
        holds grep -q -- "^--$option." out
    done < options
done < commands

# ---- bash

source completion.bash
compopt() { :; } # only while a line is being completed
# completes WORDS WANTED: the completions of `tablier WORDS`, whose last word is incomplete.
completes() {
    read -ra COMP_WORDS <<< "$tablier $1"
    [[ $1 != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _tablier
    [[ "${COMPREPLY[*]}" == "$2" ]] || complain "bash: '$1' gives '${COMPREPLY[*]}', not '$2'"
}
touch record.txt
mkdir runs
completes 'pl' play
completes 'play ' 'dorix tictacdoh quoridor orbital'
completes 'play --color ' 'auto always never'
completes 'play --color a' 'auto always'
completes 'play --no' --no-autosave
completes '--lang fr play q' quoridor
completes 'play --lang e' 'en es'
completes 'play --seed 3 d' dorix
completes 'play --resume rec' record.txt
completes 'replay rec' record.txt
completes 'replay --to ' 'text json'
completes 'show quoridor --set wa' walls=
completes 'show quoridor --set ' 'size= walls= turn= extra='
completes 'lab --compare r' runs
completes 'version x' ''
completes 'check' check-engine
completes 'check-engine rec' record.txt
completes 'check-engine --game q' quoridor
completes 'engine dorix --level ' '0 1 2 3 4 5 6 7 8 9 10 11 12'
completes 'help ana' analyse
completes 'rules m' match
completes 'completion ' 'bash zsh fish'
completes 'moves quoridor x' ''

# ---- zsh and fish

if command -v zsh > /dev/null; then
    holds zsh -n completion.zsh
    mkdir -p functions && cp completion.zsh functions/_tablier
    holds test "$(zsh -fc 'fpath=($PWD/functions $fpath); autoload -Uz compinit
        compinit -u -d dump; print $_comps[tablier]' 2>&1)" = _tablier
else
    skip 'zsh is not installed'
fi
# fishes LINE WANTED
fishes() {
    local got
    got=$(fish --no-config -c "source completion.fish; complete -C '$1'" | grep -v '^$' | cut -f 1 | paste -sd ' ')
    [[ $got == "$2" ]] || complain "fish: '$1' gives '$got', not '$2'"
}
if command -v fish > /dev/null; then
    PATH=$(dirname "$tablier"):$PATH
    fishes 'tablier pl' play
    fishes 'tablier play --col' --color
    fishes 'tablier play --color a' 'always auto'
    fishes 'tablier show q' quoridor
else
    skip 'fish is not installed'
fi

# ---- The manual

# options of the prose that no command has
"$tablier" help > said
while read -r command; do "$tablier" help "$command"; done < commands >> said
grep -ohE 'Fl -[a-z-]+' "$docs"/tablier*.in | sed 's/Fl -//' | sort -u > mentioned
while read -r option; do
    grep -qE -- "--$option( |$)" said || complain "the manual has --$option, and no command does"
done < mentioned
command -v mandoc > /dev/null || skip 'mandoc is not installed'
for source in "$docs"/tablier*.[18].in "$docs"/tablier*.[18].*.in; do # tablier.1.in, tablier.1.de.in
    page=$(basename "$source" .in)
    lang=${page##*.}
    [[ $lang == [18] ]] && lang=en
    built=$(dirname "$tablier")/manual/$lang/${page%".$lang"} # what the build has made of it
    if [[ -e $built ]]; then
        cp "$built" "$page"
    else
        timeout 60 "$root/scripts/manual" "$lang" "$tablier" < "$source" > "$page" || complain "manual $page"
    fi
    grep -oE 'Fl -[a-z-]+|^@.*' "$source" | sort > "$page.options"
    [[ $lang == en ]] || cmp -s "$page.options" "${page%."$lang"}.options" ||
        complain "$page has other options than ${page%."$lang"}"
    if command -v mandoc > /dev/null; then
        mandoc -T lint -W warning "$page" > out || complain "mandoc $page"
    fi
done
for source in "$docs"/libtablier.3.in "$docs"/libtablier.3.*.in; do
    page=$(basename "$source" .in)
    grep -v '^@FUNCTIONS@$' "$source" > "$page"
    grep -oE '^\.(Dv|Fn|In|Vt) (struct )?[A-Za-z_/.]+|^@.*' "$source" | sort > "$page.names"
    cmp -s "$page.names" libtablier.3.names || complain "$page has other names than libtablier.3"
    if command -v mandoc > /dev/null; then
        mandoc -T lint -W warning "$page" > out || complain "mandoc $page"
    fi
done
while read -r command; do
    grep -qE "^\.It Cm $command( |$)" tablier.1 || complain "the manual lacks $command"
done < commands
grep -q '^\.It Fl -port Ar' tablier-serve.8 || complain 'the manual lacks the options of serve'
grep -q '^\.It Cm rematch' tablier.1 || complain 'the manual lacks the prompt'
echo '@nonsense' | "$root/scripts/manual" en "$tablier" 2> err && complain 'the manual of nonsense'
grep -q 'nothing to put in place' err || complain 'the manual of nonsense'
