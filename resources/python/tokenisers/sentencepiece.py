"""SentencePiece models: reading and normalising.

What SentencePiece 0.1.97 does, to the id: its normaliser with the rules that the model carries, then
unigram's Viterbi search in single precision (EncodeOptimized) or BPE's agenda of joins. Written for
what Unroll's models have: learnt pieces, marks and bytes; white space is escaped, a prefix added, and
what is doubled removed.
"""
import os
import re

from ..text.imports import FOLDER

# ---- exported ----


import heapq
import struct
from array import array


def protobuf_fields(message):
    """The fields of a serialised protobuf message in their order: (number, value)."""
    def varint(at):
        value = 0
        for shift in range(0, 70, 7):
            value |= (message[at + shift // 7] & 0x7F) << shift
            if message[at + shift // 7] < 0x80:
                return value, at + shift // 7 + 1
        raise ValueError("a number in the model has no end")

    at = 0
    while at < len(message):
        key, at = varint(at)
        if key & 7 == 0:
            value, at = varint(at)
        else:
            size, at = varint(at) if key & 7 == 2 else ({1: 8, 5: 4}[key & 7], at)
            value, at = message[at:at + size], at + size
        yield key >> 3, value


def read_subwords(path):
    """The learnt pieces of a SentencePiece model, piece -> (id, score); whether there are pieces for
    bytes; and the table of its normalisation."""
    with open(path, "rb") as file:
        fields = list(protobuf_fields(file.read()))
    learnt, has_bytes, table = {}, False, b""
    all_pieces = [dict(protobuf_fields(value)) for field, value in fields if field == 1]
    for number, piece in enumerate(all_pieces):
        kind = piece.get(3, 1)
        has_bytes = has_bytes or kind == 6
        if kind == 1:  # neither a mark nor a byte
            learnt[piece[1].decode("utf-8")] = number, struct.unpack("<f", piece[2])[0]
    for field, value in fields:
        if field == 3:
            table = dict(protobuf_fields(value)).get(2, b"")
    return learnt, has_bytes, table


PIECES, HAS_BYTES, NORMALISATION = read_subwords(os.path.join(FOLDER, "tokeniser.model"))
# A trie of what is replaced, as a double array (darts-clone), and the replacements.
TRIE_BYTES = struct.unpack_from("<I", NORMALISATION)[0] if NORMALISATION else 0
TRIE = struct.unpack_from("<%dI" % (TRIE_BYTES // 4), NORMALISATION, 4) if TRIE_BYTES else (0,)
REPLACEMENTS = NORMALISATION[4 + TRIE_BYTES:]


def rewritten(text, start):
    """What the bytes at `start` become by the longest rule for them, and where it ends."""
    def children(unit):
        return unit >> 10 << ((unit & 0x200) >> 6)

    replaced = None
    node = children(TRIE[0])
    for at in range(start, len(text) if TRIE_BYTES else start):
        node ^= text[at]
        unit = TRIE[node]
        if unit & 0x800000FF != text[at]:
            break
        node ^= children(unit)
        if unit & 0x100:
            replaced = TRIE[node] & 0x7FFFFFFF, at + 1
    if replaced:
        first, end = replaced
        return REPLACEMENTS[first:REPLACEMENTS.index(b"\0", first)], end
    end = start + 1
    while end < len(text) and text[end] & 0xC0 == 0x80:
        end += 1
    return text[start:end], end


def normalised(text):
    """The text as pieces see it: \u2581 for white space and in front, nothing else twice."""
    text = text.encode("utf-8")
    result = bytearray(b" ")
    at = 0
    while at < len(text):
        part, at = rewritten(text, at)
        result += part.lstrip(b" ") if result.endswith(b" ") else part
    return result.decode("utf-8").replace(" ", "\u2581").rstrip("\u2581")
