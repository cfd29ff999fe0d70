"""The encoder of a bidirectional language model."""
import torch
from torch import nn

VOCABULARY, DIMENSION, EMBEDDING_DROPOUT = 20, 6, 0.0
BASE = nn.Module
WORDS = []
JOINED, INPUT = True, 6
SIZE, HIDDEN, LAYERS, ALL_LAYERS, DROPOUT = 4, 5, 2, 3, 0.0
PROJECTION = {"proj_size": 4}
RESIDUAL, MIXED = True, True

# ---- exported ----


class LayerPair(nn.Module):
    """One layer of each direction."""

    def __init__(self):
        super().__init__()
        self.forwards = nn.LSTM(SIZE, HIDDEN, batch_first=True, **PROJECTION)
        self.backwards = nn.LSTM(SIZE, HIDDEN, batch_first=True, **PROJECTION)


if MIXED:
    class LayerMix(nn.Module):
        """The sum of all layers with learnt weights."""

        def __init__(self):
            super().__init__()
            self.weights = nn.Parameter(torch.zeros(ALL_LAYERS))
            self.scale = nn.Parameter(torch.ones(1))

        def forward(self, layers):
            shares = self.scale * torch.softmax(self.weights, 0)
            return sum(share * layer for share, layer in zip(shares, layers))


class Encoder(BASE):
    """Embedding, LSTM layers that read forwards and others that read backwards."""

    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # </TABLES>
        if JOINED:
            self.joined = nn.Linear(INPUT, SIZE)
        self.layers = nn.ModuleList(LayerPair() for _ in range(LAYERS))
        self.dropout = nn.Dropout(DROPOUT)
        if MIXED:
            self.mix = LayerMix()

    def read(self, number, layer, states):
        """One direction of a layer. Padding stands behind the text in both directions."""
        if number == 0:
            return layer(states)[0]
        if RESIDUAL:
            return layer(self.dropout(states))[0] + states
        else:
            return layer(self.dropout(states))[0]

    def forward(self, ids, lengths, mask, *WORDS):
        # <VECTORS>
        words = self.embedding_dropout(self.embedding(ids))
        # </VECTORS>
        if JOINED:
            words = self.joined(words)
        places = torch.arange(ids.size(1), device=ids.device)
        ends = lengths.to(ids.device).unsqueeze(1)
        mirrored = torch.where(places < ends, ends - 1 - places, places)
        mirrored = mirrored.unsqueeze(2).expand_as(words)
        ahead, back = words, words.gather(1, mirrored)
        layers = [torch.cat((words, words), 2)]
        for number, pair in enumerate(self.layers):
            ahead = self.read(number, pair.forwards, ahead)
            back = self.read(number, pair.backwards, back)
            layers.append(torch.cat((ahead, back.gather(1, mirrored)), 2))
        if MIXED:
            states = self.mix(layers)
        else:
            states = layers[-1]
        rows = torch.arange(ids.size(0), device=ids.device)
        last = torch.cat((states[rows, ends.squeeze(1) - 1, :SIZE], states[:, 0, SIZE:]), 1)
        return states, last
