"""The recurrent encoders: RNN, LSTM, GRU and the cells that are given by their equations."""
import torch
from torch import nn

VOCABULARY, DIMENSION, EMBEDDING_DROPOUT = 20, 6, 0.0
BASE = nn.Module
WORDS = []
CELL = nn.LSTM
INPUT, HIDDEN, LAYERS, BETWEEN, BIDIRECTIONAL = 6, 5, 2, 0.0, False
EQUATIONS = False  # The cell is given by its equations.
LAYOUT, EXTRA = {"batch_first": True}, {}
NO_LENGTHS = []
TUPLE = True  # The states are a tuple, even where there is just one.
BEGINS_WITH_CONDITION, BEGIN = False, []
INITIAL = nn.Embedding(4, 20, padding_idx=0)
GIVEN, STATE_SIZES = torch.tensor([1]), (10, 10)
PLAIN_LAST, RESIDUAL, WITH_CELL = True, False, False
FUSES, SUMS, AVERAGES = False, False, False

# ---- exported ----


class Encoder(BASE):
    """Embedding, recurrent layers on true lengths."""

    def __init__(self):
        super().__init__()
        # <TABLES>
        self.embedding = nn.Embedding(VOCABULARY, DIMENSION, padding_idx=0)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # </TABLES>
        if BEGINS_WITH_CONDITION:
            self.initial = INITIAL
        self.rnn = CELL(
            INPUT, HIDDEN, LAYERS, **LAYOUT,
            dropout=BETWEEN, bidirectional=BIDIRECTIONAL, **EXTRA,
        )

    def read(self, ids, lengths, *WORDS, classes=None):
        """States of all tokens, and the last ones of all layers and directions."""
        # <ALL_VECTORS>
        words = self.embedding_dropout(self.embedding(ids))
        # </ALL_VECTORS>
        if EQUATIONS:
            return self.rnn(words, lengths, *BEGIN)
        else:
            packed = nn.utils.rnn.pack_padded_sequence(
                words, lengths.cpu(), batch_first=True, enforce_sorted=False,
            )
            states, last = self.rnn(packed, *BEGIN)
            states, _ = nn.utils.rnn.pad_packed_sequence(
                states, batch_first=True, total_length=ids.size(1)
            )
            return states, last

    def step(self, ids, *WORDS, state=None, classes=None):
        """States of more tokens, and what is known behind them (None: nothing yet)."""
        # <MORE_VECTORS>
        words = self.embedding_dropout(self.embedding(ids))
        # </MORE_VECTORS>
        if BEGINS_WITH_CONDITION:
            return self.rnn(words, *NO_LENGTHS, self.begin(classes) if state is None else state)
        else:
            return self.rnn(words, *NO_LENGTHS, state)

    def forward(self, ids, lengths, mask, *WORDS, classes=None):
        states, last = self.read(ids, lengths, *WORDS, classes=classes)
        if PLAIN_LAST:
            if TUPLE:
                last = last[0]
            else:
                last = last
            if BIDIRECTIONAL:
                return states, torch.cat((last[-2], last[-1]), 1)
            else:
                return states, last[-1]
        else:
            if WITH_CELL:
                last = last
            elif TUPLE:
                last = last[:1]
            else:
                last = (last,)
            if BIDIRECTIONAL:
                ends = [torch.cat((each[-2], each[-1]), 1) for each in last]
            else:
                ends = [each[-1] for each in last]
            if RESIDUAL:
                rows, behind = torch.arange(len(ids)), lengths.to(ids.device) - 1
                if BIDIRECTIONAL:
                    forwards, backwards = states.chunk(2, 2)
                    ends[0] = torch.cat((forwards[rows, behind], backwards[:, 0]), 1)
                else:
                    ends[0] = states[rows, behind]
            if FUSES:
                return self.fuse(states), torch.cat([self.fuse(each) for each in ends], 1)
            else:
                return states, torch.cat(ends, 1)

    if FUSES:
        def fuse(self, both):
            """The states of both directions as one."""
            forwards, backwards = both.chunk(2, -1)
            if SUMS:
                return forwards + backwards
            elif AVERAGES:
                return (forwards + backwards) * 0.5
            else:
                return torch.maximum(forwards, backwards)

    if BEGINS_WITH_CONDITION:
        def begin(self, classes):
            """The states that texts of these classes begin with."""
            if TUPLE:
                parts = self.initial(GIVEN).split(STATE_SIZES, 1)
                return tuple(part.reshape(len(classes), LAYERS, -1).transpose(0, 1).contiguous()
                             for part in parts)
            else:
                state = self.initial(GIVEN).reshape(len(classes), LAYERS, -1)
                return state.transpose(0, 1).contiguous()
