"""The cleaning step that lower-cases texts."""
import unicodedata

# ---- exported ----


def clean_lower_case(text, options):
    """Unicode's lower case, with the rules for the i of the language (SpecialCasing.txt)."""
    def accent_behind(i):
        """Where the first accent above (class 230) of the letter at `i` is, or None."""
        for k in range(i + 1, len(text)):
            if unicodedata.combining(text[k]) in (0, 230):
                return k if unicodedata.combining(text[k]) == 230 else None
        return None

    if not options["language"]:
        return text.lower()
    turkish = {"I": "\u0131", "\u0130": "i"}
    lithuanian = {"\u00cc": "i\u0307\u0300", "\u00cd": "i\u0307\u0301", "\u0128": "i\u0307\u0303"}
    result = []
    dropped = set()
    for i, c in enumerate(text):
        accent = accent_behind(i) if c in "IJ\u012e" else None
        if options["language"] == "tr" and c == "I" and accent and text[accent] == "\u0307":
            dropped.add(accent)
            c = "i"
        elif options["language"] == "tr":
            c = turkish.get(c, c)
        elif options["language"] == "lt":
            c = c.lower() + "\u0307" if accent else lithuanian.get(c, c)
        if i not in dropped:
            result.append(c)
    return "".join(result).lower()
