#pragma once

#include "core/base/regular_file.h"
#include "core/text/pieces/merge_training.h"
#include "core/text/pieces/piece_words.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class PieceKind { WordPiece, ByteBpe };

/// A token that no text spells, such as [CLS] or <|endoftext|>.
struct SpecialPiece {
    std::string text;
    int32_t id = 0;
};

/// The pieces of a tokeniser, as they are published with BERT and GPT-2 and as ours are stored.
struct PieceModel {
    static constexpr int32_t kNone = -1;

    PieceKind kind = PieceKind::WordPiece;
    std::vector<std::string> pieces; ///< By id. WordPiece: "##ing" continues a word.
    std::vector<SpecialPiece> special;
    int32_t unknown = kNone; ///< WordPiece: the id for a word that no pieces spell.
    BertRules rules; ///< WordPiece.
    int64_t longestWord = 100; ///< WordPiece: words with more characters are unknown.
    std::vector<PiecePair> merges; ///< Byte-level BPE: the first ones are joined first.
};

// The readers check everything that dividing relies on: ids without gaps, no piece twice, a piece
// for each byte and for the result of each merge. They throw Error{FileMalformed} with the file and
// the line or field. Nothing in the files is guessed: what would be divided in another way than
// BERT's or GPT-2's is refused.

/// A file tokenizer.json of Hugging Face's tokenizers, with a model WordPiece or BPE.
/// @param name  of the file, for sentences.
PieceModel pieceModelFromJson(std::string_view content, const std::string& name);

/// The file vocab.txt of BERT: a piece on each line.
PieceModel wordPiecesFromLines(std::string_view content, const std::string& name);

/// The files vocab.json of GPT-2 (ids by piece) and merges.txt (two pieces on each line).
PieceModel bytePiecesFromFiles(std::string_view vocabulary, const std::string& vocabularyName,
                               std::string_view merges, const std::string& mergesName);

/// Reads the files of a published tokeniser: tokenizer.json, or else vocab.txt, or else vocab.json
/// and merges.txt. For vocab.txt, the settings do_lower_case, strip_accents and
/// tokenize_chinese_chars of a file tokenizer_config.json are read; without it, texts are
/// lower-cased.
/// @throws Error{FileMissing, FileMalformed}.
PieceModel readPieceModel(const FilePlace& folder);

/// The content of a tokenizer.json, for pieceModelFromJson() and other programs.
std::string pieceModelJson(const PieceModel& model);

} // namespace core
