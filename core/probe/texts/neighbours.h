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

/// The tokens whose vectors are most similar to a sum of vectors of length 1: king - man + woman.
struct WordSum {
    std::vector<std::string> words;
    std::vector<double> signs; ///< 1 or -1 of each.
    std::vector<Neighbour> nearest; ///< Most similar first; none of the words themselves.
    /// The words, the nearest token and the sum in the plane of their first two principal
    /// components: x and y of each, in this order. All have length 1.
    std::vector<float> plane;
    double planeShare = 0.0; ///< Share of the variance that the plane shows.
    int64_t vocabularySize = 0, features = 0; ///< Size of the embedding table.
    int64_t step = 0, epoch = 0;
};

struct AskWordSum {
    static constexpr const char* kName = "word_sum";
    using Answer = WordSum;
    static QuestionKind<AskWordSum> kind();

    std::string sum; ///< "king - man + woman"; empty: words that the network has.
    int64_t count = 10; ///< Neighbours of the sum.
    friend bool operator==(const AskWordSum&, const AskWordSum&) = default;
};

} // namespace core
