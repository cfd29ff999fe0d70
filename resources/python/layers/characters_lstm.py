"""An LSTM over the characters of words: Lample et al. (2016), section 4.1."""
import torch
from torch import nn

COUNT, DIMENSION, HIDDEN = 30, 4, 5

# ---- exported ----


class Characters(nn.Module):
    """The last states of an LSTM over the characters of each word, of both directions."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(COUNT, DIMENSION, padding_idx=0)
        self.rnn = nn.LSTM(DIMENSION, HIDDEN, batch_first=True, bidirectional=True)

    def forward(self, characters):
        lengths = (characters != 0).sum(1).clamp(min=1)
        packed = nn.utils.rnn.pack_padded_sequence(
            self.embedding(characters), lengths.cpu(), batch_first=True, enforce_sorted=False
        )
        last = self.rnn(packed)[1][0]
        return torch.cat((last[0], last[1]), 1)
