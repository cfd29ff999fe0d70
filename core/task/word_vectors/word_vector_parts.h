#pragma once

#include "core/base/schema.h"
#include "core/model/word_vectors.h"
#include "core/task/network_parts.h"
#include "core/task/word_vectors/word_questions.h"
#include "core/text/text_pipeline.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

inline constexpr const char* kWordVectorsTask = "word_vectors";

/// The options of "word_vectors".
struct WordVectorOptions {
    std::vector<std::string> questions; ///< Files of questions about words.
};
const Schema<WordVectorOptions>& wordVectorSchema();

/// Trained word vectors.
struct WordVectorParts : NetworkParts {
    std::shared_ptr<WordVectorNetwork> network;
    std::shared_ptr<const TextPipeline> pipeline;
    std::vector<int64_t> counts; ///< Occurrences of each id in the training text.
    std::vector<std::string> questions; ///< As the options have them.

    WordTable table() const; ///< The words of the vocabulary.
};

} // namespace core
