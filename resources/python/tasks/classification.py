"""Predictions of a text classifier."""
import sys

import torch

from .loading import loaded_network, padded
from .text_module import encode

CLASS_NAMES = ["neg", "pos"]

# <CONSTANTS>
CLASSES = CLASS_NAMES
# </CONSTANTS>

# ---- exported ----


def probabilities(texts, batch_size=64):
    """Probabilities of the classes: a tensor [texts, classes] whose rows sum to 1."""
    rows = [torch.empty(0, len(CLASSES))]
    for start in range(0, len(texts), batch_size):
        encoded = [encode(text) for text in texts[start:start + batch_size]]
        with torch.no_grad():
            rows.append(torch.softmax(loaded_network()(*padded(encoded)), dim=1))
    return torch.cat(rows)


def predict(texts, batch_size=64):
    """For each text a dict: "class", its "probability", and "probabilities" of all classes."""
    answers = []
    for row in probabilities(texts, batch_size).tolist():
        best = max(range(len(CLASSES)), key=row.__getitem__)
        answers.append({"class": CLASSES[best], "probability": row[best],
                        "probabilities": dict(zip(CLASSES, row))})
    return answers


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for text, answer in zip(texts, predict(texts)):
        print("%s\t%.4f\t%s" % (answer["class"], answer["probability"], text))
