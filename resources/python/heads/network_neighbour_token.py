"""A network that predicts each token from either side."""
import torch
from torch import nn

from ..encoders.directions_apart import Encoder
from .neighbour_token import Head

# ---- exported ----


class Network(nn.Module):
    """For each token of a text, scores of all tokens that could follow the one before it, and of
    all that could precede the one behind it: [batch, length, 2, vocabulary]."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.head = Head()

    def forward(self, ids, lengths):
        places = torch.arange(ids.size(1), device=ids.device)
        mask = places < lengths.to(ids.device).unsqueeze(1)
        states = self.encoder(ids, lengths, mask)[0]
        return self.head(states, mask, self.encoder.embedding.weight)
