#!/usr/bin/python3
"""What pre-training on texts without labels is worth: a classifier of film reviews with few labels.

    python3 tests/benchmarks/pretraining.py DATA [--cli build/bin/unroll-cli] [--device cpu]
            [--seeds 1,2,3] [--starts nothing,vectors,masked,nothing_causal,causal] [--work FOLDER]
            [--texts 25000] [--labelled 500] [--test 25000] [--epochs 20] [--fine_epochs 20]
            [--layers 4] [--dimension 256] [--heads 4] [--length 256] [--vocabulary 20000]
            [--precision float32]

DATA has imdb_train.csv.gz and imdb_test.csv.gz (review,sentiment). For each start a network is
pre-trained on the reviews of the training file without their labels, fine-tuned on the labelled ones,
and tested. The starts:

    nothing         a Transformer encoder with fresh weights
    vectors         the same with word vectors (skip-gram) of the texts
    masked          the same, pre-trained as a masked language model
    nothing_causal  a Transformer decoder with fresh weights
    causal          the same, pre-trained as a language model

Each seed draws other labelled reviews, as many of each class, and other weights. Runs that exist in the
working folder are not trained again, so that a series can be cut into pieces. Printed: the accuracy on
the test reviews for each seed, their mean and the standard deviation.
"""
import argparse
import csv
import gzip
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile

STARTS = ["nothing", "vectors", "masked", "nothing_causal", "causal"]


