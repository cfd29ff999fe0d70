"""The Transformer's encoder, and its decoder without a source (GPT)."""
import torch
import torch.nn.functional as F
from torch import nn

from ..layers.causal_layers import Transformer
from ..layers.rezero_encoder import ReZeroEncoder
from ..layers.sinusoids import sinusoids

VOCABULARY, DIMENSION, EMBEDDING_DROPOUT = 20, 8, 0.0
BASE = nn.Module
WORDS = []
KIND = "encoder"
CAUSAL, ROTARY, LEARNED = False, False, False
WINDOW = 9
JOINED, INPUT = False, 8
NORMED, EPSILON = False, 1e-05
SEGMENTS = 0
REZERO, LAST_NORM, PRE_NORM = False, True, True
LAYERS, HEADS, FEED_FORWARD, DROPOUT = 2, 2, 16, 0.0
ACTIVATION, FUNCTION = F.relu, F.relu

# ---- exported ----


class Encoder(BASE):
    """Embedding with positions, Transformer KIND layers."""

    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # </TABLES>
        if JOINED:
            self.joined = nn.Linear(INPUT, DIMENSION)
        if LEARNED:
            self.positions = nn.Embedding(WINDOW, DIMENSION)
        if SEGMENTS:
            self.segments = nn.Embedding(SEGMENTS, DIMENSION)
        if NORMED:
            self.embedding_norm = nn.LayerNorm(DIMENSION, eps=EPSILON)
        self.dropout = nn.Dropout(DROPOUT)
        if CAUSAL:
            self.transformer = Transformer()
        elif ROTARY:
            self.transformer = Transformer()
        elif REZERO:
            self.transformer = ReZeroEncoder(
                LAYERS, DIMENSION, HEADS, FEED_FORWARD, DROPOUT, FUNCTION
            )
        else:
            layer = nn.TransformerEncoderLayer(
                DIMENSION, HEADS, FEED_FORWARD, DROPOUT,
                activation=ACTIVATION, layer_norm_eps=EPSILON, batch_first=True,
                norm_first=PRE_NORM,
            )
            if LAST_NORM:
                self.transformer = nn.TransformerEncoder(
                    layer, LAYERS, norm=nn.LayerNorm(DIMENSION, eps=EPSILON),
                    enable_nested_tensor=False,
                )
            else:
                self.transformer = nn.TransformerEncoder(
                    layer, LAYERS, norm=None, enable_nested_tensor=False
                )

    if CAUSAL:
        window = WINDOW  # tokens

        def step(self, ids, *WORDS, state=None, classes=None):
            """States of more tokens, none of them padding, and what the next call takes (None: nothing
            was read yet): all ids, and of each layer keys and values. When the window is full, its
            newer half is read again from the window's beginning."""
            fed = ids if state is None else torch.cat((state[0], ids), 1)
            if ids.size(1) > WINDOW:
                raise ValueError("At most WINDOW tokens are read at once.")
            if fed.size(1) > WINDOW:
                kept = max(WINDOW // 2, ids.size(1))
                states, state = self.step(fed[:, -kept:], classes=classes)
                return states[:, -ids.size(1):], state
            start, end = fed.size(1) - ids.size(1), fed.size(1)
            # <PLACED_MORE>
            words = self.embedding_dropout(self.embedding(ids))
            x = words
            x = x + sinusoids(end, DIMENSION, ids.device)[start:]
            # </PLACED_MORE>
            places = torch.arange(end, device=ids.device)
            hidden = places > places[start:].unsqueeze(1)
            past = None if state is None else state[1]
            states, keys_values = self.transformer(self.dropout(x), hidden, past)
            return states, (fed, keys_values)

        def forward(self, ids, lengths, mask, *WORDS, classes=None):
            return self.step(ids, *WORDS, state=None, classes=classes)[0], None
    else:
        def forward(self, ids, lengths, mask, *WORDS):
            # <PLACED>
            words = self.embedding_dropout(self.embedding(ids))
            x = words
            x = x + sinusoids(ids.size(1), DIMENSION, ids.device)
            # </PLACED>
            if ROTARY:
                hidden = ~mask.unsqueeze(1).unsqueeze(1)
                return self.transformer(self.dropout(x), hidden)[0], None
            else:
                return self.transformer(self.dropout(x), src_key_padding_mask=~mask), None
