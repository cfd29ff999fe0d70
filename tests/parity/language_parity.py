"""Repeats with Python's PyTorch the trainings of language_parity_test.

usage: language_parity.py FOLDER. training.json has the windows of a stream in their order, or the
batches of texts that are written for classes without teacher forcing.
"""

import torch

import repeated_training


def carried(state, rows):
    """The states that the next windows begin with: no gradient flows back, rows may have ended."""
    if isinstance(state, tuple):
        return tuple(carried(part, rows) for part in state)
    state = state.detach()
    # Recurrent states are [layers, rows, size]; what a window model saw is [rows, tokens, size].
    return state[:, :rows].contiguous() if carried.rows_second else state[:rows]


def losses_of_windows(network, training):
    state = None
    for batch in training["batches"]:
        rows = batch["rows"]
        state = None if batch["begins"] else carried(state, rows)
        logits, state = network.step(torch.tensor(batch["ids"]).view(rows, -1), state)
        yield torch.nn.functional.cross_entropy(logits.flatten(0, 1), torch.tensor(batch["labels"]))


def losses_of_own_predictions(network, training):
    """Each token but the first that the network reads is the likeliest after those before it."""
    for batch in training["batches"]:
        rows = len(batch["lengths"])
        classes = torch.tensor(batch["classes"])
        fed, state, scores = torch.tensor(batch["ids"]).view(rows, -1)[:, :1], None, []
        for _ in range(max(batch["lengths"])):
            logits, state = network.step(fed, state, classes)
            scores.append(logits)
            fed = logits.argmax(2)
        yield torch.nn.functional.cross_entropy(torch.cat(scores, 1).flatten(0, 1),
                                                torch.tensor(batch["labels"]))


def losses(start, training):
    network = start.network()
    carried.rows_second = hasattr(network.encoder, "rnn")
    optimiser = torch.optim.SGD(network.parameters(), lr=training["learning_rate"])
    repeated = losses_of_own_predictions if "lengths" in training["batches"][0] else losses_of_windows
    return repeated_training.updates(network, optimiser, repeated(network, training),
                                     training["clip_norm"])


if __name__ == "__main__":
    repeated_training.run(losses)
