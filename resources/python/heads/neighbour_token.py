"""The head that predicts each token from either side."""
import torch
import torch.nn.functional as F
from torch import nn

TIED = False
SIZE, OUTPUTS, DROPOUT = 4, 20, 0.0

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
            super().__init__(SIZE, OUTPUTS)

        def forward(self, states, table):
            return super().forward(states)


class Head(nn.Module):
    """Scores of all tokens from the one before each token, and from the one behind it."""

    def __init__(self):
        super().__init__()
        self.begin = nn.Parameter(torch.zeros(SIZE))
        self.end = nn.Parameter(torch.zeros(SIZE))
        self.dropout = nn.Dropout(DROPOUT)
        self.output = Output()

    def forward(self, states, mask, table):
        begin = self.begin.expand(states.size(0), 1, SIZE)
        end = self.end.expand(states.size(0), 1, SIZE)
        left = torch.cat((begin, states[:, :-1, :SIZE]), 1)
        right = torch.cat((states[:, 1:, SIZE:], end), 1)
        followed = F.pad(mask[:, 1:], (0, 1))
        right = torch.where(followed.unsqueeze(2), right, end)
        return self.output(self.dropout(torch.stack((left, right), 2)), table)
