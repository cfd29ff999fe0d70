"""Word vectors of skip-gram and CBOW, with the vectors of n-grams."""
import torch
from torch import nn

WORDS, ROWS, DIMENSION = 20, 50, 6
MINIMUM_NGRAM, MAXIMUM_NGRAM, BUCKETS = 3, 6, 2000000

# ---- exported ----


def ngram_buckets(word):
    """The buckets of all n-grams of <word>, as in fastText: FNV-1a over signed bytes."""
    marked = "<" + word + ">"
    buckets = []
    for begin in range(len(marked)):
        for length in range(MINIMUM_NGRAM, MAXIMUM_NGRAM + 1):
            end = begin + length
            if end > len(marked):
                break
            if length == 1 and (begin == 0 or end == len(marked)):
                continue
            value = 2166136261
            for byte in marked[begin:end].encode("utf-8"):
                signed = byte if byte < 128 else byte + 0xFFFFFF00
                value = ((value ^ signed) * 16777619) & 0xFFFFFFFF
            buckets.append(value % BUCKETS)
    return buckets


class Network(nn.Module):
    """A word's vector is the mean of its own row and those of its n-grams."""

    def __init__(self):
        super().__init__()
        self.input = nn.Parameter(torch.zeros(ROWS, DIMENSION), requires_grad=False)
        self.output = nn.Parameter(torch.zeros(WORDS, DIMENSION), requires_grad=False)

    def name_rows(self, words, special):
        """Finds the rows of n-grams: in the order in which they first occur in the vocabulary."""
        self.words = {word: number for number, word in enumerate(words) if number >= special}
        self.buckets = {}
        for word in words[special:]:
            for bucket in ngram_buckets(word):
                self.buckets.setdefault(bucket, WORDS + len(self.buckets))

    def forward(self, word):
        """The vector of a word [dimension]; None where neither it nor an n-gram of it is known."""
        rows = [self.words[word]] if word in self.words else []
        rows += [self.buckets[bucket] for bucket in ngram_buckets(word) if bucket in self.buckets]
        return self.input[rows].mean(0) if rows else None
