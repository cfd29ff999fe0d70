#pragma once

#include "core/base/monitor.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Pretrained word vectors for one vocabulary. Torch-free.
struct VectorTable {
    int64_t dimension = 0;
    std::vector<float> values; ///< [vocabulary * dimension]; zero rows where not covered.
    std::vector<bool> covered; ///< One a vocabulary entry.
    int64_t coveredCount = 0;
    int64_t fileWords = 0;
    int64_t skippedLines = 0; ///< Lines that are no vector (broken encoding is allowed in words).
};

/// The dimension of the vectors in a text file of GloVe, word2vec or fastText (or its .gz), by the
/// content of its first lines: "count dimension" and then a word and so many numbers on each line;
/// or, without that line, a word and at least 20 numbers on each. Nothing: any other file, or one
/// that cannot be read.
std::optional<int64_t> vectorDimension(const std::filesystem::path& path);

/// Reads a GloVe, word2vec or fastText text file (also .gz) and keeps the rows of `words`.
/// A first line "count dimension" is recognised.
/// @throws Error{FileMissing, FileMalformed}; Error{BadSetting} when the dimension is not
/// `dimension`, naming both.
VectorTable loadVectors(const std::filesystem::path& path, const std::vector<std::string>& words,
                        int64_t dimension, const Monitor& monitor);

/// The first `most` words of such a file, in their order. @throws as loadVectors().
std::vector<std::string> vectorWords(const std::filesystem::path& path, int64_t dimension,
                                     size_t most, const Monitor& monitor);

} // namespace core
