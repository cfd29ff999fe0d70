#include "core/text/tokenisers/sentencepiece_python.h"

namespace core {

namespace {

// What SentencePiece 0.1.97 does, to the id: its normaliser with the rules that the model carries,
// then unigram's Viterbi search in single precision (EncodeOptimized) or BPE's agenda of joins.
// Written for what our models have: learnt pieces, marks and bytes; white space is escaped, a
// prefix added, and what is doubled removed.

constexpr const char* kReading = R"py(
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
)py";

constexpr const char* kNormalising = R"py(

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
)py";

/// Kudo (2018), arXiv:1804.10959, section 3.
constexpr const char* kUnigram = R"py(
LONGEST_PIECE = max(map(len, PIECES), default=0)
UNKNOWN_SCORE = array("f", [min((score for _, score in PIECES.values()), default=0) - 10])[0]


def divided(text):
    """The pieces of the division with the largest sum of scores, each with its id (Viterbi)."""
    best = array("f", [0]) * (len(text) + 1)  # in single precision, as SentencePiece adds
    last = [None] * (len(text) + 1)  # where the last piece of the best begins, and its id

    def propose(start, end, number, total):
        if last[end] is None or total > best[end]:
            best[end] = total
            last[end] = start, number

    for start in range(len(text)):
        if text[start] not in PIECES:
            propose(start, start + 1, UNKNOWN_ID, array("f", [best[start] + UNKNOWN_SCORE])[0])
        for end in range(start + 1, min(start + LONGEST_PIECE, len(text)) + 1):
            found = PIECES.get(text[start:end])
            if found:
                propose(start, end, found[0], best[start] + found[1])
    pieces = []
    end = len(text)
    while end > 0:
        start, number = last[end]
        pieces.append((text[start:end], number))
        end = start
    return pieces[::-1]
)py";

/// Sennrich, Haddow & Birch (2016), arXiv:1508.07909, algorithm 1, on learnt joins.
constexpr const char* kBpe = R"py(

def divided(text):
    """The pieces that remain when neighbours are joined, those of the best score first."""
    symbols = list(text)
    before = list(range(-1, len(text) - 1))
    behind = list(range(1, len(text) + 1))
    agenda = []

    def propose(left, right):
        if left >= 0 and right < len(text) and symbols[left] + symbols[right] in PIECES:
            joined = symbols[left] + symbols[right]
            heapq.heappush(agenda, (-PIECES[joined][1], left, right, joined))

    for right in range(1, len(text)):
        propose(right - 1, right)
    while agenda:
        _, left, right, joined = heapq.heappop(agenda)
        if not symbols[left] or not symbols[right] or symbols[left] + symbols[right] != joined:
            continue  # one of them was joined with another
        symbols[left], symbols[right] = joined, ""
        behind[left] = behind[right]
        if behind[left] < len(text):
            before[behind[left]] = left
        propose(before[left], left)
        propose(left, behind[left])
    return [(piece, PIECES.get(piece, (UNKNOWN_ID,))[0]) for piece in symbols if piece]
)py";

constexpr const char* kIds = R"py(

def token_ids(text):
    """The ids of all pieces; what no piece spells is spelt in bytes, or unknown once."""
    ids = []
    for piece, number in divided(normalised(text)):
        if number == UNKNOWN_ID and HAS_BYTES:
            ids += [VOCABULARY["<0x%02X>" % byte] for byte in piece.encode("utf-8")]
        elif number != UNKNOWN_ID or ids[-1:] != [UNKNOWN_ID]:
            ids.append(number)
    return ids


def joined(tokens):
    def piece(token):
        is_byte = HAS_BYTES and re.fullmatch("<0x[0-9A-F]{2}>", token)
        text = token.replace("\u2581", " ")
        return bytes([int(token[3:5], 16)]) if is_byte else text.encode("utf-8")

    return b"".join(map(piece, tokens)).decode("utf-8", "replace").lstrip(" ")
)py";

} // namespace

std::string sentencePiecePython(SubwordKind kind)
{
    return std::string(kReading) + kNormalising + (kind == SubwordKind::Bpe ? kBpe : kUnigram)
        + kIds;
}

} // namespace core
