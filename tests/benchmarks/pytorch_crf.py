#!/usr/bin/env python3
"""Training step of a bidirectional LSTM with a linear-chain CRF in plain PyTorch, timed.

The network of PyTorch's own tutorial ("Advanced: Making Dynamic Decisions and the Bi-LSTM CRF"), but
batched as people write it for themselves: the forward algorithm loops over time and takes the
logsumexp over a [batch, tags, tags] tensor in each step, texts that have ended keep their scores by a
mask. Work, sizes and form of the output are those of the case "tagger" of the other baseline script:

    length of text i       = 5 + (37 * i) mod 56
    token t of text i      = 4 + (7919 * i + 104729 * t) mod 9996        tag = (i + t) mod tags

One step is: zero the gradients, forward, loss, backward, clip to norm 1, Adam.

    /usr/bin/python3 pytorch_crf.py tagger_crf --threads 1 --steps 3

Prints one JSON line: {"case", "torch", "threads", "tokens_per_step", "seconds_per_step",
"tokens_per_second"}; the median of --steps steps after one warm-up. Needs only PyTorch (1.13 or later).
"""
import argparse
import json
import statistics
import time

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

BATCH, SHORTEST, LONGEST, VOCABULARY, TAGS = 32, 5, 60, 10000, 17


class LstmCrf(nn.Module):
    def __init__(self, vocabulary=VOCABULARY, embedding=100, hidden=128, tags=TAGS):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, embedding, padding_idx=0)
        self.rnn = nn.LSTM(embedding, hidden, batch_first=True, bidirectional=True)
        self.output = nn.Linear(2 * hidden, tags)
        self.transitions = nn.Parameter(torch.empty(tags, tags).uniform_(-0.1, 0.1))
        self.start = nn.Parameter(torch.empty(tags).uniform_(-0.1, 0.1))
        self.end = nn.Parameter(torch.empty(tags).uniform_(-0.1, 0.1))

    def emissions(self, ids, lengths):
        packed = pack_padded_sequence(self.embedding(ids), lengths, batch_first=True, enforce_sorted=False)
        return self.output(pad_packed_sequence(self.rnn(packed)[0], batch_first=True)[0])

    def log_partition(self, emissions, mask):
        score = self.start + emissions[:, 0]
        for t in range(1, emissions.size(1)):
            reached = torch.logsumexp(score.unsqueeze(2) + self.transitions, 1) + emissions[:, t]
            score = torch.where(mask[:, t].unsqueeze(1), reached, score)
        return torch.logsumexp(score + self.end, 1)

    def path_score(self, emissions, tags, mask):
        rows = torch.arange(tags.size(0))
        score = self.start[tags[:, 0]] + emissions[rows, 0, tags[:, 0]]
        for t in range(1, emissions.size(1)):
            step = self.transitions[tags[:, t - 1], tags[:, t]] + emissions[rows, t, tags[:, t]]
            score = score + step * mask[:, t]
        last = mask.sum(1) - 1
        return score + self.end[tags[rows, last]]

    def loss(self, ids, lengths, tags):
        """Mean over tokens of the negative log-likelihood."""
        mask = torch.arange(ids.size(1)) < lengths.unsqueeze(1)
        emissions = self.emissions(ids, lengths)
        return (self.log_partition(emissions, mask) - self.path_score(emissions, tags, mask)).sum() / lengths.sum()


def work():
    lengths = torch.tensor([SHORTEST + (37 * i) % (LONGEST - SHORTEST + 1) for i in range(BATCH)])
    ids = torch.zeros(BATCH, int(lengths.max()), dtype=torch.long)
    tags = torch.zeros_like(ids)
    for i, length in enumerate(lengths.tolist()):
        for t in range(length):
            ids[i, t] = 4 + (7919 * i + 104729 * t) % (VOCABULARY - 4)
            tags[i, t] = (i + t) % TAGS
    return ids, lengths, tags


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=["tagger_crf"])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=3)
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)
    model = LstmCrf()
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    batch = work()

    def step():
        optimiser.zero_grad()
        model.loss(*batch).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()

    step()
    times = []
    for _ in range(options.steps):
        begun = time.perf_counter()
        step()
        times.append(time.perf_counter() - begun)
    seconds, tokens = statistics.median(times), int(batch[1].sum())
    print(json.dumps({"case": options.case, "torch": torch.__version__, "threads": options.threads,
                      "tokens_per_step": tokens, "seconds_per_step": round(seconds, 5),
                      "tokens_per_second": round(tokens / seconds, 1)}))


if __name__ == "__main__":
    main()
