#!/usr/bin/env bash
# sizes.sh WEB - sizes of text, margins, paddings, gaps and round corners in the style sheets are steps of the scale in
# css/theme.css, not lengths of their own. `em` is allowed: it follows a text whose size is a step.
set -euo pipefail
cd "$1"
sheets=(css/*.css games/*/style.css)
scaled='(?<![\w-])(font(-size)?|--label|(scroll-)?(margin|padding)[a-z-]*|(row-|column-)?gap|border[a-z-]*-radius):[^;}]*'

if grep -nPo "$scaled" "${sheets[@]}" | grep -P '[\d.](rem|px)'; then
    echo 'These sizes are not steps of the scale: use var(--sN), var(--tN) or var(--rN) of css/theme.css.' >&2
    exit 1
fi
steps=$(grep -Po '^ +\K--[str]\d.*' css/theme.css | grep -o -- '--[str][0-9]*' | sort -u)
used=$(grep -hPo 'var\(\K--[str]\d+' "${sheets[@]}" | sort -u)
[[ $(wc -l <<< "$used") -gt 10 ]] # else the expressions above find nothing
unknown=$(comm -13 <(echo "$steps") <(echo "$used"))
if [[ $unknown ]]; then
    echo "The scale has no step $unknown." >&2
    exit 1
fi
