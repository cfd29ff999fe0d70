"""Bilinear attention of low rank: Manning, Stanford CS224n (2021), lecture 7."""
import torch
from torch import nn

QUERY, MEMORY, RANK = 6, 4, 2

# ---- exported ----


class Score(nn.Module):
    """e = (U s) . (V h), bilinear of low rank."""

    def __init__(self):
        super().__init__()
        self.query = nn.Linear(QUERY, RANK, bias=False)
        self.key = nn.Linear(MEMORY, RANK, bias=False)

    def keys(self, memory):
        return self.key(memory)

    def forward(self, state, keys):
        return torch.bmm(keys, self.query(state).unsqueeze(2)).squeeze(2)
