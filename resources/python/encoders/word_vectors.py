"""What encoders read of a word beside its vector: characters, capitalisation, further columns.

Without further columns the docstring of the class ends otherwise:

# <WITHOUT_FEATURES>
int64 of each word, padded with 0.
# </WITHOUT_FEATURES>
"""
import torch
from torch import nn

from ..layers.characters_cnn import Characters

VOCABULARY, DIMENSION, EMBEDDING_DROPOUT = 20, 6, 0.0
CHARACTERS, CASES = True, True
CASE_COUNT, CASE_DIMENSION = 8, 3
VALUES, FEATURE_DIMENSION, COLUMN = 5, 2, 0

# ---- exported ----


class WordVectors(nn.Module):
    """The vector of each word, joined to what its characters say of it.

    `words` are the characters [batch, length, longest] int64 and the capitalisation [batch, length]
    # <LAST_LINES>
    int64 of each word and the values of its features [batch, length, columns] int64, padded
    with 0.
    # </LAST_LINES>
    """

    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # </TABLES>
        if CHARACTERS:
            self.characters = Characters()
        if CASES:
            self.cases = nn.Embedding(CASE_COUNT, CASE_DIMENSION, padding_idx=0)
        # <FEATURE_TABLES>
        self.FEATURE = nn.Embedding(VALUES, FEATURE_DIMENSION, padding_idx=0)
        # </FEATURE_TABLES>

    def vectors(self, ids, words):
        parts = [self.embedding(ids)]
        if CHARACTERS:
            letters = self.characters(words[0].flatten(0, 1))
            parts.append(letters.unflatten(0, ids.shape))
        if CASES:
            parts.append(self.cases(words[1]))
        # <FEATURE_VECTORS>
        parts.append(self.FEATURE(words[2][..., COLUMN]))
        # </FEATURE_VECTORS>
        return self.embedding_dropout(torch.cat(parts, 2))
