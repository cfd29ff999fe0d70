#pragma once

#include "core/probe/question.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// A token of the vocabulary, with the cosine between its vector and that of another token.
struct Neighbour {
    std::string token;
    double cosine = 0.0;
};

/// The tokens with the most similar embedding vectors, for each token of a text.
struct Neighbours {
    std::string text;
    std::vector<std::string> tokens; ///< The tokens that the network reads.
    std::vector<int64_t> ids;
    /// [token] most similar first; empty for tokens that are not in the vocabulary.
    std::vector<std::vector<Neighbour>> nearest;
    int64_t vocabularySize = 0, features = 0; ///< Size of the embedding table.
    int64_t step = 0, epoch = 0;
};

struct AskNeighbours {
    static constexpr const char* kName = "neighbours";
    using Answer = Neighbours;
    static QuestionKind<AskNeighbours> kind();
    static constexpr int64_t kMaximum = 100;

    std::string text;
    int64_t count = 10; ///< Neighbours of each token.
    friend bool operator==(const AskNeighbours&, const AskNeighbours&) = default;
};

} // namespace core
