"""A network that predicts the next token."""
import torch
from torch import nn

from ..encoders.recurrent import Encoder
from .next_token import Head

# ---- exported ----


class Network(nn.Module):
    """Of each token of a text scores of what could come next."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.head = Head()

    def forward(self, ids, lengths, classes=None):
        places = torch.arange(ids.size(1), device=ids.device)
        mask = places < lengths.to(ids.device).unsqueeze(1)
        states = self.encoder(ids, lengths, mask, classes)[0]
        return self.head(states, self.encoder.embedding.weight)

    def step(self, ids, state=None, classes=None):
        """Scores of more tokens [batch, length], and what is known behind them, for the next call.

        The first call of a text has no state."""
        states, state = self.encoder.step(ids, state, classes)
        return self.head(states, self.encoder.embedding.weight), state
