#pragma once

namespace core {

// What all exported modules have in common. Marks <<name>> are filled in by filledIn(). Comments
// in the Python are for whoever reads the exported module, which knows nothing of us.

inline constexpr const char* kPythonImports = R"py(import html.entities
import math
import os
import re
import sys
import unicodedata

import torch
import torch.nn.functional as F
from torch import nn

FOLDER = os.path.dirname(os.path.abspath(__file__)))py";

inline constexpr const char* kPythonLoading = R"py(def load_network():
    """The trained network, not in training mode."""
    network = Network()
    path = os.path.join(FOLDER, "weights.pt")
    network.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    return network.eval()


_network = None


def loaded_network():
    """The same network each time; it is read when it is first needed."""
    global _network
    if _network is None:
        _network = load_network()
    return _network


def padded(rows):
    """Lists of ids side by side, padded with 0: a tensor [rows, longest], and their lengths."""
    lengths = torch.tensor([len(row) for row in rows])
    ids = torch.zeros(len(rows), int(lengths.max()), dtype=torch.int64)
    for number, row in enumerate(rows):
        ids[number, :len(row)] = torch.tensor(row)
    return ids, lengths)py";

} // namespace core
