"""The cleaning steps in their order."""
import re

# ---- exported ----


# <STEPS>
CLEANING = []
# </STEPS>


def clean(text):
    """The text as the tokeniser sees it."""
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)  # half characters, of broken input
    for step, options in CLEANING:
        text = step(text, options)
    return text
