"""Attention that reads both states side by side: Luong et al. (2015), arXiv:1508.04025, equation 8."""
import torch
from torch import nn

QUERY, MEMORY, SIZE = 6, 4, 5

# ---- exported ----


class Score(nn.Module):
    """e = v . tanh(W [s; h] + b) (Luong et al., 2015)."""

    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(QUERY + MEMORY, SIZE)
        self.score = nn.Linear(SIZE, 1, bias=False)

    def keys(self, memory):
        return memory

    def forward(self, state, keys):
        state = state.unsqueeze(1).expand(-1, keys.size(1), -1)
        return self.score(torch.tanh(self.hidden(torch.cat((state, keys), 2)))).squeeze(2)
