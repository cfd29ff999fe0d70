#pragma once

#include "core/model/encoder/encoder.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// What a head is made for.
struct HeadContext {
    int64_t features = 0; ///< Of what the encoder gives.
    bool tokenStates = false; ///< As EncoderTraits.
    HeadOptions options;
    int64_t outputs = 0; ///< Classes, tags ...
};

/// What a head says of a batch.
struct HeadOutput {
    torch::Tensor scores; ///< [batch, outputs]; of a head for tokens [batch, length, outputs].
    torch::Tensor tokenWeights{}; ///< [batch, length], rows sum to 1; or undefined.
};

/// From what an encoder leaves to what a task predicts. Works after every encoder whose traits
/// suffice, and never depends on which one it is.
class Head : public torch::nn::Module {
public:
    virtual HeadOutput forward(const Encoded& encoded) = 0;
    /// Layers in the order of the data's way, with shapes.
    virtual std::vector<LayerSummary> describe() const = 0;
    /// Python source of a class `Head(nn.Module)` with the same names of parameters and
    /// forward(encoded, mask) -> scores; `encoded` is what the Python class Encoder returns.
    virtual std::string pythonSource() const = 0;
};

/// One kind of head. A new one is one file and one line in headEntries().
struct HeadEntry {
    std::string id;
    bool needsTokens = false; ///< A state for each token, which not every encoder has.
    std::function<std::shared_ptr<Head>(const HeadContext&)> make;

    bool fits(bool tokenStates) const { return tokenStates || !needsTokens; }
};

const std::vector<HeadEntry>& headEntries();

/// The head of that id. @throws Error{Internal} when there is none.
const HeadEntry& findHead(const std::string& id);

/// What heads for whole texts share: one vector for each text, pooled where the encoder gives
/// states of tokens; dropout; "output", a linear layer to the scores. Parameters: pooling.*,
/// output.weight, output.bias.
class TextHead : public Head {
public:
    explicit TextHead(const HeadContext& context);

    HeadOutput forward(const Encoded& encoded) override;
    std::vector<LayerSummary> describe() const override;
    std::string pythonSource() const override;

private:
    HeadContext m_context;
    std::shared_ptr<Pooling> m_pooling; ///< Null after an encoder that gives vectors of texts.
    torch::nn::Linear m_output{nullptr};
};

} // namespace core
