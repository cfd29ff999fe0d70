"""Additive attention: Bahdanau et al. (2015), arXiv:1409.0473, appendix A.1.2."""
import torch
from torch import nn

QUERY, MEMORY, SIZE = 6, 4, 5

# ---- exported ----


class Score(nn.Module):
    """e = v . tanh(W1 s + W2 h) (Bahdanau et al., 2015)."""

    def __init__(self):
        super().__init__()
        self.query = nn.Linear(QUERY, SIZE, bias=False)
        self.key = nn.Linear(MEMORY, SIZE, bias=False)
        self.score = nn.Linear(SIZE, 1, bias=False)

    def keys(self, memory):
        return self.key(memory)

    def forward(self, state, keys):
        return self.score(torch.tanh(self.query(state).unsqueeze(1) + keys)).squeeze(2)
