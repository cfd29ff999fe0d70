"""What a tagger reads of further columns."""
import torch

from ..text.vocabulary_file import UNKNOWN_ID

# <CONSTANTS>
COLUMNS, VALUES = ["pos"], [{"A": 2}]
# </CONSTANTS>

# ---- exported ----


def value_ids(count, features=None):
    """The ids of the values of `count` tokens, a list for each token."""
    if features is None:
        return [[UNKNOWN_ID] * len(COLUMNS) for _ in range(count)]
    if len(features) != len(COLUMNS) or any(len(column) != count for column in features):
        raise ValueError("features needs a list for each of %s, with a value for each token"
                         % ", ".join(COLUMNS))
    return [[known.get(value, UNKNOWN_ID) for known, value in zip(VALUES, row)]
            for row in zip(*features)]


def with_values(words, values):
    """The words with the ids of their values [rows, tokens, columns] behind."""
    features = torch.zeros(words[1].shape + (len(COLUMNS),), dtype=torch.int64)
    for i, row in enumerate(values):
        features[i, :len(row)] = torch.tensor(row)
    return words + (features,)
