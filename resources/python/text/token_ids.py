"""Ids of tokens that are looked up in the vocabulary."""
from ..tokenisers.white_space import tokens
from .vocabulary import VOCABULARY
from .vocabulary_file import UNKNOWN_ID

# ---- exported ----


def token_ids(text):
    """The ids of all tokens of a cleaned text."""
    return [VOCABULARY.get(token, UNKNOWN_ID) for token in tokens(text)]
