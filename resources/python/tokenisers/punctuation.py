"""Words and punctuation marks."""
import re

from ..text.characters import is_word_character

# ---- exported ----


def joins_word(before, c, behind):
    """Whether c between two word characters belongs to the word: T-Shirt, don't, 3.5, 10:30."""
    if c in ".,:":
        return before in "0123456789" and behind in "0123456789"
    return c in "-'\u2019" and is_word_character(behind)


def word_end(text, start):
    """Where the word that begins at start ends; start itself when there is none."""
    end = start
    for i in range(start, len(text)):
        if is_word_character(text[i]):
            end = i + 1
        elif end == start or i + 1 == len(text) or not joins_word(
                text[i - 1], text[i], text[i + 1]):
            break
    return end


def divided_at_apostrophes(word):
    """An apostrophe goes with the shorter part, of equals with the one behind: don 't, l' homme."""
    parts = re.split("(['\u2019])", word)
    result = [parts[0]]
    for i in range(1, len(parts), 2):
        if len(parts[i - 1]) < len(parts[i + 1]):
            result[-1] += parts[i]
            result.append(parts[i + 1])
        else:
            result.append(parts[i] + parts[i + 1])
    return result


def tokens(text):
    result = []
    i = 0
    while i < len(text):
        end = word_end(text, i)
        if end > i:
            result += divided_at_apostrophes(text[i:end])
        elif not text[i].isspace():
            result.append(text[i])
        i = max(end, i + 1)
    return result


CLOSING = ".,!?;:%)]}\u2026\u00bb\u201d"
OPENING = "([{#@\u00ab\u00bf\u00a1\u201a\u2018"


def joined(tokens):
    """Written as usual: no blank before . , ! ? ; : and inside quotes and brackets."""
    quotes = {"double": False, "single": False, "low": False}

    def is_word(i):
        return i < len(tokens) and word_end(tokens[i], 0) > 0

    def in_turn(kind):
        quotes[kind] = not quotes[kind]
        return not quotes[kind], quotes[kind]

    def cling(i):
        """Whether there is no blank before token i, and none behind it."""
        token = tokens[i]
        if token in ("'", "\u2019"):
            genitive = i > 0 and is_word(i - 1) and tokens[i - 1][-1] in "sSxXzZ\u00df"
            if not quotes["single"] and (genitive or i + 1 == len(tokens) or token != "'"):
                return True, False
            return in_turn("single")
        if token == '"':
            return in_turn("double")
        if token in ("\u201e", "\u201c"):
            closes = token == "\u201c" and quotes["low"]
            quotes["low"] = token == "\u201e"
            return closes, not closes
        if token == "/":
            between = i > 0 and is_word(i - 1) and is_word(i + 1)
            return between, between
        if token in ("$", "\u00a3", "\u20ac"):
            return False, i + 1 < len(tokens) and tokens[i + 1][0] in "0123456789"
        if len(token) == 1 and token in CLOSING + OPENING:
            return token in CLOSING, token in OPENING
        return token[0] in "'\u2019", token[-1] in "'\u2019"

    text = ""
    clings = True
    for i, token in enumerate(tokens):
        before, behind = cling(i)
        text += ("" if clings or before else " ") + token
        clings = behind
    return text
