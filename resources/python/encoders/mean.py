"""The encoder "mean": no order of words."""
import torch.nn.functional as F
from torch import nn

VOCABULARY, DIMENSION, FROZEN, EMBEDDING_DROPOUT = 20, 6, False, 0.0
HIDDEN = 5

# ---- exported ----


class Encoder(nn.Module):
    """The mean of the word vectors, a ReLU layer."""

    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # </TABLES>
        self.hidden = nn.Linear(DIMENSION, HIDDEN)

    def forward(self, ids, lengths, mask):
        embedded = self.embedding_dropout(self.embedding(ids)) * mask.unsqueeze(2)
        mean = embedded.sum(1) / lengths.to(ids.device).unsqueeze(1)
        return F.relu(self.hidden(mean))
