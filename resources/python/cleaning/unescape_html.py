"""The cleaning step that replaces HTML entities."""
import html.entities
import re

from ..text.characters import character

# ---- exported ----


def entity_at(text, start):
    """(character, end) of an entity whose name begins at `start`, or None."""
    match = re.compile("(#?[0-9A-Za-z]*);").match(text, start)
    if not match or not 0 < len(match.group(1)) <= 10:
        return None
    name = match.group(1)
    if name[0] != "#":
        code = 0x27 if name == "apos" else html.entities.name2codepoint.get(name)
        return None if code is None else (chr(code), match.end())
    digits = re.fullmatch("#(?:[xX]([0-9a-fA-F]+)|([0-9]+))", name)
    if not digits:
        return None
    code = int(digits.group(1), 16) if digits.group(1) else int(digits.group(2))
    if 0x80 <= code <= 0x9F:  # pages written in Windows-1252
        try:
            return bytes([code]).decode("cp1252"), match.end()
        except UnicodeDecodeError:
            pass
    return character(code or 0xFFFD), match.end()


def broken_entity_at(text, start):
    names = ("quot;", "amp;", "lt;", "gt;", "nbsp;", "apos;", "#")
    return entity_at(text, start) if text.startswith(names, start) else None


def clean_unescape_html(text, options):
    result = []
    i = 0
    while i < len(text):
        found = None
        if text[i] == "&":
            found = entity_at(text, i + 1)
        elif options["broken"] and text[i] == " ":
            found = broken_entity_at(text, i + 1)
        elif options["broken"] and i == 0:
            found = broken_entity_at(text, 0)
        result.append(found[0] if found else text[i])
        i = found[1] if found else i + 1
    return "".join(result)
