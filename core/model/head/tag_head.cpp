#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/head/head.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

HeadEntry entry(const char* id, TagHead::Moves moves)
{
    return {.id = id, .needsTokens = true, .make = [moves](const HeadContext& context) {
                return std::make_shared<TagHead>(context, moves);
            }};
}

} // namespace

TagHead::TagHead(const HeadContext& context, Moves moves) : m_context(context)
{
    m_output = register_module("output", torch::nn::Linear(context.features, context.outputs));
    if (moves == Moves::None)
        return;
    // All moves alike at first, as good a guess as any: nothing is drawn.
    m_crf = register_module("crf", std::make_shared<torch::nn::Module>());
    m_crf->register_parameter("transitions", torch::zeros({context.outputs, context.outputs}));
    m_crf->register_parameter("start", torch::zeros({context.outputs}));
    m_crf->register_parameter("end", torch::zeros({context.outputs}));
}

HeadOutput TagHead::forward(const Encoded& encoded)
{
    const TokenLayout layout(
        {encoded.tokens.mask.to(torch::kInt64), encoded.tokens.lengths}); // only shapes count
    const HeadOptions& options = m_context.options;
    const double dropout = is_training() ? options.dropout : 0.0;
    const torch::Tensor& states = encoded.tokens.states;
    return {observed(*this, "output",
                     linear(m_output,
                            options.lockedDropout
                                ? layout.pack(lockedDropOut(states, dropout))
                                : dropOut(layout.pack(states), dropout, layout.marks())))};
}

CrfScores TagHead::crf() const
{
    const auto parameters = m_crf->named_parameters(/*recurse=*/false);
    return {parameters["transitions"], parameters["start"], parameters["end"]};
}

std::vector<LayerSummary> TagHead::describe() const
{
    const std::string tags = std::to_string(m_context.outputs);
    std::vector<LayerSummary> layers{
        layerSummary("output", "Linear", "batch x length x " + tags, *m_output)};
    if (hasCrf())
        layers.push_back(layerSummary("crf", "Linear-chain CRF", "batch x length x " + tags, *m_crf,
                                      {TokenFlow::Chain}));
    return layers;
}

std::string TagHead::pythonSource() const
{
    const std::string head = pythonPiece("heads/tag",
                                         {{"CRF", hasCrf()},
                                          {"FEATURES", m_context.features},
                                          {"OUTPUTS", m_context.outputs},
                                          {"DROPOUT", numberText(m_context.options.dropout)}});
    return joinedPython(
        {hasCrf() ? pythonPiece("heads/crf", {{"OUTPUTS", m_context.outputs}}) : "", head});
}

/// Each token by itself: p(tag | token) is the softmax of its scores.
HeadEntry tagHead()
{
    return entry("tag", TagHead::Moves::None);
}

/// With scores of moves between tags: a linear-chain CRF.
HeadEntry crfHead()
{
    return entry("crf", TagHead::Moves::Crf);
}

} // namespace core
