#pragma once

#include "core/model/encoder/encoder.h"
#include "core/model/head/hidden_layers.h"
#include "core/nn/layers/crf.h"
#include "core/nn/layers/token_output.h"

#include <torch/nn/modules/normalization.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// A layer between the states of tokens and their scores: linear, activation, LayerNorm.
struct TokenTransform {
    std::string activation = "none"; ///< "gelu", "gelu_tanh", "relu"; "none": there is no layer.
    double epsilon = 1e-5; ///< In its LayerNorm.
    friend bool operator==(const TokenTransform&, const TokenTransform&) = default;
};

/// The sizes and options that a head is made for.
struct HeadContext {
    int64_t features = 0; ///< Size of the encoder's states.
    int64_t lastFeatures = 0; ///< As Encoder::lastFeatures().
    bool tokenStates = false; ///< As EncoderTraits.
    HeadOptions options;
    int64_t outputs = 0; ///< Classes, tags, tokens ...
    /// The encoder's table, where the last layer is to have its rows as weights; else none.
    Embedding tied{nullptr};
    TokenTransform transform{};
    TextHeadOptions text{};
    Weights weights = Weights::Fresh;
};

/// The output of a head for a batch.
struct HeadOutput {
    /// [batch, outputs]; of a head for tokens [tokens, outputs], texts one after another without
    /// padding (TokenLayout).
    torch::Tensor scores;
    torch::Tensor tokenWeights{}; ///< [batch, length], rows sum to 1; or undefined.
    torch::Tensor logChoices{}; ///< As PooledTexts'.
};

/// From the result of an encoder to the prediction of a task. Works after every encoder whose
/// traits suffice, and never depends on which one it is.
class Head : public torch::nn::Module {
public:
    virtual HeadOutput forward(const Encoded& encoded) = 0;
    virtual void drawn() { } ///< Fresh parameters of the whole network have been drawn.
    /// As Pooling::choiceTerm(). @pre forward() gave logChoices.
    virtual torch::Tensor choiceTerm(const torch::Tensor& logChoices, const torch::Tensor& losses);
    /// Layers in the order of the data's way, with shapes.
    virtual std::vector<LayerSummary> describe() const = 0;
    /// Floats kept for backward per token of a batch beside those of the encoder, roughly.
    virtual int64_t activationsPerToken() const { return 0; }
    /// Python source of a class `Head(nn.Module)` with the same names of parameters and
    /// forward(encoded, mask) -> scores; `encoded` is what the Python class Encoder returns. Scores
    /// of tokens are [batch, length, outputs] there.
    virtual std::string pythonSource() const = 0;
    /// Python source of the class `Network(nn.Module)` that joins the classes Encoder and Head.
    /// @param words  as Encoder::pythonWords().
    virtual std::string pythonNetwork(const Json& words) const;
    /// forward() in a graph, in evaluation mode: a value for each of graphOutputs(). Scores of
    /// tokens are [batch, length, outputs].
    virtual GraphValues graph(GraphBuilder& builder, const GraphEncoded& encoded) const = 0;
    virtual std::vector<GraphPort> graphOutputs() const = 0;
    /// Whether its scores of later tokens can be computed by themselves.
    virtual bool goesOn() const { return false; }
};

/// One kind of head. A new one is one file and one line in headEntries().
struct HeadEntry {
    std::string id;
    bool needsTokens = false; ///< A state for each token, which not every encoder has.
    bool needsCausal = false; ///< States that know of no later token.
    bool needsBothSides = false; ///< States that know of later tokens as well.
    bool needsDirectionsApart = false; ///< States whose halves know of one side each.
    std::function<std::shared_ptr<Head>(const HeadContext&)> make;

    bool fits(const EncoderEntry& encoder) const
    {
        return (encoder.tokenStates || !needsTokens) && (encoder.canBeCausal || !needsCausal)
            && (!encoder.alwaysCausal || !needsBothSides)
            && (encoder.directionsApart || !needsDirectionsApart);
    }
};

const std::vector<HeadEntry>& headEntries();

/// The head of that id. @throws Error{Internal} when there is none.
const HeadEntry& findHead(const std::string& id);

/// A linear layer to the scores of each token ("emissions"), with dropout before it; with a CRF
/// also its scores of moves, which the task reads from here. Parameters: output.weight,
/// output.bias, crf.transitions, crf.start, crf.end.
class TagHead : public Head {
public:
    enum class Moves { None, Crf };
    TagHead(const HeadContext& context, Moves moves);

    HeadOutput forward(const Encoded& encoded) override;
    std::vector<LayerSummary> describe() const override;
    std::string pythonSource() const override;
    GraphValues graph(GraphBuilder& builder, const GraphEncoded& encoded) const override;
    std::vector<GraphPort> graphOutputs() const override;

