"""The Transformer encoder-decoder."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from ..encoders.transformer import Encoder
from ..layers.rezero_decoder import ReZeroDecoder
from ..layers.sinusoids import sinusoids

TIES_SIDES, TIES_OUTPUT, FROZEN, LEARNED, SCALED = False, False, False, False, True
ADDS_POSITIONS = True
TARGET_VOCABULARY, LONGEST_TARGET, DIMENSION, EMBEDDING_DROPOUT = 20, 9, 8, 0.0
REZERO, LAST_NORM, PRE_NORM = False, True, True
LAYERS, HEADS, FEED_FORWARD, DROPOUT = 2, 2, 16, 0.0
ACTIVATION, FUNCTION, EPSILON = F.relu, F.relu, 1e-05
TABLE = "target_embedding"

# ---- exported ----


class Network(nn.Module):
    """Transformer encoder-decoder: what is not padding of the source is looked at by the encoder
    and by each target token, which also looks at the target tokens before it."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        if not TIES_SIDES:
            self.target_embedding = nn.Embedding(TARGET_VOCABULARY, DIMENSION, padding_idx=0)
            if FROZEN:
                self.target_embedding.weight.requires_grad_(False)
        if LEARNED:
            self.target_positions = nn.Embedding(LONGEST_TARGET, DIMENSION)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        self.dropout = nn.Dropout(DROPOUT)
        if REZERO:
            self.decoder = ReZeroDecoder(
                LAYERS, DIMENSION, HEADS, FEED_FORWARD, DROPOUT, FUNCTION
            )
        else:
            layer = nn.TransformerDecoderLayer(
                DIMENSION, HEADS, FEED_FORWARD, DROPOUT,
                activation=ACTIVATION, layer_norm_eps=EPSILON, batch_first=True,
                norm_first=PRE_NORM,
            )
            if LAST_NORM:
                self.decoder = nn.TransformerDecoder(
                    layer, LAYERS, norm=nn.LayerNorm(DIMENSION, eps=EPSILON)
                )
            else:
                self.decoder = nn.TransformerDecoder(
                    layer, LAYERS, norm=None
                )
        if TIES_OUTPUT:
            self.output = nn.ParameterDict({"bias": nn.Parameter(torch.zeros(TARGET_VOCABULARY))})
        else:
            self.output = nn.Linear(DIMENSION, TARGET_VOCABULARY)

    def encode(self, source, source_lengths):
        """State: the encoder's output, its padding, and the target tokens fed so far (none)."""
        places = torch.arange(source.size(1), device=source.device)
        mask = places < source_lengths.to(source.device).unsqueeze(1)
        memory, _ = self.encoder(source, source_lengths, mask)
        return memory, ~mask, source[:, :0]

    def decode(self, memory, padding, target):
        length = target.size(1)
        ones = torch.ones(length, length, dtype=torch.bool, device=target.device)
        if SCALED:
            x = self.embedding_dropout(self.TABLE(target)) * math.sqrt(DIMENSION)
        else:
            x = self.embedding_dropout(self.TABLE(target))
        if LEARNED:
            x = self.dropout(x + self.target_positions.weight[:length])
        elif ADDS_POSITIONS:
            x = self.dropout(x + sinusoids(length, DIMENSION, target.device))
        else:
            x = self.dropout(x)
        x = self.decoder(x, memory, tgt_mask=ones.triu(1), memory_key_padding_mask=padding)
        if TIES_OUTPUT:
            return F.linear(x, self.TABLE.weight, self.output["bias"])
        else:
            return self.output(x)

    def step(self, state, tokens):
        """Simple rather than quick: what was fed before is computed again."""
        memory, padding, fed = state
        fed = torch.cat((fed, tokens.unsqueeze(1)), 1)
        return self.decode(memory, padding, fed)[:, -1], (memory, padding, fed)

    def forward(self, source, source_lengths, target):
        memory, padding, _ = self.encode(source, source_lengths)
        return self.decode(memory, padding, target[:, :-1])
