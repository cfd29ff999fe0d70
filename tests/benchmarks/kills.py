#!/usr/bin/python3
"""Kills processes of an elastic training at random moments and compares its curve with that of one process.

    python3 tests/benchmarks/kills.py [--cli build/bin/unroll-cli] [--preset reviews] [--processes 4]
            [--kills 10] [--epochs 4] [--set training.batch_size=64] [--seed 1]

A run loses one process after the other, except for the first; then the next run begins. Printed for each
kill: the update after which it was and the seconds until the next update; for each run: the greatest
difference of the losses of its updates from those of one process. The same is printed of runs without a
kill, with other numbers of processes: these add the same gradients in another order.
"""
import argparse
import json
import os
import random
import signal
import subprocess
import tempfile
import time


def command(arguments, run, processes):
    settings = [part for each in arguments.set for part in ("--set", each)]
    return [arguments.cli, "train", arguments.preset, "--out", run, "--processes", str(processes),
            "--elastic", "--threads", "1", "--json", "--as-written",
            "--set", "training.epochs=%d" % arguments.epochs] + settings


def losses(run):
    """The losses of the updates, by number."""
    with open(os.path.join(run, "events.jsonl")) as file:
        events = [json.loads(line[:line.rindex("}") + 1]) for line in file]
    return {event["step"]: event["loss"] for event in events if event["event"] == "update"}


def report(name, found, expected):
    differences = {step: abs(found[step] - loss) for step, loss in expected.items()}
    early = max(each for step, each in differences.items() if step <= len(expected) // 4)
    print("%s: %d of %d updates; greatest difference %.1e in the first quarter, %.1e in all"
          % (name, len(found), len(expected), early, max(differences.values())), flush=True)


def followers(parent):
    with open("/proc/%d/task/%d/children" % (parent, parent)) as file:
        children = [int(each) for each in file.read().split()]
    found = []
    for each in children:
        with open("/proc/%d/cmdline" % each, "rb") as file:
            if b"\0follow\0" in file.read():
                found.append(each)
    return found


def trained(arguments, run, kills):
    """Trains with up to so many kills. Returns those that were made."""
    process = subprocess.Popen(command(arguments, run, arguments.processes), stdout=subprocess.PIPE,
                               text=True)
    made, step, due = 0, 0, time.monotonic() + random.uniform(0.2, 4)
    killed = None
    for line in process.stdout:
        event = json.loads(line)
        if event["event"] != "update":
            continue
        step = event["step"]
        if killed is not None:
            print("  killed after update %d: update %d came %.1f s later"
                  % (killed[0], step, time.monotonic() - killed[1]), flush=True)
            killed, due = None, time.monotonic() + random.uniform(0.2, 4)
        elif made < min(kills, arguments.processes - 1) and time.monotonic() > due:
            os.kill(random.choice(followers(process.pid)), signal.SIGKILL)
            killed = (step, time.monotonic())
            made += 1
    if process.wait() != 0:
        raise SystemExit("The training ended with exit code %d." % process.returncode)
    return made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", default="build/bin/unroll-cli")
    parser.add_argument("--preset", default="reviews")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        alone = os.path.join(folder, "alone")
        subprocess.run(command(arguments, alone, 1), check=True, stdout=subprocess.DEVNULL)
        expected = losses(alone)
        for processes in range(2, arguments.processes + 1):
            run = os.path.join(folder, "several-%d" % processes)
            subprocess.run(command(arguments, run, processes), check=True, stdout=subprocess.DEVNULL)
            report("%d processes without a kill" % processes, losses(run), expected)
        left, number = arguments.kills, 0
        while left > 0:
            number += 1
            run = os.path.join(folder, str(number))
            made = trained(arguments, run, left)
            report("run %d, %d kills" % (number, made), losses(run), expected)
            if made == 0:
                raise SystemExit("The run was over before anything was killed: more epochs.")
            left -= made


main()
