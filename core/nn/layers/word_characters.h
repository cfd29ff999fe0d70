#pragma once

#include "core/base/registry.h"
#include "core/nn/graph/graph_builder.h"
#include "core/nn/layers/embedding.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <memory>
#include <string>

namespace core {

/// Encodes the characters of a word as a vector, so that an unknown word still carries information:
/// "-ing", "-ville", "1999".
class CharacterEncoder : public torch::nn::Module {
public:
    /// @return [words, features()] float32
    virtual torch::Tensor forward(const WordForms& words) = 0;
    virtual int64_t features() const = 0;
    /// A Python class `Characters(nn.Module)` with the same names of parameters and
    /// forward(characters [words, longest] int64 padded with 0) -> [words, features]; a word that
    /// consists of padding gets finite numbers.
    virtual std::string pythonSource() const = 0;
    /// forward() in a graph. @param characters [words, longest] @param lengths [words]
    virtual GraphValue graph(GraphBuilder& builder, GraphValue characters,
                             GraphValue lengths) const = 0;
};

/// The sizes and weights for which a character encoder is created.
struct CharacterContext {
    int64_t characters = 0; ///< Rows of the table, with padding (0) and unknown (1).
    Weights weights = Weights::Fresh;
};

/// The entry "none" creates a null pointer.
using CharacterRegistry = Registry<std::shared_ptr<CharacterEncoder>, const CharacterContext&>;

/// Family "characters": none, cnn, lstm.
const CharacterRegistry& characterRegistry();

} // namespace core
