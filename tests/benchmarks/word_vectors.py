#!/usr/bin/python3
"""Word vectors measured against Debian's program fasttext on the same text and settings.

    python3 tests/benchmarks/word_vectors.py TEXT [--cli build/bin/unroll-cli] [--turns 3]
            [--threads 1,2] [--cases skipgram,subwords,cbow]

TEXT has a passage of words, separated by blanks, on each line. The programs run in turn, each with
another seed in each turn. Printed for each: words a second and thread by its own count (the median of
the turns), seconds of the processor and largest resident memory.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import tempfile

CASES = {"skipgram": ("skip_gram", "skipgram", 0), "subwords": ("skip_gram", "skipgram", 6),
         "cbow": ("cbow", "cbow", 0), "cbow_subwords": ("cbow", "cbow", 6)}
DIMENSION, EPOCHS, BUCKETS, RATE = 100, 5, 2000000, 0.05


def measured(command):
    """Output, processor seconds and largest resident memory (MB) of a program."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if status != 0:
        raise SystemExit("%s ended with %d:\n%s" % (command[0], status, text[-2000:]))
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def fasttext(text, case, threads, seed, folder):
    name = os.path.join(folder, "fasttext")
    longest = CASES[case][2]
    output, seconds, memory = measured(
        ["fasttext", CASES[case][1], "-input", text, "-output", name, "-dim", str(DIMENSION),
         "-epoch", str(EPOCHS), "-minCount", "5", "-maxn", str(longest), "-lr", str(RATE),
         "-bucket", str(BUCKETS if longest else 0), "-thread", str(threads), "-seed", str(seed)])
    speeds = re.findall(r"words/sec/thread: +(\d+)", output)
    return float(speeds[-1]), seconds, memory, name + ".vec"


def unroll(text, case, threads, seed, folder, cli):
    spec = {"name": "unroll", "task": {"kind": "word_vectors"},
            "data": {"train": [os.path.abspath(text)], "valid_fraction": 0.0},
            "text": {"tokeniser": {"kind": "white_space"}, "minimum_frequency": 5,
                     "vocabulary_size": 1000000},
            "model": {"network": {"kind": CASES[case][0], "maximum_ngram": CASES[case][2],
                                  "buckets": BUCKETS},
                      "embedding": {"dimension": DIMENSION}},
            "training": {"epochs": EPOCHS, "batch_size": 64, "threads": threads, "seed": seed,
                         "keep_epochs": "none",
                         "optimiser": {"kind": "sgd", "learning_rate": RATE},
                         "schedule": {"kind": "linear_warmup", "warm_up": 0, "final_share": 0}}}
    path = os.path.join(folder, "unroll.unroll")
    with open(path, "w") as file:
        json.dump(spec, file)
    run = os.path.join(folder, "run-%s-%d-%d" % (case, threads, seed))
    _, seconds, memory = measured([cli, "train", path, "--out", run])
    with open(os.path.join(run, "events.jsonl")) as events:
        last = [e for e in map(json.loads, events) if "tokens_per_second" in e][-1]
    return last["tokens"] / last["seconds"] / threads, seconds, memory, run


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("text")
    parser.add_argument("--cli", default="build/bin/unroll-cli")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--threads", default="1")
    parser.add_argument("--cases", default="skipgram,subwords,cbow")
    arguments = parser.parse_args()
    for case in arguments.cases.split(","):
        for threads in map(int, arguments.threads.split(",")):
            found = {"fasttext": [], "unroll": []}
            with tempfile.TemporaryDirectory() as folder:
                for turn in range(arguments.turns):
                    found["fasttext"].append(
                        fasttext(arguments.text, case, threads, turn, folder))
                    found["unroll"].append(
                        unroll(arguments.text, case, threads, turn, folder, arguments.cli))
            for program, turns in found.items():
                speed, seconds, memory = (statistics.median(t[i] for t in turns) for i in range(3))
                print("%-14s %d thread(s)  %-9s %8.0f words/s/thread  %6.1f s  %6.0f MB"
                      % (case, threads, program, speed, seconds, memory), flush=True)


if __name__ == "__main__":
    main()
