"""What the scripts share that compute with PyTorch what the C++ program computed: reading its cases,
comparing, telling. A case is a folder or a file with the name of the case.

How far the program's float32 results may be from PyTorch's is derived, not tuned to a machine. PyTorch
computes in float64. A sum of n products in float32 gives the exact sum of products that are each
changed by at most n u, u = 2^-24 (Higham 2002, "Accuracy and Stability of Numerical Algorithms", 3.1).
How far such changes move a result belongs to the problem: every weight and input is changed by up to
u at random, and everything is computed again, training included. The bound is (n + 8) times the
largest movement, and as many u of the largest value. What PyTorch itself computes in float32 has to
be within it, too: that shows that the bound is not too narrow, and a bound above a hundredth of the
values would prove nothing and fails.
"""
import contextlib
import json
import math
import pathlib
import sys

import torch
from torch import nn
from torch.nn import functional as F

UNIT_ROUNDOFF = 2.0 ** -24
BESIDE_SUMS = 8  # roundings of an activation function, a product, and what else stands beside a sum
DRAWS = 2
LARGEST_BOUND = 1e-2


def difference(actual, expected):
    """The largest |actual - expected|, in float64; infinite for NaN."""
    actual, expected = actual.detach().double(), expected.detach().double()
    assert actual.shape == expected.shape, f"shape {actual.shape}, not {expected.shape}"
    largest = (actual - expected).abs().max().item() if actual.numel() else 0.0
    return largest if largest >= 0.0 else math.inf


def largest(values):
    return values.abs().max().item() if values.numel() else 0.0


@contextlib.contextmanager
def precision(kind):
    """Networks that are made meanwhile have weights of this kind."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(kind)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def nudged(values, generator):
    """Every number changed by up to u of itself."""
    def one(value):
        directions = 2 * torch.rand(value.shape, generator=generator, dtype=torch.float64) - 1
        return value * (1 + UNIT_ROUNDOFF * directions) if value.is_floating_point() else value
    return {name: one(value) for name, value in values.items()}


class Case:
    """What the program computed from some numbers, and the same computed here.

    Subclasses have `given`, the float32 numbers by name that the computation starts from; `expected`,
    the program's results by name; `longest_sum`, the terms of the longest sum; and compute(values),
    the results by name, in the kind of the values. Results of a group, "group/name", are of one size:
    what ought to be zero is a sum of
    terms that cancel, and is compared with a hundredth of the largest of them."""

    def bounds(self):
        """The results in float64, and how far roundings may move each."""
        generator = torch.Generator().manual_seed(17)
        with precision(torch.float64):
            given = {name: value.double() for name, value in self.given.items()}
            exact = self.compute(given)
            moved = dict.fromkeys(exact, 0.0)
            for _ in range(DRAWS):
                for name, value in self.compute(nudged(given, generator)).items():
                    moved[name] = max(moved[name], difference(value, exact[name]))
        sizes = {}
        for name, value in exact.items():
            group = name.split("/")[0]
            sizes[group] = max(sizes.get(group, 0.0), largest(value))
        found = {}
        for name, value in exact.items():
            group = sizes[name.split("/")[0]]
            size = max(largest(value), 1e-2 * group)
            found[name] = (self.longest_sum + BESIDE_SUMS) * (moved[name] + UNIT_ROUNDOFF * size)
            assert found[name] <= LARGEST_BOUND * group, f"the bound of {name} is too large"
        return exact, found

    def compare(self):
        """{what: share of its bound that the program uses up}, and the same of PyTorch's float32."""
        exact, bounds = self.bounds()
        assert exact.keys() == self.expected.keys(), "other results"
        own = self.compute(self.given)
        shares = [{name: difference(values[name], exact[name]) / max(bounds[name], 1e-300)
                   for name in exact} for values in (self.expected, own)]
        return shares


def updated(optimiser, backward):
    """Twenty updates by the gradients that `backward` computes anew each time."""
    for _ in range(20):
        optimiser.zero_grad()
        backward()
        optimiser.step()


class NetworkCase(Case):
    """A folder with source.py, which defines Network; manifest.json, which names its parameters
    with their shapes; weights.bin; and whatever it is to be compared with."""

    def __init__(self, folder):
        self.folder = folder
        self.manifest = json.loads((folder / "manifest.json").read_text())
        scope = {"torch": torch, "nn": nn, "F": F, "math": math}
        self.source = (folder / "source.py").read_text()
        exec(compile(self.source, "source.py", "exec"), scope)
        self.make = scope["Network"]
        self.longest_sum = self.manifest["longest_sum"]
        self.given = self.parameters("weights.bin")

    def network(self, values):
        network = self.make()
        network.load_state_dict(values, strict=True)
        return network

    def read(self, name, kind, shape):
        """Raw numbers of a file."""
        numbers = bytearray((self.folder / name).read_bytes())
        return torch.frombuffer(numbers, dtype=kind).reshape(shape)

    def parameters(self, name, group=""):
        """Tensors by name, concatenated in the manifest's order."""
        flat = self.read(name, torch.float32, [-1])
        named, place = {}, 0
        for item in self.manifest["parameters"]:
            count = math.prod(item["shape"])
            named[group + item["name"]] = flat[place : place + count].reshape(item["shape"]).clone()
            place += count
        assert place == flat.numel(), "parameters of another size"
        return named

    @staticmethod
    def gradients(network):
        """Of each parameter after a backward pass, that of a frozen one being zero."""
        return {"gradient/" + name: parameter.grad.clone() if parameter.requires_grad
                else torch.zeros_like(parameter) for name, parameter in network.named_parameters()}


def run(case, pattern="*"):
    """Prints one line for each case of the folder that the command line names, and exits: with 1
    on any result beyond its bound or any error. `case` is a class that is made of a path."""
    torch.set_num_threads(1)
    failed, most = False, 0.0
    for path in sorted(pathlib.Path(sys.argv[1]).glob(pattern)):
        try:
            shares, own = case(path).compare()
        except Exception as error:  # the case's name belongs to the message
            print(f"{path.stem}: {type(error).__name__}: {error}")
            failed = True
            continue
        worst = max(shares, key=shares.get)
        over = [f"{name} {share:.1f} times" for name, share in shares.items() if not share <= 1]
        over += [f"PyTorch's own {name} {share:.1f} times" for name, share in own.items()
                 if not share <= 1]
        failed, most = failed or bool(over), max(most, shares[worst])
        print(f"{path.stem}: " + ("beyond the bound: " + ", ".join(over) if over else
                                  f"{len(shares)} comparisons, worst {worst} {shares[worst]:.2f} of "
                                  f"its bound, PyTorch's own {max(own.values()):.2f}"))
    print(f"The worst of all uses {most:.2f} of its bound.", file=sys.stderr)
    sys.exit(1 if failed else 0)
