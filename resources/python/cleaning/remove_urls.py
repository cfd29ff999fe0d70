"""The cleaning step that replaces web addresses."""
from ..text.characters import replace_matches

# ---- exported ----


def clean_remove_urls(text, options):
    def match(text, start):
        for beginning in ("http://", "https://", "ftp://", "www."):
            behind = start + len(beginning)
            if text[start:behind].lower() != beginning:
                continue
            end = start
            while end < len(text) and text[end] not in "<>\"" and not text[end].isspace():
                end += 1
            while end > start and text[end - 1] in ".,;:!?')]}":
                end -= 1
            if end > behind:
                return end
        return start

    instead = "<url>" if options["replacement"] == "mark" else " "
    return replace_matches(text, "hHfFwW", match, lambda found: instead)
