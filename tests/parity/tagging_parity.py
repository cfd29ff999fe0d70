"""Repeats with Python's PyTorch the trainings of tagging_parity_test.

usage: tagging_parity.py FOLDER. training.json has tokens and tags of the texts, the batches in their
order, and validation texts with the loss and the tags that Unroll finds; trained/ is the network after
its last update.
"""

import torch

import repeated_training
from parity_cases import BESIDE_SUMS, UNIT_ROUNDOFF


def values_of(features, item):
    """What a text has beside its tokens, as tag() takes it."""
    return [] if features is None else [[features[item]]]


def mean_loss(module, network, texts, tags, features=None):
    """The negative log-likelihood of all tags, divided by the tokens."""
    ids, lengths = module.padded([[module.word_id(token) for token in text] for text in texts])
    more = {"words": module.written(texts)} if hasattr(module, "written") else {}
    if features is not None:
        values = [module.value_ids(len(text), [row]) for text, row in zip(texts, features)]
        more["words"] = module.with_values(more["words"], values)
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


def losses(start, training):
    module, network = start.module, start.network()
    optimiser = torch.optim.Adam(network.parameters(), lr=training["learning_rate"])
    computed = (mean_loss(module, network, [training["tokens"][item] for item in batch],
                          [training["tags"][item] for item in batch],
                          training["features"] and [training["features"][item] for item in batch])
                for batch in training["batches"])
    return repeated_training.updates(network, optimiser, computed, training["clip_norm"])


def compare_trained(folder, training):
    module = repeated_training.load_module(folder / "trained")
    start = repeated_training.Start(module)
    with torch.no_grad():
        loss = mean_loss(module, start.network().eval(), training["valid_tokens"],
                         training["valid_tags"],
                         training["valid_features"]).item()
    # A mean over a few tokens of what some layers compute, each of sums of this length.
    bound = 8 * (start.longest_sum + BESIDE_SUMS) * UNIT_ROUNDOFF * loss
    apart = abs(loss - training["answers"]["loss"])
    same = ([module.tag(tokens, *values_of(training["valid_features"], i))
             for i, tokens in enumerate(training["valid_tokens"])]
            == training["answers"]["predicted"])
    return (apart <= bound and same,
            f"; trained {apart / bound:.2f} of its bound, tags {'the same' if same else 'differ'}")


if __name__ == "__main__":
    repeated_training.run(losses, compare_trained)
