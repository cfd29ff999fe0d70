"""A token for each grapheme cluster; an export has all ranges of the Unicode version of Unroll."""

# ---- exported ----


import bisect


class CharacterClasses:
    """Which class a character is in, from ranges of code points such as "300-36f 483-489"."""

    def __init__(self, classes):
        self.ranges = sorted(
            tuple(int(end, 16) for end in part.split("-")) + (name,)
            for name, parts in classes.items() for part in parts.split())
        self.starts = [first for first, last, name in self.ranges]

    def of(self, c):
        i = bisect.bisect_right(self.starts, ord(c)) - 1
        return self.ranges[i][2] if i >= 0 and ord(c) <= self.ranges[i][1] else "Other"


BREAKS = CharacterClasses({
    # <BREAK_RANGES>
    "Extend": "300-36f 483-489",
    # </BREAK_RANGES>
})
CONJUNCTS = CharacterClasses({
    # <CONJUNCT_RANGES>
    "Linker": "94d-94d",
    # </CONJUNCT_RANGES>
})


def joins(before, kind):
    """Whether no break is between two classes, by the rules GB3 to GB9b of UAX 29."""
    hard = ("CR", "LF", "Control")
    if before in hard or kind in hard:
        return before == "CR" and kind == "LF"
    return (before == "L" and kind in ("L", "V", "LV", "LVT")
            or before in ("LV", "V") and kind in ("V", "T")
            or before in ("LVT", "T") and kind == "T"
            or kind in ("Extend", "ZWJ", "SpacingMark")
            or before == "Prepend")


def tokens(text):
    """Characters as a reader sees them: extended grapheme clusters (UAX 29)."""
    result = []
    before = "CR"  # nothing joins at the start, as nothing but LF joins CR
    pictograph = False  # a pictograph, what extends it and perhaps a ZWJ stand before (GB11)
    consonant = linker = False  # an Indic consonant, joiners, and a linker among them (GB9c)
    regionals = 0  # halves of flags directly before (GB12, GB13)
    for c in text:
        syllable = 0xAC00 <= ord(c) <= 0xD7A3
        kind = ("LV" if (ord(c) - 0xAC00) % 28 == 0 else "LVT") if syllable else BREAKS.of(c)
        conjunct = CONJUNCTS.of(c)
        joined = result and (
            joins(before, kind)
            or pictograph and before == "ZWJ" and kind == "Pictograph"
            or consonant and linker and conjunct == "Consonant"
            or regionals % 2 == 1 and kind == "Regional")
        if joined:
            result[-1] += c
        else:
            result.append(c)
        pictograph = kind == "Pictograph" or (
            pictograph and kind in ("Extend", "ZWJ") and before != "ZWJ")
        linker = conjunct == "Linker" or linker and conjunct == "Joiner"
        consonant = conjunct == "Consonant" or consonant and conjunct in ("Linker", "Joiner")
        regionals = regionals + 1 if kind == "Regional" else 0
        before = kind
    return result


def joined(tokens):
    return "".join(tokens)
