"""What the scripts share that repeat a training with PyTorch. A case is a folder with module/, the
network before its first update as Unroll exports it, and training.json with the loss of each update.
"""

import importlib.util
import json
import pathlib
import sys

import torch

from parity_cases import BESIDE_SUMS, DRAWS, LARGEST_BOUND, UNIT_ROUNDOFF, nudged, precision


def load_module(folder):
    spec = importlib.util.spec_from_file_location("module_" + folder.parent.name + folder.name,
                                                  folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Start:
    """The network before its first update, as a script's `losses` gets it."""

    def __init__(self, module, generator=None):
        """@param generator  of changes of the weights by up to u; None for the weights as exported."""
        self.module, self.generator, self.longest_sum = module, generator, 0

    def network(self):
        network = self.module.load_network().train()
        if self.generator is not None:
            network.load_state_dict(nudged(network.state_dict(), self.generator))
        for parameter in network.parameters():
            parameter.requires_grad_(True)
        self.longest_sum = max(max(parameter.shape) for parameter in network.parameters())
        return network


def updates(network, optimiser, losses, clip_norm):
    """The value of each loss, which is computed after the update by the one before."""
    for loss in losses:
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), clip_norm)
        optimiser.step()
        yield loss.item()


def bounds(losses, module, training):
    """The losses in float64, and how far roundings may move each: see parity_cases.py."""
    generator = torch.Generator().manual_seed(17)
    with precision(torch.float64):
        start = Start(module)
        exact = list(losses(start, training))
        moved = [0.0] * len(exact)
        for _ in range(DRAWS):
            others = losses(Start(module, generator), training)
            moved = [max(a, abs(b - c)) for a, b, c in zip(moved, others, exact)]
    roundings = start.longest_sum + BESIDE_SUMS
    return exact, [roundings * (a + UNIT_ROUNDOFF * abs(b)) for a, b in zip(moved, exact)]


def run(losses, compare=lambda folder, training: (True, "")):
    """Prints one line for each case of the folder that the command line names, and exits: with 1 on
    any difference that roundings do not explain. `losses` gets a Start and training.json; `compare`
    checks what else the case has, and returns whether it is right and what to print of it."""
    torch.set_num_threads(1)
    failed = False
    for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        training = json.loads((folder / "training.json").read_text(encoding="utf-8"))
        ours, module = training["losses"], load_module(folder / "module")
        exact, bound = bounds(losses, module, training)
        own = list(losses(Start(module), training))
        share, own_share = (max(abs(a - b) / c for a, b, c in zip(values, exact, bound))
                            for values in (ours, own))
        right, told = compare(folder, training)
        right = (right and len(exact) == len(ours) == len(own) and share <= 1 and own_share <= 1
                 and max(bound) <= LARGEST_BOUND * max(exact))
        failed = failed or not right
        print(f"{folder.name}: {len(exact)} updates, loss {exact[0]:.4f} to {exact[-1]:.4f}, "
              f"{share:.2f} of the bound, PyTorch's own {own_share:.2f}{told}")
    sys.exit(failed)
