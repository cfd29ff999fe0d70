"""The product of two states: Luong et al. (2015), arXiv:1508.04025, equation 8."""
import torch
from torch import nn

# ---- exported ----


class Score(nn.Module):
    """e = s . h (Luong et al., 2015)."""

    def keys(self, memory):
        return memory

    def forward(self, state, keys):
        return torch.bmm(keys, state.unsqueeze(2)).squeeze(2)
