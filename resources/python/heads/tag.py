"""The head that predicts a tag for each token."""
from torch import nn

from .crf import Crf

CRF = True
FEATURES, OUTPUTS, DROPOUT = 5, 3, 0.0

# ---- exported ----


class Head(nn.Module):
    """Dropout and a linear layer to the scores of all tags at each token."""

    def __init__(self):
        super().__init__()
        self.dropout = nn.Dropout(DROPOUT)
        self.output = nn.Linear(FEATURES, OUTPUTS)
        if CRF:
            self.crf = Crf()

    def forward(self, encoded, mask):
        return self.output(self.dropout(encoded[0]))
