"""A convolution over the characters of words: Ma and Hovy (2016), section 2.1."""
import torch
import torch.nn.functional as F
from torch import nn

COUNT, DIMENSION, FILTERS, WIDTH, BEFORE, BEHIND = 30, 4, 5, 3, 1, 1

# ---- exported ----


class Characters(nn.Module):
    """A convolution over the characters of each word, the largest value of each filter."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(COUNT, DIMENSION, padding_idx=0)
        self.convolution = nn.Conv1d(DIMENSION, FILTERS, WIDTH)

    def forward(self, characters):
        lengths = (characters != 0).sum(1).clamp(min=1)
        embedded = F.pad(self.embedding(characters).transpose(1, 2), (BEFORE, BEHIND))
        places = torch.arange(characters.size(1), device=characters.device)
        beyond = places >= lengths.unsqueeze(1)
        windows = self.convolution(embedded).masked_fill(beyond.unsqueeze(1), float("-inf"))
        return windows.max(2).values
