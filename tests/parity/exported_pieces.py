"""Imports every file of resources/python as it stands, with its example values, and computes with its
classes.

    python3 exported_pieces.py FOLDER      a copy of resources/python; prints one line a file
"""
import importlib
import os
import struct
import sys

import torch

IDS = torch.tensor([[4, 5, 6, 7], [8, 9, 0, 0]])
LENGTHS = torch.tensor([4, 2])
MASK = IDS != 0
STATES = torch.randn(2, 4, 6)


def field(number, kind, value):
    """A field of a protobuf message; kind 2: bytes, 5: a float."""
    key = bytes([number << 3 | kind])
    return key + (struct.pack("<f", value) if kind == 5 else bytes([len(value)]) + value)


def write_example_files(folder):
    """What an export has beside model.py: a vocabulary, and a SentencePiece model of three pieces."""
    tokens = ["<pad>", "<unk>", "<bos>", "<eos>", "a", "text", "don't"]
    with open(os.path.join(folder, "vocabulary.txt"), "w", encoding="utf-8") as file:
        file.write("".join(token + "\n" for token in tokens))
    pieces = [field(1, 2, piece.encode()) + field(2, 5, -1.0) for piece in ("\u2581", "a", "\u2581a")]
    with open(os.path.join(folder, "tokeniser.model"), "wb") as file:
        file.write(b"".join(field(1, 2, piece) for piece in pieces))


def encode(encoder):
    """One that reads words is given none here: it is a part of encoders, tested by exports."""
    encoded = encoder(IDS, LENGTHS, MASK)
    states = encoded[0] if isinstance(encoded, tuple) else encoded
    assert torch.isfinite(states).all()


CHECKS = {
    "Encoder": encode,
    "Pooling": lambda pooling: pooling(STATES, MASK, None),
    "Score": lambda score: score(torch.randn(2, 6), score.keys(torch.randn(2, 4, 4))),
    "Characters": lambda characters: characters(IDS),
    "Transformer": lambda layers: layers(torch.randn(2, 4, 8), torch.zeros(4, 4, dtype=torch.bool)),
    "Crf": lambda crf: crf.viterbi(torch.randn(4, 3)),
}


def check(name):
    module = importlib.import_module(name)
    for kind, function in CHECKS.items():
        made = getattr(module, kind, None)
        if made is not None and made.__module__ == name:
            if kind == "Score" and not list(made().parameters()):
                made()(STATES[:, 0], STATES)  # both of one size
            else:
                function(made())
    if hasattr(module, "clean") or hasattr(module, "tokens"):
        function = getattr(module, "clean", None) or module.tokens
        assert function("a text") is not None
    for function in (value for key, value in vars(module).items() if key.startswith("clean_")):
        options = {"replacement": "mark", "letters": "escapes", "keep": "", "language": "tr",
                   "form": "nfc", "broken": True}
        assert isinstance(function("I don't <b>see</b> &amp; \\u0041 #this1 1984!", options), str)


def main(folder):
    torch.manual_seed(1)
    torch.set_num_threads(1)
    write_example_files(os.path.join(folder, "text"))
    sys.path.insert(0, os.path.dirname(folder))
    package = os.path.basename(folder)
    for place, folders, files in sorted(os.walk(folder)):
        for file in sorted(files):
            if file.endswith(".py"):
                name = os.path.relpath(os.path.join(place, file[:-3]), folder).replace(os.sep, ".")
                check(package + "." + name)
                print(name)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
