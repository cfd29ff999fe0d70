#pragma once

#include "core/base/registry.h"
#include "core/nn/layers/embedding.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <memory>
#include <string>

namespace core {

/// From the characters of a word to a vector, so that a word that was never seen still says
/// something: "-ing", "-ville", "1999".
class CharacterEncoder : public torch::nn::Module {
public:
    /// @return [words, features()] float32
    virtual torch::Tensor forward(const WordForms& words) = 0;
    virtual int64_t features() const = 0;
    /// A Python class `Characters(nn.Module)` with the same names of parameters and
    /// forward(characters [words, longest] int64 padded with 0) -> [words, features]; a word of
    /// padding alone gets finite numbers.
    virtual std::string pythonSource() const = 0;
};

/// What a character encoder is made for, beside its options.
struct CharacterContext {
    int64_t characters = 0; ///< Of the table, with padding (0) and the unknown one (1).
    Weights weights = Weights::Fresh;
};

/// Makers give null for "none".
using CharacterRegistry = Registry<std::shared_ptr<CharacterEncoder>, const CharacterContext&>;

/// Family "characters": none, cnn, lstm.
const CharacterRegistry& characterRegistry();

} // namespace core
