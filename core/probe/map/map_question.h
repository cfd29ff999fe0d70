#pragma once

#include "core/data/corpus.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// A property of each point of a map, to colour it by: a name or a number.
struct MapColumn {
    std::string name; ///< Key: "class", "next", "predicted", "sense", "rank".
    std::string title;
    std::vector<std::string> names; ///< One a point; empty: it has numbers.
    std::vector<double> numbers;
};

/// A map by t-SNE.
struct TsneMap {
    std::vector<float> points; ///< [2 * points]
    double recall10 = 0.0, recall50 = 0.0; ///< Share of neighbours that the map keeps, 0 to 1.
    double perplexity = 0.0; ///< The one that was used: few points allow less than is asked for.
};

/// Vectors of a network with their first two principal components.
struct VectorMap {
    std::string what; ///< As AskMap's.
    std::string layer; ///< The layer of the states; empty: no states.
    std::vector<std::string> layers; ///< Layers that have states of tokens.
    std::vector<std::string> kinds; ///< Values of AskMap::what that this network has.
    std::vector<std::string> labels; ///< One a point: a token, a text.
    std::vector<std::string> unknown{}; ///< Words of AskMap::sentences not in the vocabulary.
    std::vector<std::string> contexts; ///< The text around each token; empty: there is none.
    int64_t features = 0; ///< Numbers in each vector.
    std::vector<float> vectors; ///< [points * features]
    int64_t available = 0; ///< Vectors that there are, some of them left out; 0: not counted.
    std::vector<float> points; ///< [2 * points] First two principal components.
    std::vector<double> shares; ///< Their shares of the variance, 0 to 1.
    std::vector<MapColumn> columns;
    std::optional<TsneMap> tsne{};
    int64_t seed = 1; ///< Seed of the map by t-SNE.
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
};

struct AskMap {
    static constexpr const char* kName = "map";
    using Answer = VectorMap;
    static QuestionKind<AskMap> kind();

    /// "source", "target", "output": tables of vocabularies. "texts", "tokens": vectors of the
    /// data.
    std::string what = "source";
    int64_t count = 2000; ///< Points at most, the most frequent or first ones; 0: all.
    std::string split = "valid"; ///< The part of the data for "texts" and "tokens".
    std::vector<std::string> sentences = {}; ///< In place of the data for "texts" and "tokens".
    std::string layer = {}; ///< Layer for "tokens"; empty: the last.
    std::string method = "pca"; ///< "pca" or "tsne", which also has the former.
    double perplexity = 30.0;
    int64_t iterations = 750;
    int64_t seed = 1;
    std::shared_ptr<const CorpusPart> rows = {}; ///< Null: to be read.
    Selection sample = {}; ///< That the data are from; it may tell meanings.
    friend bool operator==(const AskMap&, const AskMap&) = default;

    bool isOfData() const { return what == "texts" || what == "tokens"; }
};

} // namespace core
