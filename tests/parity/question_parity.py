"""Repeats with Python's PyTorch the trainings of question_parity_test.

usage: question_parity.py FOLDER. training.json has texts with the first reference of each and the
batches in their order; trained/ is the network after its last update, with the answers that Unroll
predicts for validation texts.
"""

import torch

import repeated_training
from parity_cases import BESIDE_SUMS, UNIT_ROUNDOFF


def mean_loss(module, network, texts, references):
    """The mean over questions of the mean cross-entropy of start and end."""
    rows = [module.read_question(text) for text in texts]
    ids, lengths = module.padded([row[0] for row in rows])
    words = []
    if hasattr(module, "parts_of"):
        parts = [module.parts_of(text, len(row[0]), row[2]) for text, row in zip(texts, rows)]
        words = [(None, None, module.padded(parts)[0].unsqueeze(2))]
    scores = network(ids, lengths, *words)
    loss = 0
    for found, length, row, (answer, place) in zip(scores, lengths.tolist(), rows, references):
        start = row[3]
        inside = [word for word in row[2] if word[0] < place + len(answer) and word[1] > place]
        ends = torch.tensor([inside[0][2] - start, inside[-1][3] - start])
        loss = loss + torch.nn.functional.cross_entropy(found[start:length].t(), ends)
    return loss / len(texts)


def losses(start, training):
    module, network = start.module, start.network()
    optimiser = torch.optim.Adam(network.parameters(), lr=training["learning_rate"])
    computed = (mean_loss(module, network, [training["texts"][item] for item in batch],
                          [training["references"][item] for item in batch])
                for batch in training["batches"])
    return repeated_training.updates(network, optimiser, computed, training["clip_norm"])


def compare_trained(folder, training):
    module = repeated_training.load_module(folder / "trained")
    start = repeated_training.Start(module)
    with torch.no_grad():
        loss = mean_loss(module, start.network().eval(), training["valid_texts"],
                         training["valid_references"]).item()
    bound = 8 * (start.longest_sum + BESIDE_SUMS) * UNIT_ROUNDOFF * loss
    apart = abs(loss - training["answers"]["loss"])
    same = ([answer for answer, _ in module.predict(training["valid_texts"])]
            == training["answers"]["predicted"])
    return (apart <= bound and same,
            f"; trained {apart / bound:.2f} of its bound, answers "
            f"{'the same' if same else 'differ'}")


if __name__ == "__main__":
    repeated_training.run(losses, compare_trained)
