"""The cleaning step that removes HTML tags."""
import re

# ---- exported ----


def markup_end(text, start):
    """Behind the tag or comment at `start`; `start` itself when it is none."""
    def behind(mark, begin, otherwise):
        found = text.find(mark, begin)
        return otherwise if found < 0 else found + len(mark)

    if not re.compile("<[a-zA-Z/!?]").match(text, start):
        return start
    if text.startswith("<!--", start):
        return behind("-->", start + 4, start)
    end = behind(">", start + 1, start)
    for name in ("script", "style"):
        opens = re.compile("<" + name + "[^0-9A-Za-z]", re.IGNORECASE | re.ASCII)
        if end > start and opens.match(text, start):
            return behind("</" + name + ">", end, end)
    return end


def clean_strip_html(text, options):
    result = []
    i = 0
    while i < len(text):
        end = markup_end(text, i) if text[i] == "<" else i
        result.append(" " if end > i else text[i])
        i = max(end, i + 1)
    return "".join(result)
