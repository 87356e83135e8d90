#!/usr/bin/env bash
# train.sh TABLIER FEATURES - data for training: self-play that was interrupted resumes where it
# stopped, plays the same games with any number of threads, and its files can be read.
set -euo pipefail
tablier=$(realpath "$1") features=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LC_ALL=C.UTF-8

fail() { echo "$*" >&2; exit 1; }

cat > games.py <<'END'
"""The games of a file by their numbers, read as docs/SELFPLAY.md says."""
import struct, sys

def checksum(data):
    total = 0xcbf29ce484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return total & 0xffffffff

def games(path):
    data, at, found = open(path, 'rb').read(), 512, {}
    assert data.startswith(b'tablier selfplay 1\n') and data[511:512] == b'\n'
    while at < len(data):
        number, plies, ended = struct.unpack_from('<IHH', data, at)
        result = struct.unpack_from('<4b', data, at + 8)
        size, total = struct.unpack_from('<II', data, at + 12)
        body = data[at + 20:at + 20 + size]
        assert len(body) == size and checksum(data[at:at + 16] + body) == total
        assert number not in found, 'a game was played twice'
        moves, place = [], 0
        for _ in range(plies):
            played, flags, count = struct.unpack_from('<HBB', body, place)
            choices = [struct.unpack_from('<Hh', body, place + 4 + 4 * c) for c in range(count)]
            moves.append((played, flags, choices))
            place += 4 + 4 * count
        assert place == size
        found[number] = (result, ended, moves)
        at += 20 + size
    return found

if __name__ == '__main__':
    one, two = games(sys.argv[1]), games(sys.argv[2])
    assert one == two, 'the games differ'
    assert len(one) == int(sys.argv[3]), len(one)
END

self=(selfplay quoridor --nodes 60 --seed 3 --adjudicate-proven)
"$tablier" "${self[@]}" --games 4 --out whole > /dev/null
size=$(stat -c %s whole)
for part in 10 512 530 $((size / 2)) $((size - 1)); do
    head -c "$part" whole > cut
    "$tablier" "${self[@]}" --games 4 --threads 2 --out cut > /dev/null 2> said
    [[ $part -eq 512 ]] || grep -q '^tablier: cut: Its end was incomplete; [0-9]* bytes of it were dropped\.$' said ||
        fail "no message that $part bytes are incomplete"
    python3 games.py whole cut 4
done
# A machine that lost its power leaves zeros.
{ head -c 100 whole; head -c 700 /dev/zero; } > cut
"$tablier" "${self[@]}" --games 4 --out cut > /dev/null 2> said
grep -q 'cut: Its end was incomplete' said || fail "no message that the zeros are not games"
python3 games.py whole cut 4
"$tablier" "${self[@]}" --games 6 --out cut > /dev/null # more go on
"$tablier" "${self[@]}" --games 6 --out six > /dev/null
python3 games.py six cut 6

# The training data: a header of 256 bytes, then records of the size that it gives; with three and
# four players a record has the views of all of them.
"$tablier" selfplay dorix --nodes 60 --seed 3 --games 3 --out dorix > /dev/null
"$tablier" selfplay dorix --players 3 --nodes 60 --seed 3 --games 2 --out dorix_many > /dev/null
"$tablier" selfplay quoridor --players 4 --nodes 60 --games 1 --out quoridor_many > /dev/null
mv whole quoridor
cat > records.py <<'END'
import struct, sys
data = open('records', 'rb').read()
said = dict(line.split(' ', 1) for line in data[:256].decode().split('\n') if line)
assert said.pop('tablier') == 'records 3' and said.pop('network') == sys.argv[1]
inputs, logits, buckets, active, parts, views, moves = (
    int(said[key]) for key in ('inputs', 'logits', 'buckets', 'active', 'parts', 'views', 'moves'))
assert views == int(sys.argv[3]) and int(said['scale']) > 0
shown, of_moves = max(1, views), '' if views == 0 else f'{moves}h'
parts_at = struct.calcsize(layout := f'<{shown * active}H{shown}h{shown}hbBBB{of_moves}')
size = parts_at + moves * parts
assert len(data) == 256 + size * int(sys.argv[2])
longest, results = 0, set()
for at in range(256, len(data), size):
    numbers = struct.unpack_from(layout, data, at)
    for view in range(shown):
        own = numbers[view * active:][:active]
        told = [n for n in own if n < inputs]
        assert told and len(set(told)) == len(told) and set(own[len(told):]) <= {inputs}
    result, flags, bucket, count = numbers[shown * (active + 2):][:4]
    assert -1 <= result <= max(1, views - 1) and flags <= 1 and bucket < buckets
    assert 1 <= count <= moves
    results.add(result)
    for m in range(moves):
        answers = [a for a in data[at + parts_at + m * parts:][:parts] if a != 255]
        assert bool(answers) == (m < count) and all(a < logits for a in answers)
        longest = max(longest, len(answers))
assert longest > 1 and len(results) > 1, (longest, results)
END
for kind in 'quoridor 0' 'dorix 0' 'dorix_many 3' 'quoridor_many 4'; do
    read -r name views <<< "$kind"
    positions=$("$features" -t 2 -n 40 records "$name" | sed 's/ of.*//')
    [[ $positions -gt 30 ]] || fail "$positions positions"
    python3 records.py "$name" "$positions" "$views"
done

# With three players; and a solved game is played to its end unless proofs are to end it.
"$tablier" selfplay tictacdoh --players 3 --games 5 --nodes 50 --lines 4 --out three > /dev/null
"$tablier" selfplay tictacdoh --games 2 --nodes 20 --opening 1 --out two > /dev/null
python3 - <<'END'
from games import games
searched = [choices for name in ('two', 'three') for _, ended, moves in games(name).values()
            for _, _, choices in moves if ended and choices]
assert len(searched) > 20 and max(map(len, searched)) == 4, searched
END

echo nonsense > bad
for command in "$tablier selfplay quoridor --games 1 --out bad" "$tablier selfplay quoridor" \
    "$tablier selfplay quoridor --out quoridor" "$tablier selfplay quoridor --out /nowhere/x" \
    "$tablier selfplay quoridor --out x --lines 99" "$features" "$features out bad" \
    "$features out three" "$features out missing" "$features out quoridor dorix" \
    "$features -n 256 out quoridor" "$features -f x out quoridor" "$features -f 101 out quoridor"; do
    if $command > said 2>&1 || [[ $(wc -l < said) -ne 1 ]]; then
        fail "accepted or not one line: $command: $(< said)"
    fi
done
[[ $(< bad) == nonsense ]] || fail "a file that is not ours was changed"
if [[ -w /dev/full ]] && "$tablier" selfplay tictacdoh --games 1 --out /dev/full > said 2>&1; then
    fail "a full disk was not noticed"
fi
