#!/usr/bin/env bash
# qtp.sh TABLIER MODE - an engine that speaks QTP on a board of 5 by 5 and plays
# the last legal move of its list, or does one thing wrong, as MODE says.
#
# Its black begins at the top; the boards are mirror images (row 6 - r).
tablier=$1 mode=$2
moves=()

answer() { printf '= %s\n\n' "$*"; }

# Our spelling of "E2" or of "E2 horizontal", and back.
ours() {
    local vertex=${1,,}
    printf '%s%d%s' "${vertex:0:1}" $((6 - ${vertex:1:1})) "$(tr -d '\n' <<<"${2:0:1}")"
}
theirs() {
    local move=$1 way=""
    case ${move:2:1} in h) way=" horizontal" ;; v) way=" vertical" ;; esac
    printf '%s%d%s' "${move:0:1}" $((6 - ${move:1:1})) "$way" | sed 's/^./\U&/'
}

genmove() {
    local move
    move=$("$tablier" moves quoridor --set size=5 --set walls=2 --moves "${moves[*]}" |
        grep -v '[hv]' | tail -n 1)
    ((${#moves[@]} < 3)) && move=$("$tablier" moves quoridor --set size=5 --set walls=2 \
        --moves "${moves[*]}" | tail -n 1)
    case $mode in
    illegal) answer A1 ;;
    garbage) answer somewhere nice ;;
    refuses) printf '? no idea\n\n' ;;
    crash) exit 4 ;;
    slow) sleep 2.5; exec cat > /dev/null ;; # never answers
    late)
        sleep 0.3
        moves+=("$move")
        answer "$(theirs "$move")"
        ;;
    *)
        moves+=("$move")
        echo "# thinking"
        answer "$(theirs "$move")"
        ;;
    esac
}

while read -r word colour vertex way; do
    case $word in
    boardsize | clear_board | walls) moves=(); answer ;;
    playmove) moves+=("$(ours "$vertex")"); answer ;;
    playwall) moves+=("$(ours "$vertex" "$way")"); answer ;;
    genmove) genmove "$colour" ;;
    quit) answer; exit 0 ;;
    *) printf '? unknown command\n\n' ;;
    esac
done
