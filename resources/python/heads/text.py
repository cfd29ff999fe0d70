"""The head for whole texts: classes or a number."""
import torch.nn.functional as F
from torch import nn

from ..layers.pooling_mean import Pooling
from .hidden_layers import HiddenLayers

POOLS, HIDES, SINGLE = True, True, False
FEATURES, OUTPUTS, DROPOUT = 5, 2, 0.0

# ---- exported ----


class Head(nn.Module):
    """One vector for each text, dropout, linear layer."""

    def __init__(self):
        super().__init__()
        if POOLS:
            self.pooling = Pooling()
        if HIDES:
            self.hidden = HiddenLayers()
        self.dropout = nn.Dropout(DROPOUT)
        self.output = nn.Linear(FEATURES, OUTPUTS)

    def forward(self, encoded, mask):
        if POOLS:
            texts = self.pooling(encoded[0], mask, encoded[1])
        else:
            texts = encoded
        if HIDES:
            texts = self.hidden(texts)
        if SINGLE:
            # The score of the first class is 0.
            return F.pad(self.output(self.dropout(texts)), (1, 0))
        else:
            return self.output(self.dropout(texts))
