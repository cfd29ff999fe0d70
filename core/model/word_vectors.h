#pragma once

#include "core/base/monitor.h"
#include "core/exchange/fasttext_model.h"
#include "core/model/model_summary.h"
#include "core/model/parts/network_options.h"
#include "core/nn/graph/graph_builder.h"
#include "core/nn/layers/embedding.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

class Cooccurrences;

/// The sizes and data that word vectors are made for.
struct WordVectorContext {
    int64_t vocabularySize = 0;
    int64_t dimension = 100;
    /// The words by id; empty where the network is only described.
    std::function<std::string_view(int64_t id)> word{};
    std::span<const int64_t> counts{}; ///< Occurrences of each id in the training text.
    /// Pairs of the training text, if the vectors learn from counted pairs of words.
    std::shared_ptr<const Cooccurrences> cooccurrences{};
    Weights weights = Weights::Fresh;
};

/// Text as word vectors are learnt from it: passages of words that are in the vocabulary.
struct Passages {
    std::span<const int32_t> ids;
    std::vector<int64_t> offsets{0}; ///< Passage i is ids[offsets[i]] up to ids[offsets[i + 1]].
    std::vector<int32_t> lengths;

    int64_t count() const { return static_cast<int64_t>(lengths.size()); }
    std::span<const int32_t> passage(int32_t item) const
    {
        return ids.subspan(static_cast<size_t>(offsets[static_cast<size_t>(item)]),
                           static_cast<size_t>(lengths[static_cast<size_t>(item)]));
    }
};

/// Sums over the predictions of some passages.
struct PredictionSums {
    double nats = 0.0; ///< Losses.
    int64_t predictions = 0; ///< Pairs of words that are predicted.
};

/// A table with a vector for each word, and the rule by which it learns. It does not learn by
/// back-propagation and an optimiser: an update touches a few rows only, so the rule is applied to
/// them directly. Parameters have no gradient. Compute thread; float32 on the CPU.
class WordVectorNetwork : public torch::nn::Module {
public:
    /// One update from passages, or from blocks of the counted pairs: every sum is added in an
    /// order that depends on these only, so the result is equal to the bit for any number of
    /// threads.
    /// @param seed  decides everything random.
    virtual PredictionSums learn(const Passages& text, std::span<const int32_t> items,
                                 uint64_t seed, double learningRate)
        = 0;
    /// The loss of a whole text without an update. @param seed  as for learn().
    /// @param monitor  receives the fraction. @throws Error{Cancelled}.
    virtual PredictionSums measure(const Passages& text, uint64_t seed, const Monitor& monitor) = 0;
    /// The state that a resumed training needs beside the parameters: tensors by name, without
    /// copies.
    virtual std::vector<std::pair<std::string, torch::Tensor>> state() const { return {}; }
    /// [vocabulary, dimension] float32: the vectors that users look at.
    virtual torch::Tensor vectors() const = 0;
    /// [dimension] float32: of a word that is not in the vocabulary; undefined: it has none.
    virtual torch::Tensor unseenVector(std::string_view word) const = 0;
    /// All but the words, for a network that the program fastText can have; nothing for others.
    virtual std::optional<FastTextModel> fastText() const { return std::nullopt; }
    /// Layers in the order of the data's way, with shapes.
    virtual std::vector<LayerSummary> describe() const = 0;
    /// As TextNetwork::pythonSource(), of a class with forward(ids) -> vectors.
    virtual std::string pythonSource() const = 0;
    /// The graph that leaves: "forward", the vectors of ids. @pre This outlives it.
    std::vector<GraphFunction> graphs() const;
};

/// A new way to learn word vectors is one file and one line in wordVectorEntries().
struct WordVectorEntry : ModelEntry<WordVectorNetwork, WordVectorContext> {
    /// The window within which pairs of words are counted to learn from; unset: none are.
    std::function<int64_t(const Json& options)> countedWindow{};
};
using WordVectorRegistry = Registry<std::shared_ptr<WordVectorNetwork>, const WordVectorContext&>;

/// All ways to learn word vectors, in the order in which users see them.
const std::vector<WordVectorEntry>& wordVectorEntries();

/// Those of `spec`, drawn from torch's default generator.
/// @throws Error{BadSetting} with a sentence that lists all problems.
std::shared_ptr<WordVectorNetwork> makeWordVectors(const ModelSpec& spec,
                                                   const WordVectorContext& context);
/// Describes them without filling tables.
ModelSummary summariseWordVectors(const ModelSpec& model, WordVectorContext context);

} // namespace core
