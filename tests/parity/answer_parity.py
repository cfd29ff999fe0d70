"""Exact match and F1 of answers as SQuAD's definition has them, by Python's own means.

usage: answer_parity.py FOLDER. Each case NAME.json has answers, references, and what Unroll found:
normalised, exact and f1.
"""
import collections
import json
import pathlib
import re
import string
import sys


def words(answer):
    letters = "".join(c for c in answer.lower() if c not in set(string.punctuation))
    return re.sub(r"\b(a|an|the)\b", " ", letters).split()


def f1(answer, reference):
    common = sum((collections.Counter(answer) & collections.Counter(reference)).values())
    if common == 0:
        return 0.0
    precision, recall = common / len(answer), common / len(reference)
    return 2 * precision * recall / (precision + recall)


def main(folder):
    wrong = False
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        exact = apart = 0
        for i, (answer, references) in enumerate(zip(case["answers"], case["references"])):
            own = words(answer)
            same = max(float(own == words(each)) for each in references)
            best = max(f1(own, words(each)) for each in references)
            if " ".join(own) != case["normalised"][i] or same != case["exact"][i]:
                print(repr(answer), own, case["normalised"][i], same, case["exact"][i],
                      file=sys.stderr)
                wrong = True
            apart = max(apart, abs(best - case["f1"][i]))
            exact += same
        print(f"{path.stem}: {len(case['answers'])} answers, {exact:.0f} exact, {apart:.1e}")
        wrong = wrong or apart > 1e-12 or exact == 0
    return 1 if wrong else 0


sys.exit(main(sys.argv[1]))
