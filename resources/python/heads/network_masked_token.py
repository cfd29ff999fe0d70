"""A network that predicts masked tokens."""
import torch
from torch import nn

from ..encoders.recurrent import Encoder
from .masked_token import Head

# ---- exported ----


class Network(nn.Module):
    """For each token of a text, scores of all tokens that it could be."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.head = Head()

    def forward(self, ids, lengths):
        places = torch.arange(ids.size(1), device=ids.device)
        mask = places < lengths.to(ids.device).unsqueeze(1)
        states = self.encoder(ids, lengths, mask)[0]
        return self.head(states, self.encoder.embedding.weight)
