#pragma once

#include "core/base/monitor.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
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
