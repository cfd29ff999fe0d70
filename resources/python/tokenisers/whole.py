"""The whole text as one token."""

# ---- exported ----


def tokens(text):
    return [text] if text else []


def joined(tokens):
    return " ".join(tokens)
