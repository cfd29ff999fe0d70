"""The cleaning step that replaces hashtags."""
from ..text.characters import replace_matches, signed_word

# ---- exported ----


def clean_hashtags(text, options):
    def instead(found):
        return {"word": found[1:], "mark": "<hashtag>", "remove": " "}[options["replacement"]]
    return replace_matches(text, "#", signed_word("#"), instead)
