"""The encoder "fasttext": words and neighbouring pairs."""
from torch import nn

VOCABULARY, DIMENSION, EMBEDDING_DROPOUT = 20, 6, 0.0
BUCKETS, ROWS = 50, 51  # ROWS: BUCKETS and that of padding
MULTIPLIER = 116049371

# ---- exported ----


class Encoder(nn.Module):
    """fastText: the mean of word and bigram vectors.

    The bigram of ids a, b has row 1 + (a * MULTIPLIER + b) % BUCKETS; row 0 is padding.
    """

    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # </TABLES>
        self.bigrams = nn.Embedding(ROWS, DIMENSION, padding_idx=0)

    def forward(self, ids, lengths, mask):
        words = self.embedding_dropout(self.embedding(ids)) * mask.unsqueeze(2)
        pairs = 1 + (ids[:, :-1] * MULTIPLIER + ids[:, 1:]) % BUCKETS
        pairs = self.embedding_dropout(self.bigrams(pairs)) * mask[:, 1:].unsqueeze(2)
        count = 2 * lengths.to(ids.device).unsqueeze(1) - 1
        return (words.sum(1) + pairs.sum(1)) / count
