#!/usr/bin/python3
"""What a bidirectional language model is worth as a start: parts of speech from few tagged sentences.

    python3 tests/benchmarks/few_tags.py DATA [--cli build/bin/unroll-cli] [--seeds 1,2,3]
            [--starts nothing,lstm,vectors,both_sides] [--labelled 200] [--work FOLDER] [--threads 1]

DATA has en_ewt-ud-train.conllu.gz and en_ewt-ud-test.conllu.gz. Without their tags all training
sentences are learnt by a bidirectional language model (preset upos-both-sides); a tagger (preset
upos-few-labels) learns from a few of them with their tags, and is tested on all test sentences. The
starts:

    nothing     the tagger with fresh weights
    lstm        the same with a bidirectional LSTM of as many layers and features
    vectors     the tagger with word vectors (skip-gram) of the training sentences
    both_sides  the tagger, started from the bidirectional language model

Each seed draws other tagged sentences, of which a fifth choose the best epoch, and other weights of
the tagger; what it starts from is learnt once. Runs that exist in the working folder are not trained
again.
"""
import argparse
import gzip
import os
import random
import re
import statistics
import subprocess
import tempfile

STARTS = ["nothing", "lstm", "vectors", "both_sides"]


def sentences(path):
    """Lists of (word, tag)."""
    found, words = [], []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            columns = line.rstrip("\n").split("\t")
            if columns[0].isdigit():
                words.append((columns[1].replace(" ", ""), columns[3]))
            elif len(columns) == 1 and not columns[0] and words:
                found.append(words)
                words = []
    return found


def write_tagged(path, tagged):
    with open(path, "w", encoding="utf-8") as file:
        for words in tagged:
            file.write("".join("%s\t%s\n" % pair for pair in words) + "\n")


def train(arguments, name, preset, data, settings):
    """The run folder, and what the program printed."""
    run, log = (os.path.join(arguments.work, name + end) for end in ("", ".log"))
    if not os.path.exists(log):
        command = [arguments.cli, "train", preset, "--as-written", "--out", run,
                   "--threads", str(arguments.threads)] + data
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise SystemExit("%s failed:\n%s" % (name, done.stdout[-3000:]))
        with open(log, "w", encoding="utf-8") as file:
            file.write(done.stdout)
    with open(log, encoding="utf-8") as file:
        return run, file.read()


def started(arguments, start):
    """Settings of the tagger: what it starts from."""
    texts = os.path.join(arguments.work, "texts.txt")
    data = ["--data", texts]
    settings = ["data.valid_fraction=0.03"]
    if start == "lstm":
        return ["model.network.kind=lstm", "model.network.hidden_size=128",
                "model.network.layers=2", "model.network.dropout=0.5"]
    if start == "vectors":
        run, _ = train(arguments, "vectors", "word2vec", data, settings + [
            "text.tokeniser.kind=white_space",
            "text.cleaning=[{\"kind\":\"lower_case\"}]", "text.minimum_frequency=2",
            "model.embedding.dimension=128", "training.batch_size=64"])
        vectors = run + ".vec"
        if not os.path.exists(vectors):
            subprocess.run([arguments.cli, "export", run, "--format", "vectors_word2vec_text",
                            "--out", vectors], check=True, stdout=subprocess.DEVNULL)
        return ["model.embedding.vectors=" + vectors, "model.embedding.file_words=true"]
    if start == "both_sides":
        run, log = train(arguments, "both-sides", "upos-both-sides", data,
                         settings)
        print([line for line in log.splitlines() if line.startswith("Test")
               or line.startswith("epoch")][-1], flush=True)
        return ["model.start.from=" + run]
    return []


def accuracy(arguments, start, seed):
    labelled = os.path.join(arguments.work, "tagged-%d.conll" % seed)
    _, log = train(arguments, "tagger-%s-%d" % (start, seed), "upos-few-labels",
                   ["--data", labelled, "--test", os.path.join(arguments.work, "test.conll")],
                   ["data.valid_fraction=0.2", "training.seed=%d" % seed]
                   + started(arguments, start))
    return float(re.search(r"Test:.*?accuracy of tokens ([\d.]+) %", log).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("--cli", default="build/bin/unroll-cli")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--starts", default=",".join(STARTS))
    parser.add_argument("--labelled", type=int, default=200)
    parser.add_argument("--work", default=None)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        arguments.work = os.path.abspath(arguments.work or temporary)
        os.makedirs(arguments.work, exist_ok=True)
        known = sentences(os.path.join(arguments.data, "en_ewt-ud-train.conllu.gz"))
        with open(os.path.join(arguments.work, "texts.txt"), "w", encoding="utf-8") as file:
            for words in known:
                file.write(" ".join(word for word, _ in words) + "\n")
        write_tagged(os.path.join(arguments.work, "test.conll"),
                     sentences(os.path.join(arguments.data, "en_ewt-ud-test.conllu.gz")))
        seeds = [int(seed) for seed in arguments.seeds.split(",")]
        for seed in seeds:
            write_tagged(os.path.join(arguments.work, "tagged-%d.conll" % seed),
                         random.Random(seed).sample(known, arguments.labelled))
        for start in arguments.starts.split(","):
            found = [accuracy(arguments, start, seed) for seed in seeds]
            print("%-12s %s  mean %.2f %%" % (start, " ".join("%6.2f" % f for f in found),
                                              statistics.mean(found)), flush=True)


if __name__ == "__main__":
    main()
