"""What a tagger reads of how a word is written."""
import torch

from ..text.vocabulary_file import UNKNOWN_ID
from ..text.word_case import word_case

# <CONSTANTS>
CHARACTERS = {"a": 2}
# </CONSTANTS>

# ---- exported ----


def written(rows):
    """Characters [rows, tokens, longest] and capitalisation [rows, tokens] of tokens."""
    length = max(len(row) for row in rows)
    longest = max(len(token) for row in rows for token in row)
    characters = torch.zeros(len(rows), length, longest, dtype=torch.int64)
    cases = torch.zeros(len(rows), length, dtype=torch.int64)
    for i, row in enumerate(rows):
        for t, token in enumerate(row):
            cases[i, t] = word_case(token)
            for k, character in enumerate(token):
                characters[i, t, k] = CHARACTERS.get(character, UNKNOWN_ID)
    return characters, cases
