#include "core/model/parameter_names.h"

#include "core/nn/layers/embedding.h"
#include "core/nn/layers/positions.h"
#include "core/nn/tensors.h"

#include <array>
#include <string>
#include <string_view>

namespace core {

namespace {

/// Parameters whose names begin with `before` now begin with `now`.
struct Renamed {
    std::string_view before, now;
};

// The first that fits counts.
constexpr std::array kOfClassifiers = {
    Renamed{"embedding.", "encoder.embedding."},
    Renamed{"embedding_norm.", "encoder.embedding_norm."},
    Renamed{"positions.", "encoder.positions."},
    Renamed{"bigrams.", "encoder.bigrams."},
    Renamed{"hidden.", "encoder.hidden."},
    Renamed{"convolutions.", "encoder.convolutions."},
    Renamed{"rnn.", "encoder.rnn."},
    Renamed{"encoder.", "encoder.transformer."},
    Renamed{"pooling.", "head.pooling."},
    Renamed{"output.", "head.output."},
};
constexpr std::array kOfTranslators = {
    Renamed{"source_embedding.", "encoder.embedding."},
    Renamed{"source_positions.", "encoder.positions."},
    Renamed{"encoder.layers.", "encoder.transformer.layers."},
    Renamed{"encoder.norm.", "encoder.transformer.norm."},
    Renamed{"encoder.", "encoder.rnn."},
};

template <size_t count>
std::string presentName(const std::string& name, const std::array<Renamed, count>& table)
{
    for (const Renamed& renamed : table)
        if (name.starts_with(renamed.before))
            return std::string(renamed.now) + name.substr(renamed.before.size());
    return name;
}

} // namespace

std::vector<torch::Tensor> parametersInOrder(const torch::nn::Module& network)
{
    std::vector<torch::Tensor> words, places, others;
    network.apply([&](const torch::nn::Module& module) {
        std::vector<torch::Tensor>& those = dynamic_cast<const EmbeddingImpl*>(&module) != nullptr
            ? words
            : dynamic_cast<const PositionsImpl*>(&module) != nullptr ? places
                                                                     : others;
        for (const torch::Tensor& parameter : module.parameters(/*recurse=*/false))
            those.push_back(parameter);
    });
    words.insert(words.end(), places.begin(), places.end());
    words.insert(words.end(), others.begin(), others.end());
    return words;
}

TensorFile withPresentNames(const TensorFile& file)
{
    const bool classifier = file.find("embedding.weight") != nullptr;
    const bool translator = file.find("source_embedding.weight") != nullptr;
    TensorFile result = file;
    for (auto& [name, tensor] : result.tensors) {
        if (classifier)
            name = presentName(name, kOfClassifiers);
        else if (translator)
            name = presentName(name, kOfTranslators);
    }
    return result;
}

} // namespace core
