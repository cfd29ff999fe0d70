#pragma once

#include "core/base/monitor.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Files of word vectors in these forms, each recognised by its content:
// - text of word2vec and fastText (.vec): a line "count dimension", then a word and its numbers on
//   each line; also .gz;
// - text of GloVe: the same without the first line. Words may hold blanks; also .gz;
// - binary of word2vec, with or without a line break behind each vector; also .gz;
// - .bin of fastText, version 12, not quantised: also words that it does not have get a vector from
//   their n-grams.
// Words may be invalid UTF-8.

namespace core {

/// Pretrained word vectors for one vocabulary. Torch-free.
struct VectorTable {
    int64_t dimension = 0;
    std::vector<float> values; ///< [vocabulary * dimension]; zero rows where not covered.
    std::vector<bool> covered; ///< One a vocabulary entry: in the file, or made from n-grams.
    int64_t coveredCount = 0; ///< Words that the file has.
    int64_t composedCount = 0; ///< Words that it does not have, but whose n-grams.
    int64_t fileWords = 0;
    int64_t skippedLines = 0; ///< Lines that are no vector (broken encoding is allowed in words).
};

/// All words of a file with their vectors. Torch-free.
struct WordVectors {
    int64_t dimension = 0;
    std::vector<std::string> words;
    std::vector<float> values; ///< [words * dimension].
};

/// The dimension of the vectors in a file, by the content of its beginning. A text without a first
/// line "count dimension" must have at least 20 numbers on each line. Nothing: any other file, or
/// one that cannot be read. @throws Error{FileMalformed} for a binary file of vectors that is
/// damaged or of a form that is not read, such as a quantised model.
std::optional<int64_t> vectorDimension(const std::filesystem::path& path);

/// @param from  the file or the run that has the vectors.
/// @throws Error{BadSetting} when the dimensions differ, naming both.
void checkDimension(const std::filesystem::path& from, int64_t found, int64_t wanted);

/// Keeps the vectors of `words`. The first `special` of them are never made from n-grams.
/// @throws Error{FileMissing, FileMalformed}; Error{BadSetting} when the dimension is not
/// `dimension`, naming both.
VectorTable loadVectors(const std::filesystem::path& path, const std::vector<std::string>& words,
                        int64_t dimension, const Monitor& monitor, size_t special = 0);

/// The first `most` words of such a file, in their order. @throws as loadVectors().
std::vector<std::string> vectorWords(const std::filesystem::path& path, int64_t dimension,
                                     size_t most, const Monitor& monitor);

/// Forms in which vectors are written.
enum class VectorForm {
    Text, ///< word2vec's text and fastText's .vec.
    Binary, ///< word2vec's, with a line break behind each vector as the original program writes it.
    Glove
};

/// Writes a file that readVectors() reads to the same bits: numbers of texts are the shortest that
/// do. A path that ends with .gz makes a compressed text. Blanks and control characters in a word
/// would end it; their visible symbols (U+2400 and following) replace them. Atomic.
/// @throws Error{FileUnwritable}.
void writeVectors(const std::filesystem::path& path, const WordVectors& vectors, VectorForm form);

/// `word` as it is written.
std::string writtenWord(std::string_view word);

/// The whole file, in its order; lines that are no vector are left out.
/// @throws Error{FileMissing, FileMalformed}.
WordVectors readVectors(const std::filesystem::path& path, const Monitor& monitor);

} // namespace core
