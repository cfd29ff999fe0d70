"""The texts of one side of a translator, so that both sides may use the same names."""
import os

from .imports import FOLDER

SIDE_FOLDER = FOLDER

# ---- exported ----


def TEXT_OF_SIDE(FOLDER):
    """clean(), token_ids() and detokenise() of the SIDE texts."""

    # <FUNCTIONS>
    from .clean import clean
    from .detokenise import detokenise
    from .token_ids import token_ids
    # </FUNCTIONS>
    return clean, token_ids, detokenise


SIDE_CLEAN, SIDE_TOKEN_IDS, SIDE_DETOKENISE = TEXT_OF_SIDE(SIDE_FOLDER)
