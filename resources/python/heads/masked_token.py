"""The head that predicts masked tokens."""
import torch
import torch.nn.functional as F
from torch import nn

TIED, TRANSFORMED, TANH, RELU = True, True, False, False
FEATURES, TABLE, OUTPUTS, DROPOUT, EPSILON = 5, 5, 20, 0.0, 1e-5

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
            super().__init__(TABLE, OUTPUTS)

        def forward(self, states, table):
            return super().forward(states)


class Head(nn.Module):
    """Scores of all tokens that a masked one could be."""

    def __init__(self):
        super().__init__()
        self.dropout = nn.Dropout(DROPOUT)
        if TRANSFORMED:
            self.transform = nn.Linear(FEATURES, TABLE)
            self.norm = nn.LayerNorm(TABLE, eps=EPSILON)
        self.output = Output()

    def forward(self, states, table):
        states = self.dropout(states)
        if TRANSFORMED:
            if RELU:
                states = self.norm(F.relu(self.transform(states)))
            elif TANH:
                states = self.norm(F.gelu(self.transform(states), approximate="tanh"))
            else:
                states = self.norm(F.gelu(self.transform(states)))
        return self.output(states, table)
