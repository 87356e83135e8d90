#!/usr/bin/env bash
# A network of the user's own: used where it is sound, refused in one line where it is not,
# and then the search goes on without.
games=$(realpath "$(dirname "$0")/../../src/games")
sound=$games/quoridor/quoridor.net other=$games/dorix/dorix.net
source "$(dirname "$0")/lib.sh"
search=(analyse quoridor --depth 5 --json)

# What the search finds, without the time that it took.
found() { sed 's/,"ms".*//' out; }

ok '"depth":5' "${search[@]}"
own=$(found)
ok '"depth":5' "${search[@]}" --net "$sound"
holds test "$(found)" = "$own"
ok '"depth":5' "${search[@]}" --net none
without=$(found)
holds test "$without" != "$own"

# still_plays FILE PATTERN: one line says what is wrong, and the built-in evaluation plays.
still_plays() {
    run "${search[@]}" --net "$1"
    holds test "$status" -eq 0
    holds test "$(wc -l < err)" -eq 1
    holds grep -qE "$2" err
    holds test "$(found)" = "$without"
}
head -c 1000 "$sound" > cut
still_plays cut 'cut.*length'
{ cat "$sound"; echo; } > longer
still_plays longer 'length'
{ head -c 5000 "$sound"; printf '\377\001'; tail -c +5003 "$sound"; } > changed
still_plays changed 'checksum'
sed '1s/TBNET01/TBNET99/' "$sound" > later
still_plays later 'not a network'
: > empty
still_plays empty 'not a network'
still_plays "$other" 'another game than Quoridor'
{ head -c 8 "$sound"; printf 'orbital\0'; tail -c +17 "$sound"; } > foreign
still_plays foreign 'another game'
{ head -c 8 "$sound"; printf 'dorix\0\0\0'; tail -c +17 "$sound"; } > foreign
still_plays foreign 'another version'
bad 2 'Cannot open.*missing' "${search[@]}" --net missing
bad 2 '.' "${search[@]}" --net

# Three and four players have networks of their own, which correct the model of players and moves.
search=(analyse dorix --players 3 --nodes 3000 --json)
run "${search[@]}" --net none
without=$(found)
ok '"lines"' "${search[@]}" --net "$games/dorix/dorix_many.net"
own=$(found)
holds test "$own" != "$without"
ok '"lines"' "${search[@]}"
holds test "$(found)" = "$own"
still_plays "$other" 'another number of players'
still_plays "$games/quoridor/quoridor_many.net" 'another game than Dorix'
search=(analyse quoridor --depth 5 --json)
run "${search[@]}" --net none
without=$(found)
still_plays "$games/quoridor/quoridor_many.net" 'another number of players'

# Games without networks do without.
ok '"win"' analyse orbital --depth 3 --json --net "$sound"

# The other game that has one.
search=(analyse dorix --depth 5 --json)
ok '"depth":5' "${search[@]}" --net none
without=$(found)
ok '"depth":5' "${search[@]}"
own=$(found)
holds test "$without" != "$own"
ok '"depth":5' "${search[@]}" --net "$other"
holds test "$(found)" = "$own"
still_plays "$sound" 'another game than Dorix'
head -c 1000 "$other" > cut
still_plays cut 'cut.*length'
