"""Transformer layers that go on from keys and values, for causal networks and rotary positions."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from .rotary_positions import turned

SIZE, HEADS, FEED_FORWARD, DROPOUT, LAYERS = 8, 2, 16, 0.0, 2
FUNCTION, EPSILON = F.relu, 1e-05
ROTARY, REZERO, PRE_NORM, LAST_NORM = False, False, True, True

# ---- exported ----


class SelfAttention(nn.Module):
    """Parameters as of nn.MultiheadAttention; goes on from the keys and values of the past."""

    def __init__(self, size, heads, dropout):
        super().__init__()
        self.in_proj_weight = nn.Parameter(torch.empty(3 * size, size))
        self.in_proj_bias = nn.Parameter(torch.zeros(3 * size))
        self.out_proj = nn.Linear(size, size)
        self.heads = heads
        self.dropout = nn.Dropout(dropout)
        nn.init.xavier_uniform_(self.in_proj_weight)

    def forward(self, x, hidden, past=None):
        joint = F.linear(x, self.in_proj_weight, self.in_proj_bias)
        split = joint.view(x.size(0), x.size(1), 3, self.heads, -1)
        query, key, value = split.permute(2, 0, 3, 1, 4)  # each batch, heads, length, size
        if ROTARY:
            start = 0 if past is None else past[0].size(2)
            query, key = turned(query, start), turned(key, start)
        if past is not None:
            key, value = torch.cat((past[0], key), 2), torch.cat((past[1], value), 2)
        scores = query @ key.transpose(2, 3) / math.sqrt(query.size(3))
        weights = self.dropout(scores.masked_fill(hidden, -math.inf).softmax(3))
        return self.out_proj((weights @ value).transpose(1, 2).flatten(2)), (key, value)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = SelfAttention(SIZE, HEADS, DROPOUT)
        self.linear1 = nn.Linear(SIZE, FEED_FORWARD)
        self.linear2 = nn.Linear(FEED_FORWARD, SIZE)
        if REZERO:
            self.resweight = nn.Parameter(torch.zeros(1))
        else:
            self.norm1 = nn.LayerNorm(SIZE, eps=EPSILON)
            self.norm2 = nn.LayerNorm(SIZE, eps=EPSILON)
        self.dropout = nn.Dropout(DROPOUT)

    def feed_forward(self, x):
        return self.dropout(self.linear2(self.dropout(FUNCTION(self.linear1(x)))))

    def forward(self, x, hidden, past=None):
        if PRE_NORM:
            mixed, keys_values = self.self_attn(self.norm1(x), hidden, past)
        else:
            mixed, keys_values = self.self_attn(x, hidden, past)
        mixed = self.dropout(mixed)
        if PRE_NORM:
            x = x + mixed
            x = x + self.feed_forward(self.norm2(x))
        elif REZERO:
            x = x + self.resweight * mixed
            x = x + self.resweight * self.feed_forward(x)
        else:
            x = self.norm1(x + mixed)
            x = self.norm2(x + self.feed_forward(x))
        return x, keys_values


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        if LAST_NORM:
            self.norm = nn.LayerNorm(SIZE, eps=EPSILON)

    def forward(self, x, hidden, past=None):
        keys_values = []
        for layer, before in zip(self.layers, past or [None] * len(self.layers)):
            x, its = layer(x, hidden, before)
            keys_values.append(its)
        if LAST_NORM:
            return self.norm(x), keys_values
        else:
            return x, keys_values
