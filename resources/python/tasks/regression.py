"""Predictions of a network for numbers."""
import sys

import torch

from .loading import loaded_network, padded
from .text_module import encode

MEAN_VALUE = 0.0
DEVIATION = 1.0

# <CONSTANTS>
MEAN = MEAN_VALUE  # of the training numbers: the network's outputs are standardised
STANDARD_DEVIATION = DEVIATION
# </CONSTANTS>

# ---- exported ----


def predict(texts, batch_size=64):
    """A number for each text."""
    numbers = []
    for start in range(0, len(texts), batch_size):
        encoded = [encode(text) for text in texts[start:start + batch_size]]
        with torch.no_grad():
            outputs = loaded_network()(*padded(encoded))[:, 0].double()
        numbers += (outputs * STANDARD_DEVIATION + MEAN).tolist()
    return numbers


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for text, number in zip(texts, predict(texts)):
        print("%.6g\t%s" % (number, text))
