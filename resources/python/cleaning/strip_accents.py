"""The cleaning step that strips accents."""
import unicodedata

# ---- exported ----


def clean_strip_accents(text, options):
    parts = unicodedata.normalize("NFD", text)
    kept = "".join(c for c in parts if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", kept)
