"""GPT-2's words and their bytes, joined by learnt merges: Radford et al. (2019), encoder.py."""
import unicodedata

# ---- exported ----


# <READ_MODEL>
PIECE_MODEL = {"model": {"merges": [["d", "o"], ["do", "n"]]}}
# </READ_MODEL>
MERGE_RANKS = {tuple(pair): rank for rank, pair in enumerate(PIECE_MODEL["model"]["merges"])}
# Printable bytes of Latin-1 stand for themselves, the others for U+0100 and the following.
PRINTABLE = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
BYTE_CHARACTERS = {byte: chr(byte) for byte in PRINTABLE}
BYTE_CHARACTERS.update(
    (byte, chr(0x100 + i)) for i, byte in enumerate(sorted(set(range(0x100)) - set(PRINTABLE))))
CHARACTER_BYTES = {c: byte for byte, c in BYTE_CHARACTERS.items()}
WHITE_SPACE = ("\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
               "\u2009\u200a\u2028\u2029\u202f\u205f\u3000")
ENDINGS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")


def character_class(c):
    """L for letters, N for numbers, a blank for white space, P for the others."""
    category = unicodedata.category(c)[0]
    return category if category in "LN" else " " if c in WHITE_SPACE else "P"


def word_end(text, start):
    """Where the word ends that begins at `start`."""
    def run_end(first):
        end = first + 1
        while end < len(text) and character_class(text[end]) == character_class(text[first]):
            end += 1
        return end

    for ending in ENDINGS:
        if text.startswith(ending, start):
            return start + len(ending)
    end = run_end(start)
    if character_class(text[start]) != " " or end == len(text):
        return end
    if end - start > 1:  # the last one goes with the word behind it, or stands alone
        return end - 1
    return run_end(end) if text[start] == " " else end


def pieces_of(word):
    """Joins all occurrences of the pair that was learnt first, as long as there is one."""
    pieces = [BYTE_CHARACTERS[byte] for byte in word.encode("utf-8")]
    while True:
        pairs = [pair for pair in zip(pieces, pieces[1:]) if pair in MERGE_RANKS]
        if not pairs:
            return pieces
        first = min(pairs, key=MERGE_RANKS.get)
        i = 0
        while i < len(pieces):
            if tuple(pieces[i:i + 2]) == first:
                pieces[i:i + 2] = ["".join(first)]
            i += 1


def tokens(text):
    result = []
    start = 0
    while start < len(text):
        end = word_end(text, start)
        result += pieces_of(text[start:end])
        start = end
    return result


def joined(tokens):
    return bytes(CHARACTER_BYTES[c] for token in tokens for c in token).decode("utf-8", "replace")
