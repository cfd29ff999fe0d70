"""The module of a translator."""

TITLE = "LSTM"
SOURCE_LENGTH, TARGET_LENGTH, FACTOR, MARGIN, BOUND = 100, 100, 1.5, 10, 0

# ---- exported ----


"""A trained translator (TITLE), exported by Unroll.

    from model import translate
    translate(["a sentence", "another one"])

or, on the command line, python3 model.py "a sentence". See README.md.
"""
import argparse
# <IMPORTS>
import math
import sys

import torch
# </IMPORTS>
LONGEST_SOURCE = SOURCE_LENGTH  # tokens; what is behind them is not seen
LONGEST_TARGET = TARGET_LENGTH  # the same of a translation that is scored
# A translation has LENGTH_FACTOR x source tokens + LENGTH_MARGIN tokens at most, counting its end
# mark, and no more than the network reaches.
LENGTH_FACTOR = FACTOR
LENGTH_MARGIN = MARGIN
LENGTH_BOUND = BOUND  # 0: the network reaches any length


# ---- From texts to token ids, and back -------------------------------------------------------

# <PREPROCESSING>
from ..text.side import SIDE_CLEAN as source_clean
from ..text.side import SIDE_CLEAN as target_clean
from ..text.side import SIDE_DETOKENISE as target_detokenise
from ..text.side import SIDE_TOKEN_IDS as source_token_ids
from ..text.side import SIDE_TOKEN_IDS as target_token_ids
from ..text.vocabulary_file import UNKNOWN_ID
# </PREPROCESSING>

BEGIN_ID, END_ID = 2, 3
NEVER_WRITTEN = [0, 1, 2]  # padding, unknown, begin


def source_ids(text):
    """The ids that the network is given for a sentence: at least one, at most LONGEST_SOURCE."""
    return source_token_ids(source_clean(text))[:LONGEST_SOURCE] or [UNKNOWN_ID]


def is_empty(text):
    """Whether there is nothing to translate."""
    return not source_token_ids(source_clean(text))


def target_ids(text):
    """The same for a translation, without the marks of begin and end."""
    return target_token_ids(target_clean(text))[:LONGEST_TARGET] or [UNKNOWN_ID]


# ---- The network -----------------------------------------------------------------------------

# <NETWORK>
from .loading import loaded_network, padded
# </NETWORK>


# ---- Translating -----------------------------------------------------------------------------

def longest_translation(source):
    """How many tokens the translation of these ids may have, its end mark included."""
    longest = math.ceil(LENGTH_FACTOR * len(source)) + LENGTH_MARGIN
    return max(1, min(longest, LENGTH_BOUND) if LENGTH_BOUND else longest)


def next_log_probabilities(logits):
    """Log probabilities [rows, vocabulary] of the next token; -inf of what is never written."""
    values = torch.log_softmax(logits, 1)
    values[:, NEVER_WRITTEN] = -math.inf
    return values


@torch.no_grad()
def greedy(sources):
    """Ids of sentences in, ids of their translations out: always the likeliest next token."""
    network = loaded_network()
    state = network.encode(*padded(sources))
    tokens = torch.full([len(sources)], BEGIN_ID)
    written = [[] for _ in sources]
    longest = [longest_translation(source) for source in sources]
    going_on = set(range(len(sources)))
    while going_on:
        logits, state = network.step(state, tokens)
        tokens = next_log_probabilities(logits).argmax(1)
        for row in sorted(going_on):
            token = int(tokens[row])
            if token != END_ID:
                written[row].append(token)
            if token == END_ID or len(written[row]) == longest[row]:
                going_on.remove(row)
    return written


def translate(texts, batch_size=64):
    """The greedy translation of each text; that of an empty text is empty."""
    translations = [""] * len(texts)
    places = [place for place, text in enumerate(texts) if not is_empty(text)]
    for start in range(0, len(places), batch_size):
        batch = places[start:start + batch_size]
        for place, ids in zip(batch, greedy([source_ids(texts[place]) for place in batch])):
            translations[place] = target_detokenise(ids)
    return translations


