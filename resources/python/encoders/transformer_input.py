"""What the Transformer's layers read: vectors of words with positions.

The region stands in transformer.py in its simplest form; an export has the one here.
"""
import math

from torch import nn

from ..layers.sinusoids import sinusoids

DIMENSION = 8
CAUSAL, LEARNED, SINUSOIDAL = False, False, True
JOINED, SCALED, NORMED = False, False, False
SEGMENTS, END = 0, 3

# ---- exported ----


class Placed(nn.Module):
    def forward(self, ids, start, end):
        # <PLACED>
        # <VECTORS>
        words = self.embedding_dropout(self.embedding(ids))
        # </VECTORS>
        if JOINED:
            if SCALED:
                x = self.joined(words) * math.sqrt(DIMENSION)
            else:
                x = self.joined(words)
        elif SCALED:
            x = words * math.sqrt(DIMENSION)
        else:
            x = words
        if LEARNED:
            if CAUSAL:
                x = x + self.positions.weight[start:end]
            else:
                x = x + self.positions.weight[: ids.size(1)]
        elif SINUSOIDAL:
            if CAUSAL:
                x = x + sinusoids(end, DIMENSION, ids.device)[start:]
            else:
                x = x + sinusoids(ids.size(1), DIMENSION, ids.device)
        if SEGMENTS:
            ends = (ids == END).long()
            x = x + self.segments((ends.cumsum(1) - ends).clamp(max=SEGMENTS - 1))
        if NORMED:
            x = self.embedding_norm(x)
        # </PLACED>
        return x
