"""The numbers of kneser_ney_test.cpp, from the definitions: python3 kneser_ney_golden.py

Chen and Goodman (1999), section 4.1.6, with dictionaries of whole n-grams, one at a time. Nothing
of the program's way of counting is used."""
import math
from collections import Counter, defaultdict


def drawn(seed, count, kinds):
    """A skewed random text, the same as the test's."""
    ids = []
    for _ in range(count):
        pair = []
        for _ in range(2):
            seed = (seed * 1103515245 + 12345) % 2**31
            pair.append((seed >> 16) % kinds)
        ids.append(4 + min(pair))
    return ids


def grams(sequences, length, order, begin):
    for sequence in sequences:
        padded = [begin] * (order - 1) + sequence
        for end in range(order, len(padded) + 1):
            yield tuple(padded[end - length:end])


class Model:
    def __init__(self, sequences, order, outcomes, begin):
        self.order, self.outcomes, self.begin = order, outcomes, begin
        self.counts = {order: Counter(grams(sequences, order, order, begin))}
        for length in range(order - 1, 0, -1):
            before = defaultdict(set)
            for gram in set(grams(sequences, length + 1, order, begin)):
                before[gram[1:]].add(gram[0])
            self.counts[length] = Counter({gram: len(left) for gram, left in before.items()})
        self.discounts = {length: self.discount(length) for length in self.counts}

    def discount(self, length):
        n = Counter(self.counts[length].values())
        y = n[1] / (n[1] + 2 * n[2]) if n[1] else 0.75
        if not all(n[c] for c in (1, 2, 3, 4)):
            return [min(y, 0.75)] * 3
        return [min(max(c - (c + 1) * y * n[c + 1] / n[c], 0), c) for c in (1, 2, 3)]

    def p(self, context, token):
        if not context and context is None:
            return 1 / self.outcomes
        length = len(context) + 1
        lower = self.p(context[1:] if context else None, token)
        here = {gram: c for gram, c in self.counts[length].items() if gram[:-1] == tuple(context)}
        if not here:
            return lower
        d = lambda c: self.discounts[length][min(c, 3) - 1]
        c = here.get(tuple(context) + (token,), 0)
        kept = sum(d(each) for each in here.values())
        return ((c - d(c) if c else 0) + kept * lower) / sum(here.values())

    def nats(self, sequence):
        padded = [self.begin] * (self.order - 1) + sequence
        return [-math.log(self.p(tuple(padded[i:i + self.order - 1]), padded[i + self.order - 1]))
                for i in range(len(sequence))]


for order, kinds, lines in ((1, 9, 1), (2, 9, 3), (3, 9, 3), (3, 40, 20), (4, 9, 1)):
    text = drawn(order * 100 + kinds, 300, kinds)
    size = len(text) // lines
    sequences = [text[i * size:(i + 1) * size] for i in range(lines)]
    model = Model(sequences, order, kinds + 2, 3)
    nats = model.nats(drawn(7, 30, kinds + 1))
    print(f"{{{order}, {kinds}, {lines}, {sum(nats):.12f}, {nats[5]:.12f}, {nats[29]:.12f}}},",
          "// modified" if len(set(model.discounts[order])) > 1 else "// plain")
