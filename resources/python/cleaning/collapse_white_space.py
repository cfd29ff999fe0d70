"""The cleaning step that collapses white space."""

# ---- exported ----


def clean_collapse_white_space(text, options):
    return " ".join(text.split())
