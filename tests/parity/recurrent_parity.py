"""Computes with torch.nn over packed sequences what the C++ program computed with its own
recurrent layers, and compares: outputs, states, all gradients, weights after 20 updates.

    python3 recurrent_parity.py FOLDER      one .safetensors file a case; prints one line a case,
                                            exit 1 on any difference that roundings do not explain
"""
import json

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from parity_cases import Case, run, updated

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


class Recurrent(Case):
    """A layer's results, gradients and weights after twenty updates, of a file that holds them beside
    the numbers that they are computed from."""

    def __init__(self, path):
        tensors, self.metadata = read_safetensors(path)
        self.lengths = tensors.pop("lengths")
        starts = "weight/", "input", "initial_"
        self.given = {name: value for name, value in tensors.items() if name.startswith(starts)}
        self.expected = {name: value for name, value in tensors.items() if name not in self.given}
        self.longest_sum = int(self.metadata["longest_sum"])

    def compute(self, values):
        weights, forward = self.layer({name[7:]: value for name, value in values.items()
                                       if name.startswith("weight/")})
        leaves = {name: value.clone().requires_grad_() for name, value in values.items()
                  if not name.startswith("weight/")}
        results = forward(leaves)
        found = {"result/" + name: value.detach() for name, value in results.items()}
        self.loss(results).backward()
        for name, leaf in (leaves | weights).items():
            found["gradient/" + name] = leaf.grad.clone()
        rate = float(self.metadata["learning_rate"])
        optimiser = torch.optim.SGD(weights.values(), rate, momentum=0.9)
        updated(optimiser, lambda: self.loss(forward(leaves)).backward())
        return found | {"updated/" + name: weight.detach() for name, weight in weights.items()}


class LayerOfTorch(Recurrent):
    def layer(self, weights):
        layer = make_layer(self.metadata)
        layer.load_state_dict(weights, strict=True)

        def forward(leaves):
            packed = pack_padded_sequence(
                leaves["input"], self.lengths, batch_first=True, enforce_sorted=False)
            states = [leaves[k] for k in ("initial_hidden", "initial_cell") if k in leaves]
            initial = None if not states else tuple(states) if len(states) == 2 else states[0]
            output, state = layer(packed, initial)
            padded = pad_packed_sequence(output, batch_first=True)[0]
            hidden, cell = state if isinstance(state, tuple) else (state, None)
            return {"output": padded, "hidden": hidden} | ({} if cell is None else {"cell": cell})

        return dict(layer.named_parameters()), forward

    @staticmethod
    def loss(results):
        loss = results["output"].square().mean() + results["hidden"].sin().mean()
        return loss + results["cell"].cos().mean() if "cell" in results else loss


if __name__ == "__main__":
    run(LayerOfTorch, "*.safetensors")
