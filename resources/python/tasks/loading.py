"""Loads the trained network."""
import json
import math
import os

import torch

from ..heads.network import Network
from ..text.imports import FOLDER

# ---- exported ----


def read_safetensors(path):
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
    return ids, lengths
