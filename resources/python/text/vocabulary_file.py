"""How a vocabulary is stored."""
import re

# ---- exported ----


UNKNOWN_ID = 1
TEXT_BEGIN_ID, TEXT_END_ID = 2, 3
SPECIAL_TOKENS = 4  # the first ids: <pad> <unk> <bos> <eos>


def read_tokens(path):
    """The tokens of a file in the order of their ids, one a line; \n, \r, \t, \\ are escaped."""
    escapes = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}
    with open(path, encoding="utf-8", newline="\n") as lines:
        return [re.sub(r"\\(.)", lambda match: escapes[match.group(1)], line.rstrip("\n"))
                for line in lines]
