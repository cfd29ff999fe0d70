"""The cleaning step that replaces escapes with backslashes."""
import re

from ..text.characters import character

# ---- exported ----


def clean_unescape_backslashes(text, options):
    escapes = options["letters"] == "escapes"
    controls = {"n": "\n", "t": "\t", "r": "\r"}

    def meaning(match):
        lead, trail, four, eight, two, after = match.groups()
        if lead:
            high, low = int(lead, 16) - 0xD800, int(trail, 16) - 0xDC00
            return character(0x10000 + (high << 10) + low)
        if four or eight or two:
            return character(int(four or eight or two, 16))
        if after is None:
            return " "
        if escapes and after in controls:
            return controls[after]
        if not escapes and after == "\\":
            return " "
        if after >= "\x80" or after.isalnum():
            return " " + after
        return after

    digit = "[0-9a-fA-F]"
    pattern = (r"\\(?:(?:u|U0000)([dD][89abAB]%s{2})\\u([dD][c-fC-F]%s{2})"
               r"|u(%s{4})|U(%s{8})|x(%s{2})|(.))?") % ((digit,) * 5)
    return re.sub(pattern, meaning, text, flags=re.DOTALL)
