#!/usr/bin/env python3
"""Trains the network of Quoridor (src/net/net.h) on records that train/features.c made.

    train.py RECORDS OUT.net [--hidden 128] [--epochs 20] [--seconds 0] ...

Runs on a GPU where there is one. Prints the loss of each epoch on records that are kept
apart, and writes the network in whole numbers. Beside it, OUT.check holds the answers that
the network gives to some positions, computed here in whole numbers: what the program must
say too (tests/test_net.c).
"""
import argparse
import json
import struct
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

INPUTS, BITS, MOVES, CLASSES, LOGITS, BUCKETS, SECOND = 1334, 1344, 210, 10, 224, 8, 16
RECORD = 600
ONE, WEIGHT_ONE, SCALE = 255, 64, 420
POINTS = 100.0  # an output of 1


def load(path, limit):
    """The records as one tensor of bytes, on the CPU."""
    data = np.fromfile(path, dtype=np.uint8, count=limit * RECORD if limit else -1)
    return torch.from_numpy(data.reshape(-1, RECORD))


class Batch:
    """Some records, taken apart on the device."""

    def __init__(self, raw, device):
        raw = raw.to(device)
        shifts = torch.arange(8, device=device, dtype=torch.uint8)
        bits = raw[:, :BITS // 8].unsqueeze(2).bitwise_right_shift(shifts).bitwise_and(1)
        self.inputs = bits.reshape(len(raw), BITS)[:, :INPUTS].float()
        at = BITS // 8
        words = raw[:, at:].to(torch.int32)

        def word(offset):
            value = words[:, offset] + 256 * words[:, offset + 1]
            return torch.where(value >= 32768, value - 65536, value)

        self.base = word(0).float()
        self.score = word(2).float() / 32000
        result = words[:, 4]
        self.result = torch.where(result >= 128, result - 256, result).float()
        self.flags = words[:, 5]
        self.bucket = words[:, 6].long()
        self.target = words[:, 7].long()
        masks = words[:, 8:8 + 2 * MOVES].reshape(len(raw), MOVES, 2)
        masks = masks[:, :, 0] + 256 * masks[:, :, 1]
        self.legal = masks >= 32768
        classes = torch.arange(CLASSES, device=device, dtype=torch.int32)
        self.classes = masks.unsqueeze(2).bitwise_right_shift(classes).bitwise_and(1).float()


class Net(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.first = torch.nn.Linear(INPUTS, hidden)
        self.logits = torch.nn.Linear(hidden, LOGITS)
        self.second = torch.nn.Linear(hidden, BUCKETS * SECOND)
        self.value = torch.nn.Parameter(torch.randn(BUCKETS, SECOND) * 0.1)
        self.value_bias = torch.nn.Parameter(torch.zeros(BUCKETS))
        with torch.no_grad():
            self.first.weight.normal_(0, 0.1)
            self.first.bias.fill_(0.3)

    def forward(self, batch):
        units = self.first(batch.inputs).clamp(0, 1).square()
        rows = torch.arange(len(units), device=units.device)
        second = self.second(units).view(-1, BUCKETS, SECOND)[rows, batch.bucket].clamp(0, 1)
        value = (second * self.value[batch.bucket]).sum(1) + self.value_bias[batch.bucket]
        answers = self.logits(units)
        moves = answers[:, :MOVES] + torch.einsum(
            'bmc,bc->bm', batch.classes, answers[:, MOVES:MOVES + CLASSES])
        return batch.base + POINTS * value, moves

    def clip(self):
        """Keeps the weights within what the file can hold."""
        limit = 127 / WEIGHT_ONE
        with torch.no_grad():
            self.first.weight.clamp_(-2, 2)
            self.logits.weight.clamp_(-limit, limit)
            self.second.weight.clamp_(-limit, limit)
            self.value.clamp_(-20, 20)


def losses(net, batch, blend):
    points, moves = net(batch)
    won = (1 + batch.result) / 2
    expected = torch.where((batch.flags & 1) > 0, (1 + batch.score) / 2,
                           blend * (1 + batch.score) / 2 + (1 - blend) * won)
    value = F.binary_cross_entropy_with_logits(2 * points / SCALE, expected.clamp(0, 1))
    policy = F.cross_entropy(moves.masked_fill(~batch.legal, -1e4), batch.target)
    hits = (moves.masked_fill(~batch.legal, -1e4).argmax(1) == batch.target).float().mean()
    return value, policy, hits


# ---- In whole numbers ---------------------------------------------------------------------

def quantised(net):
    """The arrays of the file, in their order, with their types."""
    unit = 127 * WEIGHT_ONE
    p = {name: tensor.detach().double().cpu().numpy() for name, tensor in net.named_parameters()}

    def whole(array, scale, kind):
        limits = np.iinfo(kind)
        low = -127 if kind == np.int8 else limits.min
        return np.clip(np.rint(array * scale), low, limits.max).astype(kind)

    return [
        whole(p['first.bias'], ONE, np.int16),
        whole(p['first.weight'].T, ONE, np.int16),
        whole(p['logits.bias'], unit, np.int32),
        whole(p['logits.weight'], WEIGHT_ONE, np.int8),
        whole(p['second.bias'], unit, np.int32),
        whole(p['second.weight'], WEIGHT_ONE, np.int8),
        whole(p['value_bias'], POINTS * 127 * 16, np.int32),
        whole(p['value'], POINTS * 16, np.int16),
    ]


def fnv(data):
    """FNV-1a, 64 bits."""
    value, prime, mask = 0xcbf29ce484222325, 0x100000001b3, (1 << 64) - 1
    for byte in data:
        value = (value ^ byte) * prime & mask
    return value


def write_net(path, arrays, hidden):
    body = b''.join(np.ascontiguousarray(a).astype(a.dtype.newbyteorder('<')).tobytes()
                    for a in arrays)
    header = b'TBNET01\n' + b'quoridor'.ljust(16, b'\0')
    header += struct.pack('<4I', INPUTS, hidden, LOGITS, BUCKETS) + struct.pack('<Q', fnv(body))
    with open(path, 'wb') as file:
        file.write(header + body)


def answers(arrays, inputs, base, bucket):
    """What the network says of one position: its value and its logits, as the program
    computes them."""
    bias, weight, logit_bias, logit_weight, second_bias, second_weight, value_bias, value = (
        a.astype(np.int64) for a in arrays)
    sums = (bias + weight[np.nonzero(inputs)[0]].sum(0)).astype(np.int16).astype(np.int64)
    units = np.clip(sums, 0, ONE) ** 2 >> 9
    rows = slice(bucket * SECOND, (bucket + 1) * SECOND)
    second = second_bias[rows] + second_weight[rows] @ units
    second = np.where(second > 127 * WEIGHT_ONE, 127, np.maximum(second, 0) >> 6)
    total = int(value_bias[bucket] + value[bucket] @ second)
    quotient = abs(total) // (127 * 16) * (1 if total >= 0 else -1)  # as C divides
    return int(base) + quotient, logit_bias + logit_weight @ units


def write_check(path, arrays, raw):
    """One line a position: the inputs that are 1, base, bucket, value, three logits."""
    batch = Batch(raw, 'cpu')
    with open(path, 'w') as file:
        for i in range(len(raw)):
            inputs = batch.inputs[i].numpy()
            base, bucket = int(batch.base[i]), int(batch.bucket[i])
            value, logits = answers(arrays, inputs, base, bucket)
            active = ' '.join(str(n) for n in np.nonzero(inputs)[0])
            file.write(f'{base} {bucket} {value} {logits[0]} {logits[100]} {logits.sum()} : '
                       f'{active}\n')


# ---- Training -------------------------------------------------------------------------------

def test(net, raw, device, blend):
    totals = np.zeros(3)
    with torch.no_grad():
        for at in range(0, len(raw), 8192):
            batch = Batch(raw[at:at + 8192], device)
            totals += np.array([float(x) for x in losses(net, batch, blend)]) * len(batch.base)
    return totals / len(raw)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('records')
    parser.add_argument('out')
    parser.add_argument('--hidden', type=int, default=128)
    parser.add_argument('--epochs', type=float, default=20)
    parser.add_argument('--batch', type=int, default=16384)
    parser.add_argument('--rate', type=float, default=2e-3)
    parser.add_argument('--blend', type=float, default=0.7)
    parser.add_argument('--value', type=float, default=4.0, help="weight of the value's loss")
    parser.add_argument('--limit', type=int, default=0, help='records to read')
    parser.add_argument('--seconds', type=float, default=0, help='stop after this time')
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    raw = load(args.records, args.limit)
    kept = min(len(raw) // 20, 200000)
    held, raw = raw[:kept], raw[kept:]
    sample = held[:: max(1, len(held) // 64)][:64].clone()
    held, raw = held.to(device), raw.to(device)
    net = Net(args.hidden).to(device)
    steps = int(args.epochs * len(raw) / args.batch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-4)
    start, per_epoch, totals = time.time(), max(1, len(raw) // args.batch), np.zeros(2)
    sys.stdout.write(f'{len(raw)} records, {steps} steps on {device}\n')
    total = None
    step = 0
    while step < steps:
        done = step / steps
        if args.seconds:
            done = max(done, (time.time() - start) / args.seconds)
            if done >= 1:
                break
        for group in optimizer.param_groups:
            group['lr'] = args.rate * (min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-3)
        rows = torch.randint(len(raw), (args.batch,), device=device)
        value, policy, _ = losses(net, Batch(raw[rows], device), args.blend)
        optimizer.zero_grad()
        (args.value * value + policy).backward()
        optimizer.step()
        net.clip()
        total = value.detach() if total is None else total + value.detach()
        step += 1
        if step % (per_epoch * max(1, int(args.epochs / 10))) == 0 or step == steps:
            v, p, h = test(net, held, device, args.blend)
            print(f'{step} steps, {time.time() - start:.0f} s: value {v:.5f} policy {p:.4f} '
                  f'hits {100 * h:.1f} %', flush=True)
    v, p, h = test(net, held, device, args.blend)
    arrays = quantised(net)
    write_net(args.out, arrays, args.hidden)
    write_check(args.out + '.check', arrays, sample)
    # What the evaluation without a network achieves, for comparison.
    batch = Batch(held[:8192], device)
    won = (1 + batch.result) / 2
    expected = torch.where((batch.flags & 1) > 0, (1 + batch.score) / 2,
                           args.blend * (1 + batch.score) / 2 + (1 - args.blend) * won)
    plain = F.binary_cross_entropy_with_logits(2 * batch.base / SCALE, expected.clamp(0, 1))
    least = F.binary_cross_entropy(expected.clamp(1e-6, 1 - 1e-6), expected.clamp(0, 1))
    print(json.dumps({'records': len(raw), 'hidden': args.hidden, 'steps': step,
                      'seconds': round(time.time() - start), 'value': round(v, 5),
                      'plain': round(float(plain), 5), 'least': round(float(least), 5),
                      'policy': round(p, 4), 'hits': round(h, 4)}))


if __name__ == '__main__':
    main()
