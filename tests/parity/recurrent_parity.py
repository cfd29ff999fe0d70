"""Computes with torch.nn over packed sequences what the C++ program computed with its own
recurrent layers, and compares: outputs, states, all gradients, weights after 20 updates.

    python3 recurrent_parity.py FOLDER      one .safetensors file a case; prints one line a case,
                                            exit 1 on any difference over 1e-5 relative
"""
import json

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from parity_cases import difference, run

KINDS = {"F32": torch.float32, "I64": torch.int64}


def read_safetensors(path):
    """Tensors by name, and the metadata."""
    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + size])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, item in header.items():
        begin, end = (8 + size + offset for offset in item["data_offsets"])
        values = torch.frombuffer(bytearray(raw[begin:end]), dtype=KINDS[item["dtype"]])
        tensors[name] = values.reshape(item["shape"]).clone()
    return tensors, metadata


def make_layer(metadata):
    cell = metadata["cell"]
    sizes = int(metadata["input_size"]), int(metadata["hidden_size"]), int(metadata["layers"])
    options = {"batch_first": True, "bidirectional": metadata["bidirectional"] == "1"}
    if cell == "lstm":
        return nn.LSTM(*sizes, proj_size=int(metadata["projection_size"]), **options)
    if cell == "gru":
        return nn.GRU(*sizes, **options)
    return nn.RNN(*sizes, nonlinearity=cell.split("_")[1], **options)


class Case:
    def __init__(self, path):
        self.given, metadata = read_safetensors(path)
        self.layer = make_layer(metadata)
        weights = {k[7:]: v for k, v in self.given.items() if k.startswith("weight/")}
        self.layer.load_state_dict(weights, strict=True)
        self.leaves = {
            name: self.given[name].requires_grad_()
            for name in ("input", "initial_hidden", "initial_cell")
            if name in self.given
        }

    def forward(self):
        packed = pack_padded_sequence(
            self.leaves["input"], self.given["lengths"], batch_first=True, enforce_sorted=False)
        states = [self.leaves[k] for k in ("initial_hidden", "initial_cell") if k in self.leaves]
        initial = None if not states else tuple(states) if len(states) == 2 else states[0]
        output, state = self.layer(packed, initial)
        padded = pad_packed_sequence(output, batch_first=True)[0]
        hidden, cell = state if isinstance(state, tuple) else (state, None)
        return {"output": padded, "hidden": hidden} | ({} if cell is None else {"cell": cell})

    @staticmethod
    def loss(results):
        loss = results["output"].square().mean() + results["hidden"].sin().mean()
        return loss + results["cell"].cos().mean() if "cell" in results else loss

    def compare(self):
        found = {}

        def check(name, actual):
            found[name] = difference(actual, self.given[name])

        results = self.forward()
        for name, values in results.items():
            check(name, values)
        self.loss(results).backward()
        for name, leaf in self.leaves.items():
            check("gradient/" + name, leaf.grad)
        for name, parameter in self.layer.named_parameters():
            check("gradient/" + name, parameter.grad)
        optimiser = torch.optim.SGD(self.layer.parameters(), 0.2, momentum=0.9)
        for _ in range(20):
            optimiser.zero_grad()
            self.loss(self.forward()).backward()
            optimiser.step()
        for name, parameter in self.layer.named_parameters():
            check("updated/" + name, parameter)
        return found


if __name__ == "__main__":
    run(Case, "*.safetensors")
