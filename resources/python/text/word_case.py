"""How a word is capitalised."""
import unicodedata

# ---- exported ----


def word_case(word):
    """How a word is capitalised: 1 lower, 2 first, 3 all, 4 mixed, 5 number, 6 digits, 7 neither."""
    kinds = [unicodedata.category(c) for c in word]
    upper = sum(kind in ("Lu", "Lt") for kind in kinds)
    lower = kinds.count("Ll")
    others = kinds.count("Lm") + kinds.count("Lo")
    if "Nd" in kinds:
        return 5 if upper + lower + others == 0 else 6
    if upper + lower == 0:
        return 7
    if upper == 0:
        return 1
    if kinds[0] in ("Lu", "Lt") and upper == 1:
        return 2
    return 3 if lower == 0 else 4
