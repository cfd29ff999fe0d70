"""The cleaning step that replaces @names."""
from ..text.characters import replace_matches, signed_word

# ---- exported ----


def clean_remove_mentions(text, options):
    instead = "<user>" if options["replacement"] == "mark" else " "
    return replace_matches(text, "@", signed_word("@"), lambda found: instead)