def reviews(path, limit):
    """Rows (review, sentiment), as many of each class."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    random.Random(1).shuffle(rows)
    return balanced(rows, limit)


def balanced(rows, limit):
    found, counts = [], {}
    for row in rows:
        if counts.get(row[1], 0) < (limit + 1) // 2 and len(found) < limit:
            counts[row[1]] = counts.get(row[1], 0) + 1
            found.append(row)
    return found


def write(path, rows, header=("review", "sentiment")):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(row[:len(header)] for row in rows)


def network(arguments, causal, fine):
    kind = "transformer_decoder" if causal else "transformer"
    chosen = {"kind": kind, "layers": arguments.layers, "heads": arguments.heads,
              "feed_forward_size": 4 * arguments.dimension, "norm": "pre", "activation": "gelu",
              "positions": "learned", "dropout": 0.1}
    if fine:
        chosen["pooling"] = {"kind": "mean"}
    return chosen


def spec(arguments, task, train, model, training, **data):
    return {"name": "pretraining", "task": task,
            "data": {"train": [train], "split_seed": training["seed"], **data},
            "text": {"cleaning": [{"kind": "strip_html"}], "vocabulary_size": arguments.vocabulary,
                     "minimum_frequency": 2, "maximum_length": arguments.length},
            "model": {**({} if task["kind"] == "word_vectors"
                         else {"initialisation": {"kind": "gpt"}}), **model},
            "training": {"keep_epochs": "none", "device": arguments.device,
                         "precision": arguments.precision, "threads": arguments.threads,
                         **training}}


def train(arguments, name, experiment):
    """The run folder, and what the program printed."""
    run, log = (os.path.join(arguments.work, name + end) for end in ("", ".log"))
    if not os.path.exists(log):
        path = os.path.join(arguments.work, name + ".unroll")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(experiment, file)
        done = subprocess.run([arguments.cli, "train", path, "--out", run], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise SystemExit("%s failed:\n%s" % (name, done.stdout[-3000:]))
        with open(log, "w", encoding="utf-8") as file:
            file.write(done.stdout)
    with open(log, encoding="utf-8") as file:
        return run, file.read()


def optimiser(rate, warm_up):
    return {"optimiser": {"kind": "adamw", "learning_rate": rate},
            "schedule": {"kind": "linear_warmup", "warm_up": warm_up, "final_share": 0.0},
            "clip_norm": 1.0}


def pretrained(arguments, start, seed):
    """Part of the specification of a classifier: what it starts from."""
    texts = os.path.join(arguments.work, "texts.csv")
    embedding = {"dimension": arguments.dimension}
    name = "%s-%d" % (start, seed)
    if start.startswith("nothing"):
        return {"embedding": embedding}
    if start == "vectors":
        run, _ = train(arguments, name, spec(
            arguments, {"kind": "word_vectors"}, texts,
            {"embedding": embedding, "network": {"kind": "skip_gram", "maximum_ngram": 0}},
            {"seed": seed, "epochs": arguments.vector_epochs, "batch_size": 64,
             "device": "cpu", "precision": "float32", # They are learnt on the CPU.
             "optimiser": {"kind": "sgd", "learning_rate": 0.05},
             "schedule": {"kind": "linear_warmup", "warm_up": 0, "final_share": 0.0}},
            valid_fraction=0.02))
        vectors = run + ".vec"
        if not os.path.exists(vectors):
            subprocess.run([arguments.cli, "export", run, "--format", "vectors_word2vec_text",
                            "--out", vectors], check=True, stdout=subprocess.DEVNULL)
        return {"embedding": {**embedding, "vectors": vectors}}
    causal = start == "causal"
    task = {"kind": "language_model", "reading": "lines", "tied": True} if causal else {
        "kind": "masked_language_model"}
    run, log = train(arguments, name, spec(
        arguments, task, texts,
        {"embedding": embedding, "network": network(arguments, causal, False)},
        {"seed": seed, "epochs": arguments.epochs, "batch_size": arguments.batch,
         **optimiser(arguments.rate, 6)}, valid_fraction=0.02))
    print("%s: %s" % (name, [line for line in log.splitlines() if line.startswith("epoch")][-1]),
          flush=True)
    return {"embedding": embedding, "start": {"from": run}}


def accuracy(arguments, start, seed):
    labelled = os.path.join(arguments.work, "labelled-%d.csv" % seed)
    model = pretrained(arguments, start, seed)
    model["network"] = network(arguments, start.endswith("causal"), True)
    _, log = train(arguments, "classifier-%s-%d" % (start, seed), spec(
        arguments, {"kind": "classification"}, labelled, model,
        {"seed": seed, "epochs": arguments.fine_epochs, "batch_size": 16,
         "monitor": "valid_accuracy", **optimiser(arguments.fine_rate, 10)},
        valid_fraction=0.1, test=[os.path.join(arguments.work, "test.csv")]))
    return float(re.search(r"Test:.*?accuracy ([\d.]+) %", log).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("--cli", default="build/bin/unroll-cli")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--precision", default="float32")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--starts", default=",".join(STARTS))
    parser.add_argument("--work", default=None)
    for name, standard in [("texts", 25000), ("labelled", 500), ("test", 25000), ("epochs", 20),
                           ("vector_epochs", 5), ("fine_epochs", 20), ("layers", 4),
                           ("dimension", 256), ("heads", 4), ("length", 256), ("vocabulary", 20000),
                           ("batch", 64)]:
        parser.add_argument("--" + name, type=int, default=standard)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--fine_rate", type=float, default=1e-4)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        arguments.work = os.path.abspath(arguments.work or temporary)
        os.makedirs(arguments.work, exist_ok=True)
        rows = reviews(os.path.join(arguments.data, "imdb_train.csv.gz"), arguments.texts)
        write(os.path.join(arguments.work, "texts.csv"), rows, ("review",))
        write(os.path.join(arguments.work, "test.csv"),
              reviews(os.path.join(arguments.data, "imdb_test.csv.gz"), arguments.test))
        seeds = [int(seed) for seed in arguments.seeds.split(",")]
        for seed in seeds:
            drawn = random.Random(seed).sample(rows, len(rows))
            write(os.path.join(arguments.work, "labelled-%d.csv" % seed),
                  balanced(drawn, arguments.labelled))
        table = []
        for start in arguments.starts.split(","):
            found = []
            for seed in seeds:
                found.append(accuracy(arguments, start, seed))
                print("%s, seed %d: %.2f %%" % (start, seed, found[-1]), flush=True)
            table.append((start, found))
        print("\n%-16s %s   mean  deviation" % ("start", " ".join("%6d" % s for s in seeds)))
        for start, found in table:
            print("%-16s %s %6.2f %6.2f" % (start, " ".join("%6.2f" % f for f in found),
                                            statistics.mean(found),
                                            statistics.stdev(found) if len(found) > 1 else 0.0))


if __name__ == "__main__":
    sys.exit(main())
