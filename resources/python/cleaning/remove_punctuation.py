"""The cleaning step that removes punctuation."""
import unicodedata

# ---- exported ----


def is_punctuation(c):
    """Punctuation of any script and the ASCII symbols."""
    if c >= "\x80":
        return unicodedata.category(c)[0] == "P"
    return " " < c < "0" or "9" < c < "A" or "Z" < c < "a" or "z" < c < "\x7f"


def clean_remove_punctuation(text, options):
    instead = " " if options["replacement"] == "space" else ""
    return "".join(instead if is_punctuation(c) and c not in options["keep"] else c for c in text)
