"""The encoder "ngram": the last few tokens."""
import torch
from torch import nn

VOCABULARY, DIMENSION, EMBEDDING_DROPOUT = 20, 6, 0.0
BASE = nn.Module
WORDS = []
INPUTS, HIDDEN, BEFORE = 18, 5, 2

# ---- exported ----


class Encoder(BASE):
    """The vectors of the last tokens side by side, one hidden layer."""

    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # </TABLES>
        self.hidden = nn.Linear(INPUTS, HIDDEN)

    def step(self, ids, *WORDS, state=None, classes=None):
        """States of more tokens, and what is known behind them (None: nothing yet)."""
        # <VECTORS>
        words = self.embedding_dropout(self.embedding(ids))
        # </VECTORS>
        if state is None:
            state = words.new_zeros(ids.size(0), BEFORE, words.size(2))
        seen = torch.cat((state, words), 1)
        windows = [seen[:, i:i + ids.size(1)] for i in range(BEFORE + 1)]
        states = torch.tanh(self.hidden(torch.cat(windows, 2)))
        return states, seen[:, seen.size(1) - BEFORE:]

    def forward(self, ids, lengths, mask, *WORDS, classes=None):
        return self.step(ids, *WORDS, state=None, classes=classes)[0], None
