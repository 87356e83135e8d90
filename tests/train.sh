#!/usr/bin/env bash
# train.sh SELFPLAY FEATURES - data for training: self-play that was cut short goes on where it
# stopped, plays the same games with any number of threads, and its file can be read.
set -euo pipefail
selfplay=$(realpath "$1") features=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The games of a file, one a line, in the order of their numbers.
games() {
    python3 - "$1" <<'END'
import struct, sys
data, at, found = open(sys.argv[1], 'rb').read(), 0, {}
while at < len(data):
    magic, nodes, number, seed, count, result = struct.unpack_from('<IIQIHh', data, at)
    end = at + 24 * (1 + count)
    assert magic == 0x31475154 and nodes == 60 and seed == 3 and end <= len(data)
    assert number not in found, 'a game was played twice'
    found[number] = data[at:end].hex()
    at = end
print('\n'.join(found[n] for n in sorted(found)))
END
}

"$selfplay" -n 60 -s 3 -g 6 whole > /dev/null
size=$(stat -c %s whole)
head -c $((size / 2)) whole > cut
"$selfplay" -n 60 -s 3 -g 6 -t 2 cut > /dev/null
[[ $(games whole) == "$(games cut)" ]] || { echo "the games differ"; exit 1; }

positions=$("$features" -t 2 records whole | sed 's/ of.*//')
[[ $positions -gt 100 && $(stat -c %s records) -eq $((600 * positions)) ]] ||
    { echo "$positions positions"; exit 1; }

echo nonsense > bad
for command in "$selfplay -g 1 bad" "$selfplay" "$features out bad" "$features out missing"; do
    if $command > said 2>&1 || [[ $(wc -l < said) -ne 1 ]]; then
        echo "accepted or not one line: $command"
        exit 1
    fi
done
