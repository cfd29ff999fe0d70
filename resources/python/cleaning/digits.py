"""The cleaning step that replaces digits."""
import unicodedata

# ---- exported ----


def clean_digits(text, options):
    result = []
    in_number = False
    for c in text:
        digit = unicodedata.category(c) == "Nd"
        if not digit:
            result.append(c)
        elif options["replacement"] == "zero":
            result.append("0")
        elif options["replacement"] == "mark" and not in_number:
            result.append("<num>")
        in_number = digit
    return "".join(result)
