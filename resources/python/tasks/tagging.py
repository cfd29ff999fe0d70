"""Tags of tokens."""
import sys

import torch

from ..text.clean import clean
from ..text.token_ids import token_ids
from ..text.vocabulary_file import TEXT_BEGIN_ID, TEXT_END_ID, UNKNOWN_ID
from .loading import loaded_network, padded
from .tagging_columns import value_ids, with_values
from .tagging_words import written
from .word_divider import divided

TAG_NAMES = ["DET", "NOUN"]
READS_WORDS, COLUMN_NAMES, COLUMN_VALUES = True, ["pos"], [["A", "B"]]
FIRST_CHARACTER, KNOWN_CHARACTERS, FIRST_VALUE = 2, ["a", "b"], 2
CRF, CONSTRAINED, COUNT = True, True, 2
MARKED, MARKED_WORDS = False, False
LEGAL_MOVES, LEGAL_STARTS, LEGAL_ENDS = [True] * 4, [True] * 2, [True] * 2
VALUES_OF_ROWS, WORDS = ["values"], ["words=written(rows)"]

# <CONSTANTS>
TAGS = TAG_NAMES
if READS_WORDS:
    CHARACTERS = {character: i + FIRST_CHARACTER for i, character in enumerate(KNOWN_CHARACTERS)}
if COLUMN_NAMES:
    # Columns that are read beside the words.
    COLUMNS = COLUMN_NAMES
    VALUES = [{value: i + FIRST_VALUE for i, value in enumerate(values)}
              for values in COLUMN_VALUES]
if CONSTRAINED:
    # Which tag may follow which (from row to column), begin a text and end it.
    LEGAL = (torch.tensor(LEGAL_MOVES).view(COUNT, COUNT),
             torch.tensor(LEGAL_STARTS),
             torch.tensor(LEGAL_ENDS))
# </CONSTANTS>

# <LENGTH>
MAXIMUM_LENGTH = 100
# </LENGTH>

# ---- exported ----


def word_id(token):
    """The id of a token, which is cleaned by itself and not divided further."""
    ids = token_ids(clean(token))
    if MARKED:
        ids = ids[1:-1]
    return ids[0] if len(ids) == 1 else UNKNOWN_ID


# <WORD_PARTS>
# </WORD_PARTS>

def pieces(tokens):
    """Texts longer than the network reads are read in pieces, so that every token is tagged."""
    if MARKED:
        longest = max(MAXIMUM_LENGTH - 2, 1)
    else:
        longest = MAXIMUM_LENGTH
    return [tokens[i:i + longest] for i in range(0, len(tokens), longest)]


if MARKED_WORDS:
    def between_marks(words):
        """The same tensors [rows, tokens, ...] with zeros in front of each text and behind it."""
        return tuple(torch.nn.functional.pad(part, (0, 0) * (part.dim() - 2) + (1, 1))
                     for part in words)


# <COLUMN_PARTS>
# </COLUMN_PARTS>
def scores(rows, *VALUES_OF_ROWS):
    """Scores of all tags for lists of tokens: a list of tensors [tokens, tags]."""
    known = [[word_id(token) for token in row] for row in rows]
    if MARKED:
        known = [[TEXT_BEGIN_ID] + row + [TEXT_END_ID] for row in known]
    ids, lengths = padded(known)
    with torch.no_grad():
        found = loaded_network()(ids, lengths, *WORDS)
    if MARKED:
        return [row[1:length - 1] for row, length in zip(found, lengths.tolist())]
    else:
        return [row[:length] for row, length in zip(found, lengths.tolist())]


def best_tags(emissions):
    """The tags of one list of tokens, as numbers."""
    if CONSTRAINED:
        with torch.no_grad():
            return loaded_network().head.crf.viterbi(emissions, LEGAL)
    elif CRF:
        with torch.no_grad():
            return loaded_network().head.crf.viterbi(emissions)
    else:
        return emissions.argmax(1).tolist()


if COLUMN_NAMES:
    def tag(tokens, features=None):
        """The tags of tokens that are divided already.

        `features` has a list for each of COLUMNS, with a value for each token. Without it all values
        are unknown, and predictions may be worse.
        """
        values = value_ids(len(tokens), features)
        return [TAGS[number] for piece, part in zip(pieces(tokens), pieces(values))
                for row in scores([piece], [part]) for number in best_tags(row)]
else:
    def tag(tokens):
        """The tags of tokens that are divided already."""
        return [TAGS[number] for piece in pieces(tokens) for row in scores([piece])
                for number in best_tags(row)]


def predict(texts):
    """For each text, or list of tokens, a list of pairs: token and tag."""
    answers = []
    for text in texts:
        tokens = divided(text) if isinstance(text, str) else list(text)
        answers.append(list(zip(tokens, tag(tokens))))
    return answers


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for answer in predict(texts):
        for token, name in answer:
            print("%s\t%s" % (token, name))
        print()
