"""Runs the generated PyTorch module of each network on the weights and the batch that the C++
program wrote, and compares what comes out: logits, gradients, weights after 20 updates.

    python3 model_parity.py FOLDER      one folder a case; prints one line a case, exit 1 on any
                                        difference over 1e-5 relative

Without arguments: exit 0 when PyTorch can be imported.
"""
import json
import math
import pathlib
import sys

import torch
from torch import nn
from torch.nn import functional as F

TOLERANCE = 1e-5


def read(path, kind, shape):
    return torch.frombuffer(bytearray(path.read_bytes()), dtype=kind).reshape(shape)


def read_parameters(path, manifest):
    """Tensors by name, concatenated in the manifest's order."""
    flat = read(path, torch.float32, [-1])
    named, place = {}, 0
    for item in manifest["parameters"]:
        count = math.prod(item["shape"])
        named[item["name"]] = flat[place : place + count].reshape(item["shape"]).clone()
        place += count
    assert place == flat.numel(), "parameters of another size"
    return named


def difference(actual, expected, scale):
    """The largest difference relative to the largest number expected, or to `scale` if that is
    larger: a tensor that ought to be zero is compared with what stands around it."""
    actual, expected = actual.detach(), expected.detach()
    assert actual.shape == expected.shape, f"shape {actual.shape}, not {expected.shape}"
    largest = max(expected.abs().max().item(), scale, 1e-12)
    return (actual - expected).abs().max().item() / largest


class Case:
    def __init__(self, folder):
        self.folder = folder
        self.manifest = json.loads((folder / "manifest.json").read_text())
        rows = self.manifest["batch"], self.manifest["length"]
        self.ids = read(folder / "ids.bin", torch.int64, rows)
        self.lengths = read(folder / "lengths.bin", torch.int64, rows[:1])
        self.labels = read(folder / "labels.bin", torch.int64, rows[:1])
        scope = {"torch": torch, "nn": nn, "F": F, "math": math}
        exec(compile((folder / "source.py").read_text(), "source.py", "exec"), scope)
        self.network = scope["Network"]()
        self.load()

    def load(self):
        weights = read_parameters(self.folder / "weights.bin", self.manifest)
        self.network.load_state_dict(weights, strict=True)

    def logits(self, name):
        shape = self.manifest["batch"], self.manifest["classes"]
        return read(self.folder / name, torch.float32, shape)

    def loss(self):
        self.network.zero_grad()
        loss = F.cross_entropy(self.network(self.ids, self.lengths), self.labels)
        loss.backward()

    def trained(self, optimiser):
        self.load()
        self.network.train()
        for _ in range(20):
            self.loss()
            optimiser.step()
        self.network.eval()
        return self.network(self.ids, self.lengths)

    def compare(self):
        found = {}
        self.network.eval()
        with torch.no_grad():  # PyTorch takes its fused layers here
            quick = self.network(self.ids, self.lengths)
        found["fused"] = difference(quick, self.logits("logits.bin"), 0.0)
        found["logits"] = difference(
            self.network(self.ids, self.lengths), self.logits("logits.bin"), 0.0)

        self.network.train()
        self.loss()
        expected = read_parameters(self.folder / "gradients.bin", self.manifest)
        largest = max(gradient.abs().max().item() for gradient in expected.values())
        for name, parameter in self.network.named_parameters():
            actual = parameter.grad if parameter.requires_grad else torch.zeros_like(parameter)
            found["gradient of " + name] = difference(actual, expected[name], 1e-3 * largest)

        trainable = [p for p in self.network.parameters() if p.requires_grad]
        logits = self.trained(torch.optim.SGD(trainable, 0.05, momentum=0.9))
        found["logits after SGD"] = difference(logits, self.logits("sgd_logits.bin"), 0.0)
        expected = read_parameters(self.folder / "sgd_weights.bin", self.manifest)
        for name, parameter in self.network.named_parameters():
            found["SGD on " + name] = difference(parameter, expected[name], 1e-2)
        # A parameter whose gradient is zero but for rounding (a key's bias) is moved by Adam at
        # random; it does not reach the logits.
        logits = self.trained(torch.optim.Adam(trainable, 1e-3))
        found["logits after Adam"] = difference(logits, self.logits("adam_logits.bin"), 0.0)
        return found


def main():
    torch.set_num_threads(1)
    failed = False
    for folder in sorted(path for path in pathlib.Path(sys.argv[1]).iterdir() if path.is_dir()):
        try:
            found = Case(folder).compare()
        except Exception as error:  # the case's name belongs to the message
            print(f"{folder.name}: {type(error).__name__}: {error}")
            failed = True
            continue
        worst = max(found, key=found.get)
        if not found[worst] <= TOLERANCE:
            over = [f"{k} {v:.1e}" for k, v in found.items() if not v <= TOLERANCE]
            print(f"{folder.name}: over {TOLERANCE:g}: " + ", ".join(over))
            failed = True
        else:
            print(f"{folder.name}: {len(found)} comparisons, worst {worst} {found[worst]:.1e}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__" and len(sys.argv) > 1:
    main()
