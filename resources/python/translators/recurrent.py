"""The recurrent encoder-decoder, with and without attention."""
import torch
from torch import nn

from ..encoders.recurrent import Encoder
from ..layers.score_additive import Score
from .tied_output import Output

SHARED, FROZEN, TABLE = False, False, "target_embedding"
TARGET_VOCABULARY, DIMENSION, EMBEDDING_DROPOUT = 20, 6, 0.0
FROM_MEAN = False
LINEAR_BRIDGE, BRIDGE, MEMORY, STATE_SIZE = True, ["self.bridge"], 5, 6
STATE_NAME, LAST = "hidden", None
CELL = nn.LSTM
INPUT, HIDDEN, LAYERS, BETWEEN, BIDIRECTIONAL, DIRECTIONS = 10, 6, 1, 0.0, False, 1
LAYOUT, EXTRA, NO_LENGTHS = {"batch_first": True}, {}, []
ATTENDS, FEEDS_CONTEXT, FEEDS_READOUT = True, True, False
ATTENTIONAL, MAXOUT, CONCAT, HAS_READOUT = True, False, False, True
READ_SIZE, READOUT_ROWS, READOUT_SIZE, READOUT_DROPOUT = 11, 6, 6, 0.0
TIED = False
STATES_AFTER, STATES_BEFORE = None, None

# ---- exported ----


class Network(nn.Module):
    """A recurrent encoder-decoder. State: a dictionary of tensors, one row a sentence; those of
    the decoder's cells are [layers, batch, size]."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        if not SHARED:
            self.target_embedding = nn.Embedding(TARGET_VOCABULARY, DIMENSION, padding_idx=0)
            if FROZEN:
                self.target_embedding.weight.requires_grad_(False)
        self.embedding_dropout = nn.Dropout(EMBEDDING_DROPOUT)
        # <BRIDGES>
        self.BRIDGE_OF_STATE = nn.ModuleList(
            nn.Linear(MEMORY, STATE_SIZE) for _ in range(LAYERS)
        )
        # </BRIDGES>
        self.decoder = CELL(
            INPUT, HIDDEN, LAYERS, **LAYOUT,
            dropout=BETWEEN, bidirectional=BIDIRECTIONAL, **EXTRA,
        )
        if ATTENDS:
            self.attention = Score()
        if MAXOUT:
            self.readout = nn.Linear(READ_SIZE, READOUT_ROWS)
        elif HAS_READOUT:
            self.readout = nn.Linear(READ_SIZE, READOUT_ROWS, bias=False)
        self.readout_dropout = nn.Dropout(READOUT_DROPOUT)
        if TIED:
            self.output = Output(TARGET_VOCABULARY)
        else:
            self.output = nn.Linear(READOUT_SIZE, TARGET_VOCABULARY)

    if FROM_MEAN:
        def start(self, mean, bridge):
            """[batch, memory] -> [layers, batch, size] of the decoder."""
            return torch.stack([torch.tanh(each(mean)) for each in bridge])
    elif LINEAR_BRIDGE:
        def start(self, last, bridge):
            """[layers * directions, batch, hidden] -> [layers, batch, size] of the decoder."""
            states = last.view(LAYERS, DIRECTIONS, last.size(1), last.size(2))
            states = states.transpose(1, 2).flatten(2)
            return torch.stack([torch.tanh(each(x)) for each, x in zip(bridge, states)])
    else:
        def start(self, last):
            """[layers * directions, batch, hidden] -> [layers, batch, size] of the decoder."""
            states = last.view(LAYERS, DIRECTIONS, last.size(1), last.size(2))
            states = states.transpose(1, 2).flatten(2)
            return states

    def encode(self, source, source_lengths):
        memory, last = self.encoder.read(source, source_lengths)
        places = torch.arange(source.size(1), device=source.device)
        if FROM_MEAN:
            mean = memory.sum(1) / source_lengths.to(source.device).unsqueeze(1)
        state = {
            "memory": memory,
            "padding": places >= source_lengths.to(source.device).unsqueeze(1),
            # <STATES>
            "STATE_NAME": self.start(LAST, *BRIDGE),
            # </STATES>
        }
        if ATTENDS:
            state["keys"] = self.attention.keys(memory)
        if FEEDS_READOUT:
            state["fed"] = memory.new_zeros(memory.size(0), READOUT_SIZE)
        return state

    if ATTENDS:
        def look(self, query, state):
            """The context vector [batch, memory] and the weights [batch, source length]."""
            scores = self.attention(query, state["keys"])
            weights = scores.masked_fill(state["padding"], float("-inf")).softmax(1)
            return torch.bmm(weights.unsqueeze(1), state["memory"]).squeeze(1), weights

    def step(self, state, tokens):
        """Feeds one token a sentence: logits of the next one [batch, vocabulary], new state."""
        embedded = self.embedding_dropout(self.TABLE(tokens))
        state = dict(state)
        if FEEDS_CONTEXT:
            context, state["attention"] = self.look(state["hidden"][-1], state)
            inputs = torch.cat((embedded, context), 1)
        elif FEEDS_READOUT:
            inputs = torch.cat((embedded, state["fed"]), 1)
        else:
            inputs = embedded
        output, STATES_AFTER = self.decoder(
            inputs.unsqueeze(1), *NO_LENGTHS, STATES_BEFORE
        )
        top = output.squeeze(1)
        if ATTENDS:
            if not FEEDS_CONTEXT:
                context, state["attention"] = self.look(top, state)
        if ATTENTIONAL:
            if ATTENDS:
                vector = torch.tanh(self.readout(torch.cat((context, top), 1)))
            else:
                vector = top
        elif CONCAT:
            if ATTENDS:
                vector = torch.cat((top, context, embedded), 1)
            else:
                vector = torch.cat((top, embedded), 1)
        elif ATTENDS:
            vector = self.readout(torch.cat((top, context, embedded), 1)).unflatten(1, (-1, 2)).max(2).values
        else:
            vector = self.readout(torch.cat((top, embedded), 1)).unflatten(1, (-1, 2)).max(2).values
        if FEEDS_READOUT:
            state["fed"] = vector
        if TIED:
            return self.output(self.readout_dropout(vector), self.TABLE.weight), state
        else:
            return self.output(self.readout_dropout(vector)), state

    def forward(self, source, source_lengths, target):
        state = self.encode(source, source_lengths)
        steps = []
        for t in range(target.size(1) - 1):
            logits, state = self.step(state, target[:, t])
            steps.append(logits)
        return torch.stack(steps, 1)
