"""From pieces to ids and back."""
import re

from ..text.vocabulary import VOCABULARY
from ..text.vocabulary_file import UNKNOWN_ID
from .sentencepiece import HAS_BYTES, normalised
from .sentencepiece_unigram import divided

# ---- exported ----


def token_ids(text):
    """The ids of all pieces; what no piece spells is spelt in bytes, or unknown once."""
    ids = []
    for piece, number in divided(normalised(text)):
        if number == UNKNOWN_ID and HAS_BYTES:
            ids += [VOCABULARY["<0x%02X>" % byte] for byte in piece.encode("utf-8")]
        elif number != UNKNOWN_ID or ids[-1:] != [UNKNOWN_ID]:
            ids.append(number)
    return ids


def joined(tokens):
    def piece(token):
        is_byte = HAS_BYTES and re.fullmatch("<0x[0-9A-F]{2}>", token)
        text = token.replace("\u2581", " ")
        return bytes([int(token[3:5], 16)]) if is_byte else text.encode("utf-8")

    return b"".join(map(piece, tokens)).decode("utf-8", "replace").lstrip(" ")
