"""Repeats with Python's PyTorch the trainings of training_parity_test.

usage: training_parity.py FOLDER. training.json has the texts with their labels and the batches in
their order.
"""

import torch

import repeated_training


def losses(start, training):
    module, network = start.module, start.network()
    optimiser = torch.optim.Adam(network.parameters(), lr=training["learning_rate"])
    encoded = [module.encode(text) for text in training["texts"]]
    labels = torch.tensor(training["labels"])
    computed = (torch.nn.functional.cross_entropy(
        network(*module.padded([encoded[item] for item in batch])), labels[batch])
        for batch in training["batches"])
    return repeated_training.updates(network, optimiser, computed, training["clip_norm"])


if __name__ == "__main__":
    repeated_training.run(losses)
