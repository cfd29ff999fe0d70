"""The vocabulary of the network."""
import os

from .imports import FOLDER
from .vocabulary_file import SPECIAL_TOKENS, read_tokens

# ---- exported ----


TOKENS = read_tokens(os.path.join(FOLDER, "vocabulary.txt"))
# A text that spells out a special token has an unknown word there, not the token.
VOCABULARY = {token: i for i, token in enumerate(TOKENS) if i >= SPECIAL_TOKENS}
