"""Repeats with Python's PyTorch the trainings of training_parity_test.

usage: training_parity.py FOLDER. FOLDER holds one folder a case with module/ (the network before
its first update, as Unroll exports it) and training.json (texts, the batches in their order, the
loss of each update). Prints one line a case and fails where a loss differs.
"""

import importlib.util
import json
import pathlib
import sys

import torch

TOLERANCE = 1e-4


def load_module(folder):
    spec = importlib.util.spec_from_file_location("module_" + folder.name, folder / "module/model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def losses(module, training):
    """The loss of each update."""
    network = module.load_network().train()
    for parameter in network.parameters():
        parameter.requires_grad_(True)
    optimiser = torch.optim.Adam(network.parameters(), lr=training["learning_rate"])
    encoded = [module.encode(text) for text in training["texts"]]
    labels = torch.tensor(training["labels"])
    for batch in training["batches"]:
        logits = network(*module.padded([encoded[item] for item in batch]))
        loss = torch.nn.functional.cross_entropy(logits, labels[batch])
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), training["clip_norm"])
        optimiser.step()
        yield loss.item()


def main():
    torch.set_num_threads(1)
    failed = False
    for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        training = json.loads((folder / "training.json").read_text(encoding="utf-8"))
        theirs = list(losses(load_module(folder), training))
        largest = max(abs(a - b) for a, b in zip(theirs, training["losses"]))
        failed = failed or len(theirs) != len(training["losses"]) or not largest <= TOLERANCE
        print(f"{folder.name}: {len(theirs)} updates, loss {theirs[0]:.4f} to {theirs[-1]:.4f}, "
              f"largest difference {largest:.1e}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
