"""The encoder "cnn": phrases of several widths."""
import torch
import torch.nn.functional as F
from torch import nn

VOCABULARY, DIMENSION, EMBEDDING_DROPOUT = 20, 6, 0.0
FILTERS = 5
WIDTHS = (3, 4)
WIDEST = 4

# ---- exported ----


class Encoder(nn.Module):
    """Convolutions of several widths, maximum over the windows within each text."""

    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # </TABLES>
        self.convolutions = nn.ModuleList(
            nn.Conv1d(DIMENSION, FILTERS, width) for width in WIDTHS
        )

    def forward(self, ids, lengths, mask):
        embedded = self.embedding_dropout(self.embedding(ids)) * mask.unsqueeze(2)
        embedded = F.pad(embedded.transpose(1, 2), (0, max(0, WIDEST - ids.size(1))))
        pooled = []
        for convolution in self.convolutions:
            windows = convolution(embedded)
            last = (lengths.to(ids.device) - convolution.kernel_size[0]).clamp(min=0)
            beyond = torch.arange(windows.size(2), device=ids.device) > last.unsqueeze(1)
            windows = windows.masked_fill(beyond.unsqueeze(1), float("-inf"))
            pooled.append(F.relu(windows.max(2).values))
        return torch.cat(pooled, 1)
