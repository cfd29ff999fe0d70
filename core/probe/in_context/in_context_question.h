#pragma once

#include "core/data/corpus.h"
#include "core/experiment/spec.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// A word in a text.
struct WordUse {
    std::string text;
    int64_t token = 0; ///< Its first token in the text.
    std::string sense = {}; ///< Its meaning, where the data tell it; else empty.
    bool unknown = false; ///< It is not in the vocabulary: its vector is that of <unk>.
};

/// The vectors of a word at one layer. Numbers that are not known are NaN.
struct LayerUses {
    std::string layer;
    std::vector<float> cosines; ///< [given * given] between the uses in the given texts.
    double selfSimilarity = 0.0; ///< Mean cosine between two uses in the data.
    /// Mean cosine between random words of the texts in the data; without data of the given texts.
    double baseline = 0.0;
    double senseAccuracy = 0.0; ///< Share of uses whose nearest other use has the same sense.
};

/// A use of the word in the data that is near to the first given one.
struct NearUse {
    std::string text, sense;
    double cosine = 0.0;
};

/// One word in several contexts, layer by layer.
struct InContext {
    std::string word;
    std::vector<WordUse> given; ///< In the given texts that have the word; else in two of the data.
    std::vector<std::string> without = {}; ///< Given texts that do not have the word.
    std::vector<std::string> unknown = {}; ///< Words of `given` that are not in the vocabulary.
    int64_t inData = 0; ///< Uses in the data that were read.
    int64_t senses = 0; ///< Meanings among these; 0: not known.
    double commonestSense = 0.0; ///< Share of the most frequent one: accuracy of a constant.
    std::vector<LayerUses> layers; ///< In the order of the data's way.
    std::string nearestLayer; ///< The layer of `nearest`.
    std::vector<NearUse> nearest; ///< Largest cosine first.
    int64_t step = 0, epoch = 0;
};

/// How the vectors of a word depend on its context.
///
/// Self-similarity: Ethayarajh (2019), arXiv:1909.00512, whose measure is adjusted by the baseline:
/// in many networks all vectors point into one direction.
struct AskInContext {
    static constexpr const char* kName = "in_context";
    using Answer = InContext;
    static QuestionKind<AskInContext> kind();

    std::string word; ///< Empty: one that the sentences share; without these one of several
                      ///< meanings where the data have such, else a frequent one.
    std::vector<std::string> sentences = {}; ///< With the word; none of them: two of the data.
    int64_t count = 200; ///< Uses in the data at most.
    std::string layer = {}; ///< The layer of `nearest`; empty: the last.
    std::string split = "valid";
    std::shared_ptr<const CorpusPart> rows = {}; ///< Null: to be read, if the run has data.
    Selection sample = {}; ///< That the data are from; it may tell meanings.
    friend bool operator==(const AskInContext&, const AskInContext&) = default;
};

} // namespace core
