"""The last layer of a recurrent decoder with tied embeddings."""
import torch
import torch.nn.functional as F
from torch import nn

# ---- exported ----


class Output(nn.Module):
    """Scores of all tokens: the product with the rows of an embedding."""

    def __init__(self, size):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(size))

    def forward(self, vectors, table):
        return F.linear(vectors, table, self.bias)
