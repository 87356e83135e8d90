#!/usr/bin/env python3
"""Trains a game's network (src/net/net.h) on records that train/features.c made.

    train.py RECORDS OUT.net [--hidden 128] [--epochs 20] [--seconds 0] ...

Runs on a GPU where there is one. Prints the loss of each epoch on records that are kept
apart, and writes the network in whole numbers. Beside it, OUT.check holds the answers that
the network gives to some positions, computed here in whole numbers: what the program must
say too (tests/search/test_networks.c).
"""
import argparse
import json
import struct
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

SECOND, HEAD, NONE = 16, 256, 255
DOUBLING = 256 / np.log(2)  # points of the multiplayer model that are worth an output of 1
ONE, WEIGHT_ONE = 255, 64
POINTS = 100.0  # an output of 1


class Shape:
    """What the head of a file of records says."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            lines = file.read(HEAD).decode().split('\n')
        if lines[0] != 'tablier records 3':
            sys.exit(f'train.py: {path} was not made by features.')
        said = dict(line.split(' ', 1) for line in lines[1:] if line)
        self.network = said['network']
        self.inputs, self.logits, self.buckets, self.active, self.parts, self.views, self.moves, self.scale = (
            int(said[key])
            for key in ('inputs', 'logits', 'buckets', 'active', 'parts', 'views', 'moves', 'scale'))
        # Two sides see one view of a position; more see one each.
        self.all_views = max(1, self.views)
        self.words = self.all_views * (self.active + 2)
        self.record = 2 * self.words + 4 + self.moves * (self.parts + (2 if self.views else 0))


def load(path, shape, limit):
    """The records as one tensor of bytes, on the CPU."""
    data = np.fromfile(path, dtype=np.uint8, count=limit * shape.record if limit else -1, offset=HEAD)
    return torch.from_numpy(data.reshape(-1, shape.record))


def seen_inputs(raw, shape, device):
    """Which inputs are ever 1: the weights of the others stay 0, which makes the file smaller."""
    seen = torch.zeros(shape.inputs + 1, dtype=torch.bool, device=device)
    for at in range(0, len(raw), 1 << 16):
        active = unsigned(raw[at:at + (1 << 16), :2 * shape.all_views * shape.active].to(device))
        seen[active.flatten().long().unique()] = True
    return seen[:-1]


def unsigned(raw):
    """Pairs of bytes as numbers."""
    raw = raw.to(torch.int32)
    return raw[:, 0::2] + 256 * raw[:, 1::2]


class Batch:
    """Some records, taken apart on the device. The views of a position follow each other, the mover's
    first."""

    def __init__(self, raw, shape, device):
        raw = raw.to(device)
        at = 2 * shape.words
        words = unsigned(raw[:, :at])
        views = shape.all_views
        self.active = words[:, :-2 * views].reshape(-1, shape.active).long()
        signed = torch.where(words >= 32768, words - 65536, words)
        self.base = signed[:, -2 * views:-views].float().flatten()
        self.scores = signed[:, -views:].float() / 32000
        self.result = raw[:, at].view(torch.int8).float()
        self.flags = raw[:, at + 1].int()
        self.bucket = raw[:, at + 2].long().repeat_interleave(shape.all_views)
        count = raw[:, at + 3].int()
        at += 4
        self.points = None
        if shape.views:
            points = unsigned(raw[:, at:at + 2 * shape.moves])
            self.points = torch.where(points >= 32768, points - 65536, points).float()
            at += 2 * shape.moves
        self.parts = raw[:, at:].long()
        self.legal = torch.arange(shape.moves, device=device) < count.unsqueeze(1)


class Net(torch.nn.Module):
    def __init__(self, shape, hidden):
        super().__init__()
        self.shape = shape
        self.first = torch.nn.Linear(shape.inputs, hidden)
        self.logits = torch.nn.Linear(hidden, shape.logits)
        self.second = torch.nn.Linear(hidden, shape.buckets * SECOND)
        self.value = torch.nn.Parameter(torch.randn(shape.buckets, SECOND) * 0.1)
        self.value_bias = torch.nn.Parameter(torch.zeros(shape.buckets))
        with torch.no_grad():
            self.first.weight.normal_(0, 0.1)
            self.first.bias.fill_(0.3)

    def sums(self, active):
        """The first layer before it is clipped. A GPU is quicker with a matrix of zeros and
        ones, a CPU by adding rows."""
        if active.is_cuda:
            inputs = torch.zeros(len(active), self.shape.inputs + 1, device=active.device)
            return self.first(inputs.scatter_(1, active, 1.0)[:, :-1])
        rows = F.pad(self.first.weight.t(), (0, 0, 0, 1))
        return F.embedding_bag(active, rows, mode='sum') + self.first.bias

    def forward(self, batch):
        shape = self.shape
        units = self.sums(batch.active).clamp(0, 1).square()
        rows = torch.arange(len(units), device=units.device)
        second = self.second(units).view(-1, shape.buckets, SECOND)[rows, batch.bucket].clamp(0, 1)
        value = (second * self.value[batch.bucket]).sum(1) + self.value_bias[batch.bucket]
        answers = F.pad(self.logits(units[::shape.all_views]), (0, NONE + 1 - shape.logits))
        moves = answers.gather(1, batch.parts).view(-1, shape.moves, shape.parts).sum(2)
        if batch.points is not None:
            moves = moves + batch.points / DOUBLING
        return batch.base + POINTS * value, moves.masked_fill(~batch.legal, -1e4)

    def clip(self):
        """Keeps the weights within what the file can hold."""
        limit = 127 / WEIGHT_ONE
        with torch.no_grad():
            self.first.weight.clamp_(-2, 2)
            self.logits.weight.clamp_(-limit, limit)
            self.second.weight.clamp_(-limit, limit)
            self.value.clamp_(-20, 20)


def expectation(batch, blend):
    """What the value should be, 0 to 1."""
    score, won = (1 + batch.scores[:, 0]) / 2, (1 + batch.result) / 2
    mixed = blend * score + (1 - blend) * won
    return torch.where((batch.flags & 1) > 0, score, mixed).clamp(0, 1)


def value_loss(shape, points, batch, blend):
    if not shape.views:
        return F.binary_cross_entropy_with_logits(2 * points / shape.scale, expectation(batch, blend))
    # Each player's chances as the searches saw them, and who wins.
    chances = F.log_softmax(points.view(-1, shape.views) / DOUBLING, 1)
    thought = ((1 + batch.scores) / 2).clamp(0, 1) + 1e-6
    thought = thought / thought.sum(1, keepdim=True)
    return -((blend * thought + (1 - blend) * winner(shape, batch)) * chances).sum(1).mean()


def winner(shape, batch):
    """One for the winner; a share for everybody where there is none."""
    drawn = (batch.result < 0).unsqueeze(1)
    return torch.where(drawn, 1 / shape.views, F.one_hot(batch.result.clamp(min=0).long(), shape.views).float())


def losses(net, batch, blend):
    points, moves = net(batch)
    value = value_loss(net.shape, points, batch, blend)
    chosen = torch.zeros(len(moves), dtype=torch.long, device=moves.device)
    policy = F.cross_entropy(moves, chosen)
    hits = (moves.argmax(1) == 0).float().mean()
    return value, policy, hits, value_loss(net.shape, points, batch, 0)


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


def write_net(path, shape, arrays, hidden):
    body = b''.join(np.ascontiguousarray(a).astype(a.dtype.newbyteorder('<')).tobytes()
                    for a in arrays)
    header = b'TBNET01\n' + shape.network.encode().ljust(16, b'\0')
    header += struct.pack('<4IQ', shape.inputs, hidden, shape.logits, shape.buckets, fnv(body))
    with open(path, 'wb') as file:
        file.write(header + body)


def answers(arrays, active, base, bucket):
    """What the network says of one position: its value and its logits, as the program
    computes them."""
    bias, weight, logit_bias, logit_weight, second_bias, second_weight, value_bias, value = (
        a.astype(np.int64) for a in arrays)
    sums = (bias + weight[active].sum(0)).astype(np.int16).astype(np.int64)
    units = np.clip(sums, 0, ONE) ** 2 >> 9
    rows = slice(bucket * SECOND, (bucket + 1) * SECOND)
    second = second_bias[rows] + second_weight[rows] @ units
    second = np.where(second > 127 * WEIGHT_ONE, 127, np.maximum(second, 0) >> 6)
    total = int(value_bias[bucket] + value[bucket] @ second)
    quotient = abs(total) // (127 * 16) * (1 if total >= 0 else -1)  # as C divides
    return int(base) + quotient, logit_bias + logit_weight @ units


def write_check(path, arrays, shape, raw):
    """One line per position: base, bucket, value, the first logit, number 100 or the last, their
    sum, the inputs that are 1."""
    batch = Batch(raw, shape, 'cpu')
    with open(path, 'w') as file:
        for i in range(len(raw)):
            row = i * shape.all_views + i % shape.all_views  # of each position another view
            active = batch.active[row].numpy()
            active = active[active < shape.inputs]
            base, bucket = int(batch.base[row]), int(batch.bucket[row])
            value, logits = answers(arrays, active, base, bucket)
            file.write(f'{base} {bucket} {value} {logits[0]} {logits[min(100, len(logits) - 1)]} {logits.sum()} : '
                       f'{" ".join(map(str, active))}\n')


# ---- Training -------------------------------------------------------------------------------

def test(net, raw, device, blend):
    totals = np.zeros(4)
    with torch.no_grad():
        for at in range(0, len(raw), 8192):
            batch = Batch(raw[at:at + 8192], net.shape, device)
            totals += np.array([float(x) for x in losses(net, batch, blend)]) * len(batch.result)
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
    parser.add_argument('--decay', type=float, default=1e-4, help='of the weights')
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    shape = Shape(args.records)
    raw = load(args.records, shape, args.limit)
    kept = min(len(raw) // 20, 200000)
    held, raw = raw[:kept], raw[kept:]
    sample = held[:: max(1, len(held) // 64)][:64].clone()
    held, raw = held.to(device), raw.to(device)
    net = Net(shape, args.hidden).to(device)
    with torch.no_grad():
        net.first.weight[:, ~seen_inputs(raw, shape, device)] = 0
    steps = int(args.epochs * len(raw) / args.batch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=args.decay)
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
        value, policy, _, _ = losses(net, Batch(raw[rows], shape, device), args.blend)
        optimizer.zero_grad()
        (args.value * value + policy).backward()
        optimizer.step()
        net.clip()
        total = value.detach() if total is None else total + value.detach()
        step += 1
        if step % (per_epoch * max(1, int(args.epochs / 10))) == 0 or step == steps:
            v, p, h, won = test(net, held, device, args.blend)
            print(f'{step} steps, {time.time() - start:.0f} s: value {v:.5f} result {won:.5f} policy {p:.4f} '
                  f'hits {100 * h:.1f} %', flush=True)
    v, p, h, won = test(net, held, device, args.blend)
    arrays = quantised(net)
    write_net(args.out, shape, arrays, args.hidden)
    write_check(args.out + '.check', arrays, shape, sample)
    # What the evaluation without a network achieves, for comparison.
    batch = Batch(held[:8192], shape, device)
    plain = {'plain': value_loss(shape, batch.base, batch, args.blend),
             'plain_result': value_loss(shape, batch.base, batch, 0)}
    if shape.views:
        plain['plain_policy'] = F.cross_entropy((batch.points / DOUBLING).masked_fill(~batch.legal, -1e4),
                                                torch.zeros(len(batch.points), dtype=torch.long, device=device))
    else:
        expected = expectation(batch, args.blend)
        plain['least'] = F.binary_cross_entropy(expected.clamp(1e-6, 1 - 1e-6), expected)
    print(json.dumps({'records': len(raw), 'hidden': args.hidden, 'steps': step,
                      'seconds': round(time.time() - start), 'value': round(v, 5), 'result': round(won, 5),
                      **{key: round(float(loss), 5) for key, loss in plain.items()},
                      'policy': round(p, 4), 'hits': round(h, 4)}))


if __name__ == '__main__':
    main()
