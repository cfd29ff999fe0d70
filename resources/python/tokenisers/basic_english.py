"""The rules of torchtext's tokeniser basic_english."""
import re

# ---- exported ----


def tokens(text):
    text = re.sub(r"<br />|[;:\s]", " ", text.lower()).replace('"', "")
    return re.sub(r"([.,()!?'])", r" \1 ", text).split()


def joined(tokens):
    """No blank before . , ! ? ) and behind (; apostrophes are contractions or quotes in pairs."""
    text = ""
    clings = True  # what comes next, to what was written
    quoted = False
    for i, token in enumerate(tokens):
        before = token in (".", ",", "!", "?", ")")
        behind = token == "("
        if token == "'":
            joins = 0 < i < len(tokens) - 1 and (
                re.fullmatch("[!-~]", tokens[i - 1]) and tokens[i - 1] not in ".,()!?'<"
                or tokens[i + 1] in ("s", "t", "re", "ve", "ll", "d", "m"))
            before, behind = joins or quoted, joins or not quoted
            quoted = quoted if joins else not quoted
        tag = text.endswith("<br") and token.startswith("/>")
        text += ("" if clings or before else "  " if tag else " ") + token
        clings = behind
    return text
