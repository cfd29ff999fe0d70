"""The cleaning step that normalises Unicode."""
import unicodedata

# ---- exported ----


def clean_normalise_unicode(text, options):
    return unicodedata.normalize(options["form"].upper(), text)
