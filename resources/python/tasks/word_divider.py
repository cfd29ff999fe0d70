"""Divides texts into words as the training data of a tagger do."""
import math

from ..text.characters import is_word_character
from ..text.clean import clean
from ..text.vocabulary import VOCABULARY
from ..text.vocabulary_file import SPECIAL_TOKENS, UNKNOWN_ID

# ---- exported ----


LONGEST_CHUNK = 100  # Longer ones are no words; dividing them would take long.
UNSEEN = {"alone": 0.0, "begins": 0.0, "ends": 0.0, "inside": 0.0, "repeats": 0.0}


def learnt_places():
    """How often a mark stands where in the words of the vocabulary, which count by their ranks."""
    places = {}
    for word, number in VOCABULARY.items():
        weight = 1.0 / (number - SPECIAL_TOKENS + 1)
        is_word = [is_word_character(sign) for sign in word] + [False]
        for i, sign in enumerate(word):
            if is_word[i]:
                continue
            of_sign = places.setdefault(sign, dict(UNSEEN))
            before, behind = i > 0 and is_word[i - 1], is_word[i + 1]
            of_sign["alone"] += weight if len(word) == 1 else 0.0
            of_sign["begins"] += weight if i == 0 and behind else 0.0
            of_sign["ends"] += weight if i + 1 == len(word) and before else 0.0
            of_sign["inside"] += weight if before and behind else 0.0
            of_sign["repeats"] += weight if i > 0 and word[i - 1] == sign else 0.0
    return places


PLACES = learnt_places()


def places_of(sign):
    """Hyphens and apostrophes that no word has belong to words, other marks stand alone."""
    return PLACES.get(sign, dict(UNSEEN, inside=1.0 if sign in "-'\u2019" else 0.0))


def may_join_in_word(sign, whole, ends):
    """Whether a mark between two letters belongs to both, or else to those before or behind it."""
    places = places_of(sign)
    # Sentences rarely end between two letters: that a point stands alone tells nothing here.
    alone = 0.0 if sign in ".,:" else places["alone"]
    most = max(alone, places["begins"], places["ends"], places["inside"])
    if whole:
        return places["inside"] == most > 0.0
    side = places["ends" if ends else "begins"]
    return side == most > 0.0 and side > alone


def divided_chunk(chunk):
    """The words of what stands between white space: the cheapest way through it."""
    never = float("inf")
    size = len(chunk)
    is_word = [is_word_character(sign) for sign in chunk]

    def known_cost(begin, end):
        """Of a word of the vocabulary: with equally many words, more frequent ones cost less."""
        number = VOCABULARY.get(clean(chunk[begin:end]), UNKNOWN_ID)
        return never if number == UNKNOWN_ID else 1.0 + 0.01 * math.log(number)

    def is_inside_word(place):
        return 0 < place < size and is_word[place - 1] and is_word[place]

    def is_known_and_mixed(begin, end):
        """Of letters and marks: "n't"."""
        mixed = any(is_word[begin:end]) and not all(is_word[begin:end])
        return mixed and known_cost(begin, end) < never

    def ends_before_mixed(place):
        return any(is_known_and_mixed(place, end) for end in range(place + 1, size + 1))

    def may_join(begin, place, end):
        """Whether the signs before and at place belong together in an unknown word."""
        mark = place - 1 if is_word[place] else place
        if not is_word[place - 1] and not is_word[place]:
            return chunk[place - 1] == chunk[place] and places_of(chunk[mark])["repeats"] > 0.0
        if not (0 < mark < size - 1 and is_word[mark - 1] and is_word[mark + 1]):
            places = places_of(chunk[mark])
            if mark == place:
                return mark + 1 == end and places["ends"] > places["alone"]
            return mark == begin and places["begins"] > places["alone"]
        whole = begin < mark < end - 1
        figures = "0123456789"
        if chunk[mark - 1] in figures and chunk[mark + 1] in figures and chunk[mark] in ".,:":
            return whole
        return may_join_in_word(chunk[mark], whole, mark + 1 == end)

    def cost_of(begin, end):
        divides = is_inside_word(begin) or (is_inside_word(end) and not ends_before_mixed(end))
        if divides and not is_known_and_mixed(begin, end):
            return never
        known = known_cost(begin, end)
        joints = [place for place in range(begin + 1, end) if not is_inside_word(place)]
        if known < never:
            return known
        if not all(may_join(begin, place, end) for place in joints):
            return never
        return 1.5 + 0.1 * len(joints)

    costs, origins = [0.0] + [never] * size, [0] * (size + 1)
    for begin in range(size):
        for end in range(begin + 1, size + 1 if costs[begin] < never else begin):
            cost = costs[begin] + cost_of(begin, end)
            if cost < costs[end]:
                costs[end], origins[end] = cost, begin
    tokens = []
    while size > 0:
        tokens.insert(0, chunk[origins[size]:size])
        size = origins[size]
    return tokens


def divided(text):
    """Divides a text that nobody has divided as the training data are, by the words it knows."""
    tokens = []
    for chunk in text.split():
        if "://" in chunk or chunk.startswith("www."):  # An address stays whole.
            end = len(chunk.rstrip(".,;:!?)]}\"'")) or len(chunk)
            tokens.append(chunk[:end])
            chunk = chunk[end:]
        for i in range(0, len(chunk), LONGEST_CHUNK):
            tokens += divided_chunk(chunk[i:i + LONGEST_CHUNK])
    return tokens
