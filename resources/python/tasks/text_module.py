"""The module of a network for texts."""

WHAT, TITLE = "text classifier", "LSTM"
LONGEST = 100

# ---- exported ----


"""A trained WHAT (TITLE), exported by Unroll.

    from model import predict
    predict(["a text", "another one"])

or, on the command line, python3 model.py "a text". See README.md.
"""
# <IMPORTS>
import sys
# </IMPORTS>
# <CONSTANTS>
# </CONSTANTS>
MAXIMUM_LENGTH = LONGEST  # tokens; what is behind them is not seen


# ---- From a text to token ids ----------------------------------------------------------------

# <PREPROCESSING>
from ..text.clean import clean
from ..text.token_ids import token_ids
from ..text.vocabulary_file import TEXT_END_ID, UNKNOWN_ID
# </PREPROCESSING>


def encode(text):
    """The ids that the network is given for a text: at least one, at most MAXIMUM_LENGTH."""
    ids = token_ids(clean(text)) or [UNKNOWN_ID]
    if len(ids) > MAXIMUM_LENGTH and ids[-1] == TEXT_END_ID:  # The mark at the end stays.
        return ids[:MAXIMUM_LENGTH - 1] + [TEXT_END_ID]
    return ids[:MAXIMUM_LENGTH]


# ---- The network -----------------------------------------------------------------------------

# <NETWORK>
from ..heads.network import Network
# </NETWORK>


# ---- Predicting ------------------------------------------------------------------------------

# <PREDICTING>
def main(texts):
    """The predictions for these texts, or the lines of standard input."""
# </PREDICTING>


if __name__ == "__main__":
    main(sys.argv[1:])
