"""Compares our BLEU and chrF with the definitions of sacreBLEU 2 (Post, 2018), written down here as
its documentation and papers have them, with one and with several references: FOLDER with a JSON file
for each case. Prints one line a case; ends with 1 where a number differs by more than 1e-6."""
import json
import math
import pathlib
import re
import sys
from collections import Counter

LIMIT = 1e-6


def tokens_13a(text):
    """mteval-v13a's language-independent part, then its rules for Western languages."""
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, mark in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(entity, mark)
    text = f" {text} "
    for rule, replacement in (
        (r"([\{-\~\[-\` -\&\(-\+\:-\@\/])", r" \1 "),
        (r"([^0-9])([\.,])", r"\1 \2 "),
        (r"([\.,])([^0-9])", r" \1 \2"),
        (r"([0-9])(-)", r"\1 \2 "),
    ):
        text = re.sub(rule, replacement, text)
    return text.split()


def grams(symbols, order):
    return Counter(tuple(symbols[i:i + order]) for i in range(len(symbols) - order + 1))


def bleu(hypotheses, references, effective):
    matches, totals, length, reference_length = [0] * 4, [0] * 4, 0, 0
    for hypothesis, others in zip(hypotheses, references):
        mine = tokens_13a(hypothesis)
        theirs = [tokens_13a(each) for each in others]
        length += len(mine)
        reference_length += min((abs(len(each) - len(mine)), len(each)) for each in theirs)[1]
        for order in range(1, 5):
            largest = Counter()
            for each in theirs:
                largest |= grams(each, order)
            own = grams(mine, order)
            matches[order - 1] += sum((own & largest).values())
            totals[order - 1] += sum(own.values())
    penalty = 1.0
    if length < reference_length:
        penalty = math.exp(1 - reference_length / length) if length > 0 else 0.0
    if not any(matches):
        return 0.0
    smoothing, logs, orders = 1.0, 0.0, 0
    for match, total in zip(matches, totals):
        if total == 0:
            break
        orders += 1
        if match == 0:
            smoothing *= 2
            logs += math.log(100.0 / (smoothing * total))
        else:
            logs += math.log(100.0 * match / total)
    if orders < 4 and not effective:
        return 0.0
    return penalty * math.exp(logs / orders)


def chrf_statistics(hypothesis, reference):
    mine, other = ("".join(text.split()) for text in (hypothesis, reference))
    statistics = []
    for order in range(1, 7):
        own, theirs = grams(mine, order), grams(other, order)
        statistics.append((sum(own.values()) if theirs else 0, sum(theirs.values()),
                           sum((own & theirs).values())))
    return statistics


def f_score(statistics, beta=2):
    precision = recall = 0.0
    orders = 0
    for hypothesis, reference, match in statistics:
        if hypothesis > 0 and reference > 0:
            precision += match / hypothesis
            recall += match / reference
            orders += 1
    if orders == 0 or precision + recall == 0:
        return 0.0
    precision, recall = precision / orders, recall / orders
    return 100 * (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def chrf(hypotheses, references):
    sums = [(0, 0, 0)] * 6
    for hypothesis, others in zip(hypotheses, references):
        best = max((chrf_statistics(hypothesis, each) for each in others), key=f_score)
        sums = [tuple(map(sum, zip(*pair))) for pair in zip(sums, best)]
    return f_score(sums)


def main(folder):
    worst = 0.0
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        hypotheses, references = case["hypotheses"], case["references"]
        expected = {"bleu": bleu(hypotheses, references, False), "chrf": chrf(hypotheses, references)}
        apart = max(abs(case[name] - number) for name, number in expected.items())
        for i, (one, others) in enumerate(zip(hypotheses, references)):
            apart = max(apart, abs(case["sentence_bleu"][i] - bleu([one], [others], True)),
                        abs(case["sentence_chrf"][i] - chrf([one], [others])))
        print(f"{path.stem}: {apart:.1e}")
        worst = max(worst, apart)
    return 1 if worst > LIMIT else 0


sys.exit(main(sys.argv[1]))
