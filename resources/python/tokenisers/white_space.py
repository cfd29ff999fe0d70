"""Tokens between white space."""

# ---- exported ----


def tokens(text):
    return text.split()


def joined(tokens):
    return " ".join(tokens)
