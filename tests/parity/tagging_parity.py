"""Repeats with Python's PyTorch the trainings of tagging_parity_test.

usage: tagging_parity.py FOLDER. FOLDER holds one folder a case with module/ (the network before its
first update, as Unroll exports it), trained/ (the same after its last) and training.json (tokens and
tags of the texts, the batches in their order, the loss of each update; validation texts with the
loss and the tags that Unroll finds). Prints one line a case and fails where something differs.
"""

import importlib.util
import json
import pathlib
import sys

import torch

TOLERANCE = 1e-5


def load_module(folder):
    spec = importlib.util.spec_from_file_location("module_" + folder.parent.name + folder.name,
                                                  folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mean_loss(module, network, texts, tags):
    """The negative log-likelihood of all tags, divided by the tokens."""
    ids, lengths = module.padded([[module.word_id(token) for token in text] for text in texts])
    more = {"words": module.written(texts)} if hasattr(module, "written") else {}
    emissions = network(ids, lengths, **more)
    loss = 0
    for row, text_tags in zip(emissions, tags):
        truth = torch.tensor([module.TAGS.index(tag) for tag in text_tags])
        if hasattr(network.head, "crf"):
            loss = loss + network.head.crf.loss(row[:len(truth)], truth)
        else:
            loss = loss + torch.nn.functional.cross_entropy(row[:len(truth)], truth,
                                                            reduction="sum")
    return loss / int(lengths.sum())


def losses(module, training):
    """The loss of each update."""
    network = module.load_network().train()
    optimiser = torch.optim.Adam(network.parameters(), lr=training["learning_rate"])
    for batch in training["batches"]:
        loss = mean_loss(module, network, [training["tokens"][item] for item in batch],
                         [training["tags"][item] for item in batch])
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
        theirs = list(losses(load_module(folder / "module"), training))
        largest = max(abs(a - b) for a, b in zip(theirs, training["losses"]))
        failed = failed or len(theirs) != len(training["losses"]) or not largest <= TOLERANCE
        module = load_module(folder / "trained")
        with torch.no_grad():
            loss = mean_loss(module, module.load_network(), training["valid_tokens"],
                             training["valid_tags"]).item()
        apart = abs(loss - training["answers"]["loss"])
        tags = [module.tag(tokens) for tokens in training["valid_tokens"]]
        same = tags == training["answers"]["predicted"]
        failed = failed or not apart <= TOLERANCE or not same
        print(f"{folder.name}: {len(theirs)} updates, loss {theirs[0]:.4f} to {theirs[-1]:.4f}, "
              f"largest difference {largest:.1e}; trained {apart:.1e}, "
              f"tags {'the same' if same else 'differ'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
