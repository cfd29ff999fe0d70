"""Probabilities and texts of a language model."""
import math

import torch
import torch.nn.functional as F

from ..encoders.recurrent import Encoder
from ..text.clean import clean
from ..text.detokenise import detokenise
from ..text.token_ids import token_ids
from .loading import loaded_network

CLASS_NAMES = []
SCALES = {"stars": [3.2, 1.5]}
HAS_NUMBERS = False
FIRST_ID, ENDS_WITH_LINE = 2, True

# <CONSTANTS>
CLASSES = CLASS_NAMES
# </CONSTANTS>
# <NUMBER_CONSTANTS>
NUMBERS = SCALES  # Of each column the mean and the standard deviation in the training texts.
# </NUMBER_CONSTANTS>

# ---- exported ----


BEGIN_ID = FIRST_ID
END_ID = 3  # of a line
NEVER = [0, 1, 2]  # padding, unknown, begin: not written
STOP_AT_LINE_END = ENDS_WITH_LINE
WINDOW = getattr(Encoder, "window", 0)  # tokens that are read together; 0: any number


if HAS_NUMBERS:
    def class_tensor(name):
        """The numbers that are written for, one a column, as the network takes them. None: the means."""
        name = name or [mean for mean, _ in NUMBERS.values()]
        return torch.tensor([[(number - mean) / deviation
                              for number, (mean, deviation) in zip(name, NUMBERS.values())]])
else:
    def class_tensor(name):
        """The class that is written for, as the network takes it."""
        return torch.tensor([CLASSES.index(name or CLASSES[0])]) if CLASSES else None


def text_ids(text):
    """All ids of a text, with the mark of a line's end between its lines."""
    ids = []
    for number, line in enumerate(text.split("\n")):
        ids += ([END_ID] if number else []) + token_ids(clean(line))
    return ids


def nats(text, name=None):
    """-log p of each token of a text, one after another, its end included."""
    ids = text_ids(text) + [END_ID]
    fed, found = [BEGIN_ID] + ids[:-1], []
    size = WINDOW or len(ids)  # A longer text than the window is read window by window.
    with torch.no_grad():
        for first in range(0, len(ids), size):
            part, wanted = torch.tensor([fed[first:first + size]]), ids[first:first + size]
            logits = loaded_network()(part, torch.tensor([len(wanted)]), class_tensor(name))
            found += F.cross_entropy(logits[0], torch.tensor(wanted), reduction="none").tolist()
    return found


def generate(prompt="", length=60, temperature=1.0, top_k=0, seed=None, name=None):
    """What follows a prompt, token by token, with the state kept. temperature 0: the likeliest.

    Where the network has a window and that is full, its later half is read again."""
    generator = torch.Generator()
    if seed is not None:
        generator.manual_seed(seed)
    network, classes = loaded_network(), class_tensor(name)
    known = text_ids(prompt)
    if WINDOW:
        known = known[-max(WINDOW - 1, 1):]
    ids, state, lines = torch.tensor([[BEGIN_ID] + known]), None, [[]]
    with torch.no_grad():
        for _ in range(length):
            logits, state = network.step(ids, state, classes)
            scores = logits[0, -1]
            scores[NEVER] = -math.inf
            if top_k:
                scores[scores < scores.topk(top_k).values[-1]] = -math.inf
            if temperature == 0:
                token = int(scores.argmax())
            else:
                shares = torch.softmax(scores / temperature, 0)
                token = int(torch.multinomial(shares, 1, generator=generator))
            if token == END_ID:
                if STOP_AT_LINE_END:
                    break
                lines.append([])
            else:
                lines[-1].append(token)
            ids = torch.tensor([[token]])
    return "\n".join(detokenise(line) for line in lines)


def predict(texts):
    """For each text a dict: the "nats" of its tokens, and "continuation", how it goes on."""
    return [{"nats": nats(text), "continuation": generate(text, temperature=0)} for text in texts]


def main(texts):
    for text in texts or [""]:
        print(text + " ..." if text else "...")
        print(generate(text))
