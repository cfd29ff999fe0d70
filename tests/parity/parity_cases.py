"""What the scripts share that compute with PyTorch what the C++ program computed: reading its
cases, measuring differences, telling them. A case is a folder or a file with the name of the case.
"""
import json
import math
import pathlib
import sys

import torch
from torch import nn
from torch.nn import functional as F

TOLERANCE = 1e-5


def difference(actual, expected, scale=0.0):
    """The largest difference relative to the largest number expected, or to `scale` if that is
    larger: a tensor that ought to be zero is compared with what stands around it."""
    actual, expected = actual.detach(), expected.detach()
    assert actual.shape == expected.shape, f"shape {actual.shape}, not {expected.shape}"
    largest = max(expected.abs().max().item(), scale, 1e-12)
    return (actual - expected).abs().max().item() / largest


class NetworkCase:
    """A folder with source.py, which defines Network; manifest.json, which names its parameters
    with their shapes; weights.bin; and whatever it is to be compared with."""

    def __init__(self, folder):
        self.folder = folder
        self.manifest = json.loads((folder / "manifest.json").read_text())
        scope = {"torch": torch, "nn": nn, "F": F, "math": math}
        self.source = (folder / "source.py").read_text()
        exec(compile(self.source, "source.py", "exec"), scope)
        self.network = scope["Network"]()
        self.load()

    def load(self):
        self.network.load_state_dict(self.parameters("weights.bin"), strict=True)

    def read(self, name, kind, shape):
        """Raw numbers of a file."""
        numbers = bytearray((self.folder / name).read_bytes())
        return torch.frombuffer(numbers, dtype=kind).reshape(shape)

    def parameters(self, name):
        """Tensors by name, concatenated in the manifest's order."""
        flat = self.read(name, torch.float32, [-1])
        named, place = {}, 0
        for item in self.manifest["parameters"]:
            count = math.prod(item["shape"])
            named[item["name"]] = flat[place : place + count].reshape(item["shape"]).clone()
            place += count
        assert place == flat.numel(), "parameters of another size"
        return named

    def gradient_differences(self):
        """After a backward pass: of each parameter, that of a frozen one being zero."""
        expected = self.parameters("gradients.bin")
        largest = max(gradient.abs().max().item() for gradient in expected.values())
        found = {}
        for name, parameter in self.network.named_parameters():
            actual = parameter.grad if parameter.requires_grad else torch.zeros_like(parameter)
            found["gradient of " + name] = difference(actual, expected[name], 1e-3 * largest)
        return found


def run(case, pattern="*"):
    """Prints one line for each case of the folder that the command line names, and exits: with 1
    on any difference over TOLERANCE or any error. `case` is a class that is made of a path and
    whose compare() returns {what: difference}."""
    torch.set_num_threads(1)
    failed = False
    for path in sorted(pathlib.Path(sys.argv[1]).glob(pattern)):
        try:
            found = case(path).compare()
        except Exception as error:  # the case's name belongs to the message
            print(f"{path.stem}: {type(error).__name__}: {error}")
            failed = True
            continue
        worst = max(found, key=found.get)
        over = [f"{k} {v:.1e}" for k, v in found.items() if not v <= TOLERANCE]
        failed = failed or bool(over)
        print(f"{path.stem}: " + (f"over {TOLERANCE:g}: " + ", ".join(over) if over else
                                  f"{len(found)} comparisons, worst {worst} {found[worst]:.1e}"))
    sys.exit(1 if failed else 0)
