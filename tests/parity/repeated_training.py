"""What the scripts share that repeat a training with PyTorch. A case is a folder with module/, the
network before its first update as Unroll exports it, and training.json with the loss of each update.
"""

import importlib.util
import json
import pathlib
import sys

import torch


def load_module(folder):
    spec = importlib.util.spec_from_file_location("module_" + folder.parent.name + folder.name,
                                                  folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def network_to_train(module):
    network = module.load_network().train()
    for parameter in network.parameters():
        parameter.requires_grad_(True)
    return network


def updates(network, optimiser, losses, clip_norm):
    """The value of each loss, which is computed after the update by the one before."""
    for loss in losses:
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), clip_norm)
        optimiser.step()
        yield loss.item()


def run(losses, tolerance, compare=lambda folder, training: (True, "")):
    """Prints one line for each case of the folder that the command line names, and exits: with 1 on
    any difference. `losses` gets the module and training.json; `compare` looks at what else the
    case has, and returns whether it is right and what is to be told of it."""
    torch.set_num_threads(1)
    failed = False
    for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        training = json.loads((folder / "training.json").read_text(encoding="utf-8"))
        theirs = list(losses(load_module(folder / "module"), training))
        largest = max(abs(a - b) for a, b in zip(theirs, training["losses"]))
        right, told = compare(folder, training)
        failed = (failed or len(theirs) != len(training["losses"]) or not largest <= tolerance
                  or not right)
        print(f"{folder.name}: {len(theirs)} updates, loss {theirs[0]:.4f} to {theirs[-1]:.4f}, "
              f"largest difference {largest:.1e}{told}")
    sys.exit(failed)
