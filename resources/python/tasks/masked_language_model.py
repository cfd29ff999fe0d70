"""Predictions of masked tokens."""
import sys

import torch
import torch.nn.functional as F

from .loading import loaded_network, padded
from .text_module import encode

MASK_TOKEN, FIRST_TOKEN = 20, 4

# <CONSTANTS>
MASK_ID = MASK_TOKEN
FIRST_ID = FIRST_TOKEN  # ids below are special tokens, which are never masked
# </CONSTANTS>

# ---- exported ----


def masked_scores(rows, batch_size=64):
    """Scores of all tokens [rows, vocabulary]. Each row is a list of ids, the places at which they
    are replaced by the mask, and the place for which scores are wanted."""
    found = []
    for start in range(0, len(rows), batch_size):
        part = rows[start:start + batch_size]
        ids, lengths = padded([row[0] for row in part])
        for number, (_, masked, _) in enumerate(part):
            ids[number, list(masked)] = MASK_ID
        with torch.no_grad():
            scores = loaded_network()(ids, lengths)
        found.append(scores[torch.arange(len(part)), torch.tensor([row[2] for row in part])])
    return torch.cat(found) if found else torch.empty(0, 0)


def nats(text):
    """-ln p of each token of a text, with this token alone masked; None for unknown tokens.

    exp of the mean over many texts is the pseudo-perplexity (Salazar et al. 2020)."""
    ids = encode(text)
    places = [place for place, token in enumerate(ids) if token >= FIRST_ID]
    scores = masked_scores([(ids, [place], place) for place in places])
    found = [None] * len(ids)
    for place, row in zip(places, scores):
        found[place] = F.cross_entropy(row[None], torch.tensor([ids[place]])).item()
    return found


def fill_in(text, places, count=5):
    """For each of these places of a text, with all of them masked, the `count` most probable ids
    and their probabilities. An id is a line of vocabulary.txt, from 0."""
    ids = encode(text)
    scores = masked_scores([(ids, places, place) for place in places])
    answers = []
    for row in scores:
        best = torch.softmax(row, 0).topk(min(count, len(row)))
        answers.append(list(zip(best.indices.tolist(), best.values.tolist())))
    return answers


def predict(texts):
    """For each text, the "nats" of its tokens, each masked in turn."""
    return [{"nats": nats(text)} for text in texts]


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for text in texts:
        known = [value for value in nats(text) if value is not None]
        print("%.4f\t%s" % (sum(known) / max(len(known), 1), text))
