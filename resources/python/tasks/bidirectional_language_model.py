"""Predictions from both sides."""
import sys

import torch

from .loading import loaded_network, padded
from .text_module import encode

# ---- exported ----


def scores(texts, batch_size=64):
    """For each text, scores [tokens, 2, vocabulary]: of all tokens that could follow those before
    each token, and of all that could precede those behind it."""
    rows, found = [encode(text) for text in texts], []
    for start in range(0, len(rows), batch_size):
        part = rows[start:start + batch_size]
        ids, lengths = padded(part)
        with torch.no_grad():
            both = loaded_network()(ids, lengths)
        found += [both[number, :len(row)] for number, row in enumerate(part)]
    return found


def predict(texts):
    """For each text, -ln p of its tokens from the "left" and from the "right"."""
    answers = []
    for text, both in zip(texts, scores(texts)):
        ids = torch.tensor(encode(text)).view(-1, 1, 1).expand(-1, 2, 1)
        nats = -torch.log_softmax(both, 2).gather(2, ids).squeeze(2)
        answers.append({"left": nats[:, 0].tolist(), "right": nats[:, 1].tolist()})
    return answers


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for text, answer in zip(texts, predict(texts)):
        left, right = (sum(answer[side]) / len(answer[side]) for side in ("left", "right"))
        print("%.4f\t%.4f\t%s" % (left, right, text))
