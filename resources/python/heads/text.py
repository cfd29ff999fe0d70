"""The head for whole texts: classes or a number."""
from torch import nn

from ..layers.pooling_mean import Pooling

POOLS = True
FEATURES, OUTPUTS, DROPOUT = 5, 2, 0.0

# ---- exported ----


class Head(nn.Module):
    """One vector for each text, dropout, linear layer."""

    def __init__(self):
        super().__init__()
        if POOLS:
            self.pooling = Pooling()
        self.dropout = nn.Dropout(DROPOUT)
        self.output = nn.Linear(FEATURES, OUTPUTS)

    def forward(self, encoded, mask):
        if POOLS:
            return self.output(self.dropout(self.pooling(encoded[0], mask, encoded[1])))
        else:
            return self.output(self.dropout(encoded))
