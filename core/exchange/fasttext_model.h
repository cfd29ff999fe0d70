#pragma once

#include "core/exchange/vectors.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// Numbers in fastText's files (args.h).
enum class FastTextLoss : int32_t {
    HierarchicalSoftmax = 1,
    NegativeSampling = 2,
    Softmax = 3,
    OneVersusAll = 4
};
enum class FastTextKind : int32_t { Cbow = 1, SkipGram = 2, Supervised = 3 };

/// Arguments of the fastText program, with its defaults.
struct FastTextArguments {
    int32_t dimension = 100;
    int32_t window = 5;
    int32_t epochs = 5;
    int32_t minimumCount = 5;
    int32_t negatives = 5;
    int32_t wordNgrams = 1;
    FastTextLoss loss = FastTextLoss::NegativeSampling;
    FastTextKind kind = FastTextKind::SkipGram;
    int32_t buckets = 2'000'000; ///< 0 when there are no n-grams.
    int32_t shortestNgram = 3; ///< In code points, with the marks < and > around the word.
    int32_t longestNgram = 6; ///< 0: words without n-grams.
    int32_t rateUpdates = 100;
    double sampling = 1e-4;
};

struct FastTextEntry {
    std::string text; ///< Any bytes but 0; it may be invalid UTF-8.
    int64_t count = 0;
};

/// The content of a .bin file of fastText (version 12, not quantised). Torch-free.
struct FastTextModel {
    FastTextArguments arguments;
    std::vector<FastTextEntry> words; ///< The most frequent first.
    std::vector<FastTextEntry> labels; ///< Classes of a supervised model.
    int64_t tokens = 0; ///< In the training text.
    /// [(words + buckets) * dimension]: a row for each word, then one for each bucket of n-grams.
    std::vector<float> input;
    /// [outputs * dimension], where outputs are the words or, in a supervised model, the labels.
    std::vector<float> output;
};

/// Reads a .bin file as a whole. @throws Error{FileMissing, FileMalformed}; a quantised model and
/// one of another version are refused.
FastTextModel readFastText(const std::filesystem::path& path);

/// Writes a .bin file that the fastText program reads. Atomic.
/// @pre the sizes of the matrices fit the words and the arguments.
/// @throws Error{FileUnwritable}; Error{BadData} for a word with a byte 0.
void writeFastText(const std::filesystem::path& path, const FastTextModel& model);

/// The vectors of a model's words: the mean of a word's own row and those of its n-grams.
WordVectors wordVectors(const FastTextModel& model);

/// FNV-1a with 32 bits, in which fastText takes bytes as signed (dictionary.cc, hash()).
uint32_t fastTextHash(std::string_view text);

/// Appends the rows of a word's n-grams, in the order in which fastText adds them up
/// (dictionary.cc, computeSubwords()). N-grams are cut on code points of "<word>"; the marks alone
/// are none, and the end of a line, "</s>", has none.
/// @param words  rows before those of the buckets.
void appendNgramRows(std::string_view word, const FastTextArguments& arguments, int64_t words,
                     std::vector<int64_t>& rows);

} // namespace core
