"""Division by learnt joins: Sennrich, Haddow & Birch (2016), arXiv:1508.07909, algorithm 1."""
import heapq

from ..text.vocabulary_file import UNKNOWN_ID
from .sentencepiece import PIECES

# ---- exported ----


def divided(text):
    """The pieces that remain when neighbours are joined, those of the best score first."""
    symbols = list(text)
    before = list(range(-1, len(text) - 1))
    behind = list(range(1, len(text) + 1))
    agenda = []

    def propose(left, right):
        if left >= 0 and right < len(text) and symbols[left] + symbols[right] in PIECES:
            joined = symbols[left] + symbols[right]
            heapq.heappush(agenda, (-PIECES[joined][1], left, right, joined))

    for right in range(1, len(text)):
        propose(right - 1, right)
    while agenda:
        _, left, right, joined = heapq.heappop(agenda)
        if not symbols[left] or not symbols[right] or symbols[left] + symbols[right] != joined:
            continue  # one of them was joined with another
        symbols[left], symbols[right] = joined, ""
        behind[left] = behind[right]
        if behind[left] < len(text):
            before[behind[left]] = left
        propose(before[left], left)
        propose(left, behind[left])
    return [(piece, PIECES.get(piece, (UNKNOWN_ID,))[0]) for piece in symbols if piece]