    bool hasCrf() const { return m_crf != nullptr; }
    /// Scores that graph() adds to those of the CRF when it chooses tags: -inf forbids a move.
    void forbid(const CrfScores& moves) { m_forbidden = moves; }
    /// @pre hasCrf().
    CrfScores crf() const;

protected:
    /// The scores [batch, length, outputs] in a graph.
    GraphValue emissions(GraphBuilder& builder, const GraphEncoded& encoded) const;

private:
    HeadContext m_context;
    torch::nn::Linear m_output{nullptr};
    std::shared_ptr<torch::nn::Module> m_crf; ///< A module with parameters only; null: none.
    CrfScores m_forbidden{}; ///< Undefined: nothing is forbidden.
};

/// Scores of all tokens of the vocabulary for each token of a text, in which some are masked:
/// dropout; on request a transform; "output", a linear layer, whose weights may be the embedding's
/// rows. Without padding.
///
/// Source: Devlin et al. (2018), arXiv:1810.04805, and the published code. With tied weights the
/// transform maps the states to the embedding's dimension, so that they need not have it. Differs:
/// with tied weights the gain of its LayerNorm begins at 1 over the length of the embedding's rows,
/// so that scores begin with deviation 1 however the rows are drawn.
/// Parameters: transform.weight, transform.bias, norm.weight, norm.bias, output.weight (unless
/// tied), output.bias.
class MaskedTokenHead : public Head {
public:
    explicit MaskedTokenHead(const HeadContext& context);

    void drawn() override;
    HeadOutput forward(const Encoded& encoded) override;
    /// @param states [tokens, features] @param marks as dropOut()'s; @return [tokens, outputs]
    torch::Tensor scores(const torch::Tensor& states, const torch::Tensor& marks);
    std::vector<LayerSummary> describe() const override;
    int64_t activationsPerToken() const override;
    std::string pythonSource() const override;
    GraphValues graph(GraphBuilder& builder, const GraphEncoded& encoded) const override;
    std::vector<GraphPort> graphOutputs() const override;
    std::string pythonNetwork(const Json& words) const override;

private:
    bool isTied() const { return !m_context.tied.is_empty(); }
    bool transforms() const { return m_context.transform.activation != "none"; }

    /// With the table, whose module is the encoder's: it is registered there alone.
    HeadContext m_context;
    torch::nn::Linear m_transform{nullptr};
    torch::nn::LayerNorm m_norm{nullptr};
    TokenOutput m_output{nullptr};
};

/// Scores of all tokens of the vocabulary for each token of a text twice: from the forward state of
/// the token before it, and from the backward state of the token behind it. Dropout and "output", a
/// linear layer that both directions share, whose weights may be the embedding's rows. The state
/// before the first token and the one behind the last are learnt.
///
/// Source: Peters et al. (2018), arXiv:1802.05365, section 3.1. Differs: texts have no marks at
/// their ends, which are therefore not predicted.
/// Parameters: begin, end [size], output.weight (unless tied), output.bias.
class NeighbourTokenHead : public Head {
public:
    explicit NeighbourTokenHead(const HeadContext& context);

    /// Scores [tokens, 2 * outputs]: from the left, then from the right.
    HeadOutput forward(const Encoded& encoded) override;
    std::vector<LayerSummary> describe() const override;
    int64_t activationsPerToken() const override; ///< The logits and their gradient share memory.
    std::string pythonSource() const override;
    GraphValues graph(GraphBuilder& builder, const GraphEncoded& encoded) const override;
    std::vector<GraphPort> graphOutputs() const override;
    std::string pythonNetwork(const Json& words) const override;

private:
    bool isTied() const { return !m_context.tied.is_empty(); }
    int64_t size() const
    {
        return m_context.features / 2;
    } ///< The size of a state in one direction.
    /// The forward state of the token before each token, and the backward state of the one behind
    /// it [batch, length, 2, size]. @param states [batch, length, 2 * size]
    torch::Tensor neighbours(const torch::Tensor& states, const torch::Tensor& mask) const;

    /// With the table, whose module is the encoder's: it is registered there alone.
    HeadContext m_context;
    torch::Tensor m_begin, m_end;
    TokenOutput m_output{nullptr};
};

/// The head for whole texts: one vector for each text, pooled where the encoder gives
/// states of tokens; hidden layers, if any; dropout; "output", a linear layer to the scores.
/// Parameters: pooling.*, hidden.i.*, output.weight, output.bias.
class TextHead : public Head {
public:
    explicit TextHead(const HeadContext& context);

    HeadOutput forward(const Encoded& encoded) override;
    torch::Tensor choiceTerm(const torch::Tensor& logChoices, const torch::Tensor& losses) override
    {
        return m_pooling->choiceTerm(logChoices, losses);
    }
    std::vector<LayerSummary> describe() const override;
    std::string pythonSource() const override;
    GraphValues graph(GraphBuilder& builder, const GraphEncoded& encoded) const override;
    std::vector<GraphPort> graphOutputs() const override;

private:
    int64_t vectorSize() const; ///< The size of a text's vector, in front of the hidden layers.

    HeadContext m_context;
    std::shared_ptr<Pooling> m_pooling; ///< Null after an encoder that gives vectors of texts.
    HiddenLayers m_hidden{nullptr}; ///< Empty: none.
    torch::nn::Linear m_output{nullptr};
};

} // namespace core
