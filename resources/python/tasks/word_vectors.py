"""The module of trained word vectors."""

import os
import sys

import torch
import torch.nn.functional as F

from ..text.imports import FOLDER

TITLE = "Skip-gram"

# ---- exported ----


"""Word vectors (TITLE), exported by Unroll.

    from model import vector, nearest
    vector("word")
    nearest("word")

or, on the command line, python3 model.py word. See README.md.
"""
# <IMPORTS>
# </IMPORTS>


# <VOCABULARY>
from ..text.vocabulary_file import SPECIAL_TOKENS, read_tokens
# </VOCABULARY>


# <NETWORK>
from ..word_vectors.context import Network
from .loading import loaded_network
# </NETWORK>


_words = []


def network():
    """The network, which knows the words of its rows."""
    loaded = loaded_network()
    if not _words:
        _words.extend(read_tokens(os.path.join(FOLDER, "vocabulary.txt")))
        loaded.name_rows(_words, SPECIAL_TOKENS)
    return loaded


def vector(word):
    """The vector of a word [dimension]; None if it has none."""
    return network()(word)


def nearest(word, count=10):
    """The words of the vocabulary with the largest cosines to this one."""
    own = vector(word)
    if own is None:
        return []
    others = [other for other in _words[SPECIAL_TOKENS:] if other != word]
    cosines = F.cosine_similarity(torch.stack([vector(other) for other in others]), own[None])
    best = cosines.topk(min(count, len(others)))
    return [(others[i], c) for i, c in zip(best.indices.tolist(), best.values.tolist())]


def main(words):
    for word in words or [line.strip() for line in sys.stdin]:
        for other, cosine in nearest(word):
            print("%s\t%s\t%.4f" % (word, other, cosine))


if __name__ == "__main__":
    main(sys.argv[1:])
