"""From ids back to a text."""
from ..tokenisers.white_space import joined
from .vocabulary import TOKENS
from .vocabulary_file import SPECIAL_TOKENS

# ---- exported ----


def detokenise(ids):
    """Ids back into a text, without special tokens."""
    return joined([TOKENS[i] for i in ids if i >= SPECIAL_TOKENS])
