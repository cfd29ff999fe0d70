"""How all encoders read: their tables and, with states of tokens, the vectors of words.

The regions stand in the files of the encoders in their simplest form; an export has these here.
"""
import torch
from torch import nn

VOCABULARY, DIMENSION, FROZEN, EMBEDDING_DROPOUT = 20, 6, False, 0.0
CONDITION = False
LAYER = nn.Embedding(3, DIMENSION, padding_idx=0)
GIVEN = torch.tensor([1])
WORD_PARTS, EVERY_INPUT, FIRST_INPUT = False, False, False
WORDS = []
BEGINS = True

# ---- exported ----


class Input(nn.Module):
    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        if FROZEN:
            self.embedding.weight.requires_grad_(False)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        if CONDITION:
            self.condition = LAYER
        # </TABLES>

    def forward(self, ids, *WORDS, classes=None):
        # <VECTORS>
        if WORD_PARTS:
            words = self.vectors(ids, *WORDS)
        elif EVERY_INPUT:
            words = self.embedding_dropout(self.embedding(ids)) + self.condition(GIVEN).unsqueeze(1)
        else:
            words = self.embedding_dropout(self.embedding(ids))
        if FIRST_INPUT:
            if BEGINS:
                words = torch.cat((words[:, :1] + self.condition(GIVEN).unsqueeze(1), words[:, 1:]), 1)
        # </VECTORS>
        return words
