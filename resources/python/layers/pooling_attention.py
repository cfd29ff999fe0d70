"""Attention over a text's states."""
import torch
from torch import nn

FEATURES = 6
HIDDEN = 0  # 0: the score is linear in the state

# ---- exported ----


class Pooling(nn.Module):
    """A weighted sum of the states; the weights are the softmax of a learned score."""

    def __init__(self):
        super().__init__()
        if HIDDEN:
            self.hidden = nn.Linear(FEATURES, HIDDEN)
            self.score = nn.Linear(HIDDEN, 1, bias=False)
        else:
            self.score = nn.Linear(FEATURES, 1, bias=False)

    def forward(self, states, mask, last):
        if HIDDEN:
            scores = self.score(torch.tanh(self.hidden(states))).squeeze(2)
        else:
            scores = self.score(states).squeeze(2)
        probabilities = scores.masked_fill(~mask, float("-inf")).softmax(1)
        return torch.bmm(probabilities.unsqueeze(1), states).squeeze(1)
