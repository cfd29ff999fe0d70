"""Answers to questions as spans of passages."""
import math
import sys

import torch

from ..text.characters import is_word_character
from ..text.clean import clean
from ..text.token_ids import token_ids
from ..text.vocabulary_file import TEXT_BEGIN_ID, TEXT_END_ID, UNKNOWN_ID
from .loading import loaded_network, padded
from .text_module import MAXIMUM_LENGTH

LONGEST_WORDS = 30
MARKED, PARTS = False, True
WORDS = ["words=parts"]

# <CONSTANTS>
LONGEST_ANSWER = LONGEST_WORDS  # words
# </CONSTANTS>

# ---- exported ----


def question_and_passage(text):
    """Divides a text at its first line end or tab, else behind its first question mark."""
    ends = [place for place in (text.find("\n"), text.find("\t")) if place >= 0]
    if ends:
        return text[:min(ends)], text[min(ends) + 1:]
    for place in range(len(text) - 1):
        if text[place] == "?" and text[place + 1] in " \n\t\v\f\r":
            return text[:place + 1], text[place + 2:]
    return "", text


def word_places(text):
    """Words of letters and digits, and each other sign: a list of (begin, end)."""
    words = []
    begin = 0  # of the word that is being read
    for place, sign in enumerate(text + " "):
        if is_word_character(sign):
            continue
        if place > begin:
            words.append((begin, place))
        if not sign.isspace():
            words.append((place, place + 1))
        begin = place + 1
    return words


def word_ids(word):
    """The ids of a word, which is cleaned and divided into tokens by itself: at least one."""
    ids = token_ids(clean(word))
    if MARKED:
        ids = ids[1:-1]
    return ids or [UNKNOWN_ID]


def read_question(text):
    """The ids of a text, the passage, its words (begin, end, first and last token), its start."""
    question, passage = question_and_passage(text)
    if MARKED:
        room = MAXIMUM_LENGTH - 2
    else:
        room = MAXIMUM_LENGTH
    ids = [number for begin, end in word_places(question) for number in word_ids(question[begin:end])]
    ids = ids[:room // 2] + [TEXT_END_ID]
    start, words = len(ids), []
    for begin, end in word_places(passage) or [(0, 0)]:
        tokens = word_ids(passage[begin:end])
        if not words:
            tokens = tokens[:room - len(ids)]
        if len(ids) + len(tokens) > room:
            break
        words.append((begin, end, len(ids), len(ids) + len(tokens) - 1))
        ids += tokens
    return ids, passage, words, start


if PARTS:
    def parts_of(text, count, words):
        """The part of each token: 1 of the question, 2 of the passage, 3 a word of both."""
        question, passage = question_and_passage(text)
        asked = {question[begin:end].lower() for begin, end in word_places(question)}
        parts = [1] * count
        for begin, end, first, last in words:
            for token in range(first, last + 1):
                parts[token] = 3 if passage[begin:end].lower() in asked else 2
        return parts


def scores(texts, rows):
    """The scores [tokens, 2] of start and end for each text, as read_question() gives it."""
    sequences = [row[0] for row in rows]
    if MARKED:
        sequences = [[TEXT_BEGIN_ID] + row + [TEXT_END_ID] for row in sequences]
    ids, lengths = padded(sequences)
    if PARTS:
        known = [parts_of(text, len(row[0]), row[2]) for text, row in zip(texts, rows)]
        if MARKED:
            known = [[0] + row + [0] for row in known]
        parts = padded(known)[0].unsqueeze(2)
    with torch.no_grad():
        found = loaded_network()(ids, lengths, *WORDS)
    if MARKED:
        return [row[1:length - 1] for row, length in zip(found, lengths.tolist())]
    else:
        return [row[:length] for row, length in zip(found, lengths.tolist())]


def distributions(scores_of_tokens, words, start):
    """ln p of each word to be the first and to be the last word of the answer."""
    logs = torch.log_softmax(scores_of_tokens[start:].double(), 0)
    return ([logs[first - start, 0].item() for _, _, first, _ in words],
            [logs[last - start, 1].item() for _, _, _, last in words])


def likeliest_span(starts, ends):
    """The first and the last word of the likeliest answer, and ln of its probability."""
    best = max(((starts[first] + ends[last], -first, -last)
                for first in range(len(starts))
                for last in range(first, min(first + LONGEST_ANSWER, len(ends)))))
    return -best[1], -best[2], best[0]


def predict(texts, batch_size=64):
    """The answer and its probability for each text, which is a question, a tab and a passage."""
    answers = []
    for place in range(0, len(texts), batch_size):
        some = texts[place:place + batch_size]
        rows = [read_question(text) for text in some]
        for found, (_, passage, words, start) in zip(scores(some, rows), rows):
            first, last, log = likeliest_span(*distributions(found, words, start))
            answers.append((passage[words[first][0]:words[last][1]], math.exp(log)))
    return answers


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for text, (answer, probability) in zip(texts, predict(texts)):
        print("%s\t%.4f\t%s" % (answer, probability, text))
