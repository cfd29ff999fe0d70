"""Division by a unigram model: Kudo (2018), arXiv:1804.10959, section 3."""
from array import array

from ..text.vocabulary_file import UNKNOWN_ID
from .sentencepiece import PIECES

# ---- exported ----


LONGEST_PIECE = max(map(len, PIECES), default=0)
UNKNOWN_SCORE = array("f", [min((score for _, score in PIECES.values()), default=0) - 10])[0]


def divided(text):
    """The pieces of the division with the largest sum of scores, each with its id (Viterbi)."""
    best = array("f", [0]) * (len(text) + 1)  # in single precision, as SentencePiece adds
    last = [None] * (len(text) + 1)  # where the last piece of the best begins, and its id

    def propose(start, end, number, total):
        if last[end] is None or total > best[end]:
            best[end] = total
            last[end] = start, number

    for start in range(len(text)):
        if text[start] not in PIECES:
            propose(start, start + 1, UNKNOWN_ID, array("f", [best[start] + UNKNOWN_SCORE])[0])
        for end in range(start + 1, min(start + LONGEST_PIECE, len(text)) + 1):
            found = PIECES.get(text[start:end])
            if found:
                propose(start, end, found[0], best[start] + found[1])
    pieces = []
    end = len(text)
    while end > 0:
        start, number = last[end]
        pieces.append((text[start:end], number))
        end = start
    return pieces[::-1]
