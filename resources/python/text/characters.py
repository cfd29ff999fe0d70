"""What the cleaning steps have in common."""
import unicodedata

# ---- exported ----


def character(code):
    """The character of a code point; U+FFFD for what is none."""
    valid = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if valid else "\ufffd"


def is_word_character(c):
    """Letters, digits and combining marks of any script, and the underscore."""
    return c == "_" or unicodedata.category(c) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc")


def replace_matches(text, first, match, replacement):
    """Replaces what match(text, start) -> end finds at the beginning of a word.

    Only the characters of `first` can begin a match.
    """
    result = []
    i = 0
    while i < len(text):
        possible = text[i] in first and not (i > 0 and is_word_character(text[i - 1]))
        end = match(text, i) if possible else i
        if end > i:
            result.append(replacement(text[i:end]))
            i = end
        else:
            result.append(text[i])
            i += 1
    return "".join(result)


def signed_word(sign):
    """A match, for replace_matches(), of a sign and a word behind it that has a letter."""
    def match(text, start):
        end = start + 1
        while end < len(text) and is_word_character(text[end]):
            end += 1
        return end if text[start] == sign and any(c > "9" for c in text[start + 1:end]) else start
    return match
