#!/usr/bin/env python3
"""Writes the network of Nim, and the numbers that it must give: make_net.py OUT.net OUT.check

The weights are not learned but written down, and the network is exact. A side wins if and only if
some power of two is in an odd number of heaps (as a binary digit of their stones). A unit of the
first layer is 1 if more than T heaps have the digit K; their alternating sum over T is 1 if that
number is odd. The value is high if one of these sums is 1, the policy prefers to take the stones
that make them even. Files are as in src/net/net.h; the check is as train/train.py writes it.
"""
import struct
import sys
from itertools import combinations_with_replacement

HEAPS, STONES, DIGITS = 6, 9, 4
INPUTS, HIDDEN, LOGITS, BUCKETS, SECOND = HEAPS * STONES, 32, 2 * STONES, 2, 16
ONE, WEIGHT_ONE, UNIT = 255, 64, 127
WORTH = (300, 200)  # points that a won position has, by bucket
HINT = 40  # the game's own evaluation (nim_eval.c)
UNITS = [(digit, more) for digit in range(DIGITS) for more in range(HEAPS)]


def has(number, digit):
    return number >> digit & 1


def fnv(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & (1 << 64) - 1
    return value


def alternating(weight_of_digit):
    """The weights of the units: that of the digit, with a sign that alternates over T."""
    row = [(-1) ** more * weight_of_digit(digit) for digit, more in UNITS]
    return row + [0] * (HIDDEN - len(row))


def rows_of(network):
    """The arrays of the file, in its order, each with its type."""
    return [('h', network['bias']), ('h', sum(network['weight'], [])),
            ('i', [0] * LOGITS), ('b', sum(network['logit'], [])),
            ('i', [0] * BUCKETS * SECOND), ('b', sum(network['second'] * BUCKETS, [])),
            ('i', network['value_bias']), ('h', sum(network['value'], []))]


def make():
    rest = [0] * (HIDDEN - len(UNITS))
    return {
        'bias': [-ONE * more for _, more in UNITS] + rest,
        'weight': [[ONE * has(stones, digit) for digit, _ in UNITS] + rest
                   for _ in range(HEAPS) for stones in range(1, STONES + 1)],
        'logit': [alternating(lambda digit, t=taken: 40 if has(t, digit) else -40)
                  for taken in range(1, STONES + 1)] +
                 [alternating(lambda digit, s=stones: has(s, digit) * WEIGHT_ONE >> DIGITS - 1 - digit)
                  for stones in range(1, STONES + 1)],
        'second': [alternating(lambda digit: WEIGHT_ONE)] + [[0] * HIDDEN] * (SECOND - 1),
        'value_bias': [-worth * UNIT * 16 for worth in WORTH],
        'value': [[2 * worth * 16] + [0] * (SECOND - 1) for worth in WORTH],
    }


def answers(network, active, base, bucket):
    """The value and the logits of a position, computed as the program does."""
    sums = [bias + sum(network['weight'][i][u] for i in active) for u, bias in enumerate(network['bias'])]
    units = [min(max(total, 0), ONE) ** 2 >> 9 for total in sums]
    second = sum(w * u for w, u in zip(network['second'][0], units))
    total = network['value_bias'][bucket] + network['value'][bucket][0] * min(max(second, 0) >> 6, UNIT)
    value = base + abs(total) // (UNIT * 16) * (1 if total >= 0 else -1)
    return value, [sum(w * u for w, u in zip(row, units)) for row in network['logit']]


def main():
    network = make()
    body = b''.join(struct.pack(f'<{len(numbers)}{kind}', *numbers) for kind, numbers in rows_of(network))
    with open(sys.argv[1], 'wb') as file:
        file.write(b'TBNET01\n' + b'nim'.ljust(16, b'\0'))
        file.write(struct.pack('<4IQ', INPUTS, HIDDEN, LOGITS, BUCKETS, fnv(body)) + body)
    with open(sys.argv[2], 'w', encoding='ascii') as file:
        for heaps in list(combinations_with_replacement(range(STONES + 1), HEAPS))[1::79]:
            active = [i * STONES + stones - 1 for i, stones in enumerate(heaps) if stones]
            base = HINT if len(active) % 2 else -HINT
            bucket = int(len(active) > 3)
            value, logits = answers(network, active, base, bucket)
            file.write(f'{base} {bucket} {value} {logits[0]} {logits[-1]} {sum(logits)} : '
                       f'{" ".join(map(str, active))}\n')


if __name__ == '__main__':
    main()
