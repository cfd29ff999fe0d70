"""The head that predicts the next token."""
import torch
import torch.nn.functional as F
from torch import nn

TIED = False
FEATURES, OUTPUTS, DROPOUT = 5, 20, 0.0

# ---- exported ----


if TIED:
    class Output(nn.Module):
        """Its weights are the rows of the embedding."""

        def __init__(self):
            super().__init__()
            self.bias = nn.Parameter(torch.zeros(OUTPUTS))

        def forward(self, states, table):
            return F.linear(states, table, self.bias)
else:
    class Output(nn.Linear):
        def __init__(self):
            super().__init__(FEATURES, OUTPUTS)

        def forward(self, states, table):
            return super().forward(states)


class Head(nn.Module):
    """Scores of all tokens that could come next."""

    def __init__(self):
        super().__init__()
        self.dropout = nn.Dropout(DROPOUT)
        self.output = Output()

    def forward(self, states, table):
        return self.output(self.dropout(states), table)
