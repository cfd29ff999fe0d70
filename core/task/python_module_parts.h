#pragma once

namespace core {

// What all exported modules have in common. Marks <<name>> are filled in by filledIn(). Comments
// in the Python are for whoever reads the exported module, which knows nothing of us.

inline constexpr const char* kPythonImports = R"py(import html.entities
import json
import math
import os
import re
import sys
import unicodedata

import torch
import torch.nn.functional as F
from torch import nn

FOLDER = os.path.dirname(os.path.abspath(__file__)))py";

inline constexpr const char* kPythonLoading = R"py(def read_safetensors(path):
    """The tensors of a safetensors file by name, as safetensors.torch.load_file() reads them."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = bytearray(file.read())
    header.pop("__metadata__", None)
    types = {"F32": torch.float32, "F64": torch.float64, "I64": torch.int64, "BOOL": torch.bool}
    tensors = {}
    for name, entry in header.items():
        tensors[name] = torch.frombuffer(data, dtype=types[entry["dtype"]],
                                         count=math.prod(entry["shape"]),
                                         offset=entry["data_offsets"][0]).reshape(entry["shape"])
    return tensors


def load_network():
    """The trained network, not in training mode."""
    network = Network()
    network.load_state_dict(read_safetensors(os.path.join(FOLDER, "weights.safetensors")))
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
