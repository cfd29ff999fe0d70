#!/usr/bin/env python3
"""What a student would write to train a cell of the lectures: a plain PyTorch loop over time, timed.

    /usr/bin/python3 cells_baseline.py lstm_peephole --threads 1 --steps 2
    compare.sh --cases "lstm_peephole mgu" --steps 2 --baseline tests/benchmarks/cells_baseline.py

The equations are those of tests/parity/cells_parity.py, which agree with the program's. The case is
that of core/bench/benchmark_classifiers.cpp: 64 texts of 20 to 200 tokens, embedding 100, two layers
in both directions with 128 features each, the last states, two classes; Adam on gradients clipped
to norm 1.

Prints one JSON line a case, as compare.sh reads it. Needs only PyTorch (1.13 or later).
"""
import argparse
import json
import pathlib
import statistics
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

TEXTS, SHORTEST, LONGEST, VOCABULARY = 64, 20, 200, 10000
DIMENSION, HIDDEN, LAYERS, CLASSES = 100, 128, 2, 2
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "parity"))
import cells_parity  # noqa: E402

H = HIDDEN
# Shapes of a layer's parameters beside weight_ih; and how many states there are.
SHAPES = {
    "lstm_written_out": (4, {"weight_hh": (4 * H, H), "bias": (4 * H,)}, 2),
    "lstm_peephole": (4, {"weight_hh": (4 * H, H), "bias": (4 * H,), "peephole": (3 * H,)}, 2),
    "lstm_coupled": (3, {"weight_hh": (3 * H, H), "bias": (3 * H,)}, 2),
    "lstm_layer_norm": (4, {"weight_hh": (4 * H, H), "bias": (4 * H,), "gain_ih": (4 * H,),
                            "gain_hh": (4 * H,), "gain_c": (H,), "offset_c": (H,)}, 2),
    "lstm_nested": (4, {"weight_hh": (4 * H, H), "bias": (4 * H,), "inner_weight_ih": (4 * H, H),
                        "inner_weight_hh": (4 * H, H), "inner_bias": (4 * H,)}, 3),
    "mgu": (2, {"weight_hh": (H, H), "weight_ch": (H, H), "bias": (2 * H,)}, 1),
    "gru_nested": (3, {"weight_hh": (2 * H, H), "weight_ch": (H, H), "bias": (3 * H,),
                       "inner_weight_ih": (3 * H, H), "inner_weight_hh": (2 * H, H),
                       "inner_weight_ch": (H, H), "inner_bias": (3 * H,)}, 1),
    "rnn_linear": (1, {"weight_hh": (H, H), "bias": (H,)}, 1),
    "mut1": (2, {"weight_hh": (H, H), "weight_ch": (H, H), "bias": (3 * H,)}, 1),
    "mut2": (2, {"weight_hh": (2 * H, H), "weight_ch": (H, H), "bias": (3 * H,)}, 1),
    "mut3": (3, {"weight_hh": (H, H), "weight_th": (H, H), "weight_ch": (H, H),
                 "bias": (3 * H,)}, 1),
}


class Direction(nn.Module):
    """One direction of one layer: a loop over the tokens."""

    def __init__(self, case, size, backwards):
        super().__init__()
        blocks, shapes, self.states = SHAPES[case]
        shapes = {"weight_ih": (blocks * H, size)} | shapes
        if case in ("mut1", "mut2"):
            shapes["weight_x"] = (H, size)
        for name, shape in shapes.items():
            self.register_parameter(name, nn.Parameter(torch.empty(shape).uniform_(-H**-0.5, H**-0.5)))
        self.step, self.backwards = getattr(cells_parity, case), backwards

    def forward(self, x, lengths):
        weights = dict(self.named_parameters())
        states = (x.new_zeros(len(x), H),) * self.states
        outputs = [None] * x.size(1)
        tokens = range(x.size(1))
        for t in reversed(tokens) if self.backwards else tokens:
            true = (t < lengths).unsqueeze(1)
            after = self.step(weights, x[:, t], *states)
            states = tuple(torch.where(true, new, old) for new, old in zip(after, states))
            outputs[t] = states[0]
        return torch.stack(outputs, 1), states[0]


class Classifier(nn.Module):
    def __init__(self, case):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.layers = nn.ModuleList(
            nn.ModuleList(Direction(case, DIMENSION if layer == 0 else 2 * H, backwards)
                          for backwards in (False, True))
            for layer in range(LAYERS))
        self.output = nn.Linear(2 * HIDDEN, CLASSES)

    def forward(self, ids, lengths):
        x = self.embedding(ids)
        for place, layer in enumerate(self.layers):
            if place > 0:
                x = F.dropout(x, 0.5, self.training)
            outputs, last = zip(*(direction(x, lengths) for direction in layer))
            x = torch.cat(outputs, 2)
        return self.output(F.dropout(torch.cat(last, 1), 0.5, self.training))


def batch():
    lengths = [SHORTEST + 37 * i % (LONGEST - SHORTEST + 1) for i in range(TEXTS)]
    ids = torch.zeros(TEXTS, max(lengths), dtype=torch.int64)
    for i, length in enumerate(lengths):
        ids[i, :length] = 4 + (7919 * i + 104729 * torch.arange(length)) % (VOCABULARY - 4)
    return ids, torch.tensor(lengths), torch.arange(TEXTS) % CLASSES


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("case", choices=SHAPES)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    model = Classifier(options.case)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    ids, lengths, classes = batch()

    def step():
        optimiser.zero_grad()
        F.cross_entropy(model(ids, lengths), classes).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()

    step()
    times, worked = [], []
    for _ in range(options.steps):
        start, before = time.perf_counter(), time.process_time()
        step()
        times.append(time.perf_counter() - start)
        worked.append(time.process_time() - before)
    seconds = statistics.median(times)
    print(json.dumps({"case": options.case, "torch": torch.__version__, "threads": options.threads,
                      "seconds_per_step": seconds,
                      "processor_seconds_per_step": statistics.median(worked),
                      "tokens_per_second": int(lengths.sum()) / seconds}))


main()
