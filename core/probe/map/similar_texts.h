#pragma once

#include "core/data/corpus.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// A text of the data, with the cosine between its vector and that of another text.
struct SimilarText {
    std::string text;
    std::string label; ///< Its class, number, tags or translation; empty: the data have none.
    double cosine = 0.0;
};

/// The texts of the data whose vectors, by the network, are most similar to that of a text.
struct SimilarTexts {
    std::string text;
    std::vector<std::string> unknown = {}; ///< Words of the text that are not in the vocabulary.
    std::vector<SimilarText> nearest; ///< Most similar first; texts that are the same are left out.
    int64_t compared = 0; ///< Texts that were compared,
    int64_t available = 0; ///< of so many.
    int64_t features = 0; ///< Numbers in a vector.
    int64_t step = 0, epoch = 0;
};

struct AskSimilarTexts {
    static constexpr const char* kName = "similar_texts";
    using Answer = SimilarTexts;
    static QuestionKind<AskSimilarTexts> kind();

    std::string text;
    int64_t count = 10; ///< Texts listed.
    int64_t texts = 2000; ///< Texts compared at most, the first ones; 0: all.
    std::string split = "train";
    std::vector<std::string> sentences = {}; ///< Compared in place of the data.
    std::shared_ptr<const CorpusPart> rows = {}; ///< Null: to be read.
    friend bool operator==(const AskSimilarTexts&, const AskSimilarTexts&) = default;
};

} // namespace core
