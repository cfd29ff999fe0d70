"""The layers between the vector of a text and the output of a head."""
import torch
import torch.nn.functional as F
from torch import nn

FEATURES, SIZES, DROPOUT, ACTIVATION = 5, [4, 3], 0.0, torch.relu

# ---- exported ----


class HiddenLayers(nn.ModuleList):
    """Dropout, a linear layer and an activation, one after another."""

    def __init__(self):
        sizes = [FEATURES] + SIZES
        super().__init__(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.dropout = DROPOUT

    def forward(self, x):
        for layer in self:
            x = ACTIVATION(layer(F.dropout(x, self.dropout, self.training)))
        return x
