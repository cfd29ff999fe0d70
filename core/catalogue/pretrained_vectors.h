#pragma once

#include "core/data/preview.h"
#include "core/experiment/spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// A text file of word vectors.
struct VectorFile {
    std::string path;
    int64_t dimension = 0;
};

/// Dropped paths, sorted into files of word vectors and everything else.
struct SortedPaths {
    std::vector<std::string> data;
    std::optional<VectorFile> vectors; ///< The first such file.
};

/// Files are recognised by their content. @throws as vectorDimension().
SortedPaths sortedPaths(const std::vector<std::string>& paths);

/// Makes the embedding of `spec` start from the vectors: sets their file and dimension, and ends
/// the sharing of weights with the output where the dimensions would differ.
/// @param decisions  those about these settings are replaced.
/// @throws Error{BadSetting} when the network of `spec` cannot start from them: the task has no
/// such setting, texts are not read as words, or another setting demands another dimension.
ExperimentSpec withVectors(ExperimentSpec spec, const VectorFile& file,
                           std::vector<DataDecision>& decisions);

} // namespace core
