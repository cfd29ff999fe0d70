"""Transformer encoder layers without norms: Bachlechner et al. (2020), arXiv:2003.04887."""
import torch
from torch import nn

# ---- exported ----


class ReZeroLayer(nn.Module):
    """x <- x + a attention(x), x <- x + a feed_forward(x); a starts at 0."""

    def __init__(self, size, heads, feed_forward, dropout, activation):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.linear1 = nn.Linear(size, feed_forward)
        self.linear2 = nn.Linear(feed_forward, size)
        self.resweight = nn.Parameter(torch.zeros(1))
        self.dropout = nn.Dropout(dropout)
        self.activation = activation

    def forward(self, x, padding):
        mixed, _ = self.self_attn(x, x, x, key_padding_mask=padding, need_weights=False)
        x = x + self.resweight * self.dropout(mixed)
        hidden = self.dropout(self.activation(self.linear1(x)))
        return x + self.resweight * self.dropout(self.linear2(hidden))


class ReZeroEncoder(nn.Module):
    def __init__(self, layers, *sizes):
        super().__init__()
        self.layers = nn.ModuleList(ReZeroLayer(*sizes) for _ in range(layers))

    def forward(self, x, src_key_padding_mask):
        for layer in self.layers:
            x = layer(x, src_key_padding_mask)
        return x
