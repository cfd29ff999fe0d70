#!/usr/bin/python3
"""The speed of training in several processes of one thread against one process of one thread.

    python3 tests/benchmarks/processes.py [--cli build/bin/unroll-cli] [--processes 2] [--turns 3]
            [--updates 24] [--cases network,tagger,translator,language_model]

The numbers of processes run in turn. Printed for each case: the median milliseconds of an update with
each (the first quarter of the updates is left out), and the ratio of the medians.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile

COMMON = ["--threads", "1", "--set", "training.epochs=1000", "--set", "training.patience=0",
          "--set", "training.checkpoint_seconds=0", "--as-written"]
CASES = {
    "network": ["reviews", "--set", "model.network.hidden_size=256", "--set", "model.network.layers=2",
                "--set", "training.batch_size=256"],
    "tagger": ["pos", "--set", "model.network.hidden_size=320", "--set", "training.batch_size=128"],
    "translator": ["grammar", "--set", "model.embedding.dimension=256", "--set",
                   "model.network.feed_forward_size=1024", "--set", "training.batch_size=256"],
    "language_model": ["stories", "--set", "model.network.hidden_size=320", "--set",
                       "training.batch_size=64"],
}


def milliseconds(cli, case, processes, updates):
    with tempfile.TemporaryDirectory() as folder:
        run = os.path.join(folder, "run")
        subprocess.run([cli, "train"] + CASES[case] + COMMON
                       + ["--processes", str(processes), "--out", run,
                          "--set", "training.maximum_updates=%d" % updates],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(os.path.join(run, "events.jsonl")) as file:
            events = [json.loads(line[:line.rindex("}") + 1]) for line in file]
    seconds = [event["seconds"] for event in events if event["event"] == "update"]
    steps = [1000 * (b - a) for a, b in zip(seconds, seconds[1:])]
    return statistics.median(steps[len(steps) // 4:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", default="build/bin/unroll-cli")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--updates", type=int, default=24)
    parser.add_argument("--cases", default=",".join(CASES))
    arguments = parser.parse_args()
    for case in arguments.cases.split(","):
        found = {1: [], arguments.processes: []}
        for _ in range(arguments.turns):
            for processes in found:
                found[processes].append(milliseconds(arguments.cli, case, processes,
                                                     arguments.updates))
        one, several = (statistics.median(found[each]) for each in found)
        print("%-16s 1: %7.1f ms  %d: %7.1f ms  ratio %.2f"
              % (case, one, arguments.processes, several, one / several), flush=True)


if __name__ == "__main__":
    main()
