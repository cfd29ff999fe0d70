"""Word vectors of GloVe."""
import torch
from torch import nn

WORDS, DIMENSION = 20, 6

# ---- exported ----


class Network(nn.Module):
    """A word's vector is the sum of its rows in both tables, without their biases."""

    def __init__(self):
        super().__init__()
        self.input = nn.Parameter(torch.zeros(WORDS, DIMENSION + 1), requires_grad=False)
        self.output = nn.Parameter(torch.zeros(WORDS, DIMENSION + 1), requires_grad=False)

    def name_rows(self, words, special):
        """Which row each word has."""
        self.words = {word: number for number, word in enumerate(words) if number >= special}

    def forward(self, word):
        """The vector of a word [dimension]; None where it is not known."""
        row = self.words.get(word)
        return None if row is None else self.input[row, :-1] + self.output[row, :-1]
