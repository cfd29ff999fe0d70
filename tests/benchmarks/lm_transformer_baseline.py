#!/usr/bin/env python3
"""What a user would otherwise run to train a small GPT: a plain PyTorch loop, timed.

    /usr/bin/python3 lm_transformer_baseline.py lm_transformer --threads 1 --steps 60
    compare.sh --cases "lm_transformer" --steps 60 --baseline tests/benchmarks/lm_transformer_baseline.py

The case "lm_transformer" of "unroll-cli bench": characters of a vocabulary of 65, embedding 128 with
learned positions, 4 pre-norm layers of nn.TransformerEncoder with a causal mask, 4 heads, GELU,
feed-forward 512, a linear layer over the vocabulary; 12 windows of 64. One step is: zero the
gradients, forward, next-token cross-entropy, backward, clip to norm 1, Adam. The text is made by the
rule of core/bench/benchmark.h; every token but the first of a window's 65 is predicted.

"lm_transformer_generation" writes 256 characters after one, as the same network does it without
caches: the whole text is read again for each.

Prints one JSON line a case, as compare.sh reads it. Needs only PyTorch (1.13 or later).
"""
import argparse
import json
import statistics
import time

import torch
from torch import nn

VOCABULARY, SIZE, HEADS, LAYERS = 65, 128, 4, 4
WINDOW, ROWS, WRITTEN = 64, 12, 256


class LanguageModel(nn.Module):
    def __init__(self, context):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, SIZE)
        self.positions = nn.Embedding(context, SIZE)
        layer = nn.TransformerEncoderLayer(
            SIZE, HEADS, 4 * SIZE, 0.0, activation="gelu", batch_first=True, norm_first=True)
        self.transformer = nn.TransformerEncoder(
            layer, LAYERS, norm=nn.LayerNorm(SIZE), enable_nested_tensor=False)
        self.output = nn.Linear(SIZE, VOCABULARY)

    def forward(self, ids):
        length = ids.size(1)
        future = torch.triu(torch.full((length, length), float("-inf")), 1)
        x = self.embedding(ids) + self.positions(torch.arange(length))
        return self.output(self.transformer(x, future))


def median_seconds(function, steps):
    function()
    times = []
    for _ in range(steps):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def training(steps):
    model = LanguageModel(WINDOW)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    rows = [[4 + (7919 * i + 104729 * t) % (VOCABULARY - 4) for t in range(WINDOW + 1)]
            for i in range(ROWS)]
    text = torch.tensor(rows)

    def step():
        optimiser.zero_grad()
        logits = model(text[:, :-1])
        nn.functional.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten()).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()

    return ROWS * WINDOW, median_seconds(step, steps)


def generation(steps):
    model = LanguageModel(WRITTEN + 1).eval()

    @torch.no_grad()
    def write():
        ids = torch.full((1, 1), 4)
        for _ in range(WRITTEN):
            ids = torch.cat((ids, model(ids)[:, -1].argmax(1, keepdim=True)), 1)

    return WRITTEN, median_seconds(write, steps)


CASES = {"lm_transformer": training, "lm_transformer_generation": generation}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], help="all when none is given")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=3)
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)
    for name in options.cases or CASES:
        tokens, seconds = CASES[name](options.steps)
        print(json.dumps({
            "case": name, "torch": torch.__version__, "threads": options.threads,
            "tokens_per_step": tokens, "seconds_per_step": round(seconds, 5),
            "tokens_per_second": round(tokens / seconds, 1)}), flush=True)


if __name__ == "__main__":
    main()
