"""The scaled product of two states: Vaswani et al. (2017), arXiv:1706.03762, section 3.2.1."""
import math

import torch
from torch import nn

# ---- exported ----


class Score(nn.Module):
    """e = s . h / sqrt(d) (Vaswani et al., 2017)."""

    def keys(self, memory):
        return memory

    def forward(self, state, keys):
        return torch.bmm(keys, state.unsqueeze(2)).squeeze(2) / math.sqrt(state.size(1))
