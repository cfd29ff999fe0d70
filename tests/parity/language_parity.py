"""Repeats with Python's PyTorch the trainings of language_parity_test.

usage: language_parity.py FOLDER. FOLDER holds one folder a case with module/ (the network before
its first update, as Unroll exports it) and training.json (the windows of a stream in their order,
the loss of each update). Prints one line a case and fails where a loss differs.
"""

import json
import pathlib
import sys

import torch

from training_parity import TOLERANCE, load_module


def carried(state, rows):
    """The states that the next windows begin with: no gradient flows back, rows may have ended."""
    if isinstance(state, tuple):
        return tuple(carried(part, rows) for part in state)
    state = state.detach()
    # Recurrent states are [layers, rows, size]; what a window model saw is [rows, tokens, size].
    return state[:, :rows].contiguous() if carried.rows_second else state[:rows]


def losses(module, training):
    """The loss of each update."""
    network = module.load_network().train()
    for parameter in network.parameters():
        parameter.requires_grad_(True)
    carried.rows_second = hasattr(network.encoder, "rnn")
    optimiser = torch.optim.SGD(network.parameters(), lr=training["learning_rate"])
    state = None
    for batch in training["batches"]:
        rows = batch["rows"]
        ids = torch.tensor(batch["ids"]).view(rows, -1)
        labels = torch.tensor(batch["labels"])
        state = None if batch["begins"] else carried(state, rows)
        logits, state = network.step(ids, state)
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels)
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
