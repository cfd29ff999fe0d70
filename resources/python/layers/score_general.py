"""The product of two states with a matrix between them: Luong et al. (2015), arXiv:1508.04025."""
import torch
from torch import nn

QUERY, MEMORY = 6, 4

# ---- exported ----


class Score(nn.Module):
    """e = s . W h (Luong et al., 2015)."""

    def __init__(self):
        super().__init__()
        self.key = nn.Linear(MEMORY, QUERY, bias=False)

    def keys(self, memory):
        return self.key(memory)

    def forward(self, state, keys):
        return torch.bmm(keys, state.unsqueeze(2)).squeeze(2)
