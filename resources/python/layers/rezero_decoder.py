"""Transformer decoder layers without norms: Bachlechner et al. (2020), arXiv:2003.04887."""
import torch
from torch import nn

# ---- exported ----


class ReZeroDecoderLayer(nn.Module):
    """x <- x + a f(x) for attention on itself, on the memory and feed forward; a starts at 0."""

    def __init__(self, size, heads, feed_forward, dropout, activation):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.multihead_attn = nn.MultiheadAttention(size, heads, dropout, batch_first=True)
        self.linear1 = nn.Linear(size, feed_forward)
        self.linear2 = nn.Linear(feed_forward, size)
        self.resweight = nn.Parameter(torch.zeros(1))
        self.dropout = nn.Dropout(dropout)
        self.activation = activation

    def forward(self, x, memory, future, padding):
        mixed, _ = self.self_attn(x, x, x, attn_mask=future, need_weights=False)
        x = x + self.resweight * self.dropout(mixed)
        mixed, _ = self.multihead_attn(
            x, memory, memory, key_padding_mask=padding, need_weights=False
        )
        x = x + self.resweight * self.dropout(mixed)
        hidden = self.dropout(self.activation(self.linear1(x)))
        return x + self.resweight * self.dropout(self.linear2(hidden))


class ReZeroDecoder(nn.Module):
    def __init__(self, layers, *sizes):
        super().__init__()
        self.layers = nn.ModuleList(ReZeroDecoderLayer(*sizes) for _ in range(layers))

    def forward(self, x, memory, tgt_mask, memory_key_padding_mask):
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, memory_key_padding_mask)
        return x
