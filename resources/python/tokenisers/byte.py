"""A token for each byte."""

# ---- exported ----


def tokens(text):
    return [chr(b) if 0x20 <= b < 0x7F else "<0x%02X>" % b for b in text.encode("utf-8")]


def joined(tokens):
    return bytes(ord(token) if len(token) == 1 else int(token[3:5], 16)
                 for token in tokens).decode("utf-8", "replace")
