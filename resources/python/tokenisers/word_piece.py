"""BERT's words and their longest pieces: Devlin et al. (2018), arXiv:1810.04805, tokenization.py."""
import unicodedata

from ..text.vocabulary import VOCABULARY
from ..text.vocabulary_file import TEXT_BEGIN_ID, TEXT_END_ID, UNKNOWN_ID

# ---- exported ----


# <READ_MODEL>
PIECE_MODEL = {
    "normalizer": {"lowercase": True, "strip_accents": True, "handle_chinese_chars": True},
    "model": {"vocab": {"<unk>": 1, "don": 4, "##e": 5}, "max_input_chars_per_word": 100}}
# </READ_MODEL>
BERT_RULES = PIECE_MODEL["normalizer"]
WORD_PIECES = PIECE_MODEL["model"]["vocab"]
LONGEST_WORD = PIECE_MODEL["model"]["max_input_chars_per_word"]
CHINESE = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF),
           (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0x2F800, 0x2FA1F))


def is_chinese(c):
    return any(first <= ord(c) <= last for first, last in CHINESE)


def is_punctuation(c):
    """All ASCII characters but letters, digits and white space; Unicode's punctuation."""
    return "!" <= c <= "~" and not c.isalnum() or unicodedata.category(c).startswith("P")


def words_of(text):
    """Words and punctuation marks, lower-cased and without accents as the model wants them."""
    text = "".join(
        " " + c + " " if BERT_RULES["handle_chinese_chars"] and is_chinese(c) else c
        for c in text if c in "\t\n\r" or (
            c != "\ufffd" and unicodedata.category(c) not in ("Cc", "Cf")))
    if BERT_RULES["lowercase"]:
        text = text.lower()
    if BERT_RULES["strip_accents"]:
        text = "".join(c for c in unicodedata.normalize("NFD", text)
                       if unicodedata.category(c) != "Mn")
    return "".join(" " + c + " " if is_punctuation(c) else c for c in text).split()


def pieces_of(word):
    """The longest piece first, from left to right; the word itself where none fits."""
    pieces = []
    start = 0
    while start < len(word) <= LONGEST_WORD:
        end = len(word)
        mark = "##" if start else ""
        while end > start and mark + word[start:end] not in WORD_PIECES:
            end -= 1
        if end == start:
            return [word]
        pieces.append(mark + word[start:end])
        start = end
    return pieces or [word]


def tokens(text):
    return [piece for word in words_of(text) for piece in pieces_of(word)]


def token_ids(text):
    """The ids of all tokens of a cleaned text, between the marks where the model has them."""
    ids = [VOCABULARY.get(token, UNKNOWN_ID) for token in tokens(text)]
    return [TEXT_BEGIN_ID] + ids + [TEXT_END_ID] if PIECE_MODEL.get("post_processor") else ids


def joined(tokens):
    """Pieces of a word put together; no blank before closing marks and behind opening ones."""
    text = ""
    clings = True  # the next token, to the text so far
    for token in tokens:
        if len(token) > 2 and token.startswith("##"):
            text += token[2:]
            clings = False
            continue
        closes = len(token) == 1 and token in ".,!?;:)]}%"
        text += ("" if clings or closes else " ") + token
        clings = len(token) == 1 and token in "([{"
    return text