def successors(hypothesis, width):
    """The likeliest hypotheses with one token more; each is (tokens, log probability, state)."""
    tokens, total, state = hypothesis
    last = torch.tensor([tokens[-1] if tokens else BEGIN_ID])
    logits, state = loaded_network().step(state, last)
    values = next_log_probabilities(logits)[0]
    # One of them may be the end mark, so width + 1 are as many as can be taken.
    values, ids = values.topk(min(width + 1, len(values)))
    return [(tokens + [token], total + value, state)
            for value, token in zip(values.tolist(), ids.tolist()) if value > -math.inf]


@torch.no_grad()
def beam(source, width, length_penalty):
    """Follows the best `width` hypotheses at once; see beam_search().

    Ids in; out come tuples, best first: score, log probability, ids, whether they ended.
    """
    if width < 1:
        raise ValueError("a beam of width %d follows no hypothesis" % width)
    going_on = [([], 0.0, loaded_network().encode(*padded([source])))]
    finished = []
    for length in range(1, longest_translation(source) + 1):
        candidates = []
        for hypothesis in going_on:
            candidates += successors(hypothesis, width)
        # All are equally long, so the penalty of the length would change no rank.
        candidates.sort(key=lambda candidate: -candidate[1])
        kept = []
        for rank, (tokens, total, state) in enumerate(candidates):
            if tokens[-1] != END_ID:
                kept.append((tokens, total, state))
            elif rank < width:
                finished.append((total / length ** length_penalty, total, tokens[:-1], True))
        if kept or finished:
            going_on = kept[:width]
        if not kept or len(finished) >= width:
            break
    cut_off = [] if len(finished) >= width else [
        (total / max(1, len(tokens)) ** length_penalty, total, tokens, False)
        for tokens, total, _ in going_on]
    # A sum without an end mark is no match for one with it.
    return (sorted(finished, key=lambda found: -found[0])
            + sorted(cut_off, key=lambda found: -found[0]))


def beam_search(text, width=5, length_penalty=1.0):
    """The translations of one text that a beam of `width` hypotheses finds, best first.

    In each step all hypotheses are ranked with all possible next tokens. Those of the best `width`
    that end are placed aside, and the best `width` others go on, until `width` have ended.

        score = log probability / T ** length_penalty,   T: tokens, the end mark included

    so that 1 compares means, and 0 sums. For each a dict: "text", its "log_probability" in nats,
    the "score", and "ended", which is False for what was cut off at the maximum length. An empty
    text has none. Written to be read: one hypothesis after another.
    """
    return [] if is_empty(text) else [{"text": target_detokenise(ids), "log_probability": total, "score": score,
             "ended": ended}
            for score, total, ids, ended in beam(source_ids(text), width, length_penalty)]


@torch.no_grad()
def log_probabilities(source, target):
    """For each token of `target`, and the end mark behind them: its log probability in nats, given
    the text `source` and the tokens of `target` before it."""
    ids = torch.tensor([[BEGIN_ID] + target_ids(target) + [END_ID]])
    logits = loaded_network()(*padded([source_ids(source)]), ids)
    values = torch.log_softmax(logits[0], 1)  # [tokens, vocabulary]
    return values.gather(1, ids[0, 1:].unsqueeze(1)).squeeze(1).tolist()


def score(source, target):
    """The log probability in nats of the translation `target` of `source`."""
    return sum(log_probabilities(source, target))


def main():
    parser = argparse.ArgumentParser(description="Translates one sentence a line.")
    parser.add_argument("sentences", nargs="*", help="none: the lines of standard input")
    parser.add_argument("--beam", type=int, metavar="WIDTH", help="beam search in place of greedy")
    parser.add_argument("--length-penalty", type=float, default=1.0, metavar="A",
                        help="of the beam: 1 compares means, 0 sums (default: %(default)s)")
    arguments = parser.parse_args()
    texts = arguments.sentences or [line.rstrip("\n") for line in sys.stdin]
    if arguments.beam is None:
        translations = translate(texts)
    else:
        found = [beam_search(text, arguments.beam, arguments.length_penalty) for text in texts]
        translations = [best[0]["text"] if best else "" for best in found]
    for translation in translations:
        print(translation.replace("\n", " "))


if __name__ == "__main__":
    main()
