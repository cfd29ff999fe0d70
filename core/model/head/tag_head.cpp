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

/// The tags [batch, length] whose path has the largest score. @param scores [batch, length, tags]
GraphValue graphBestPath(GraphBuilder& builder, GraphValue scores, GraphValue mask,
                         const CrfScores& crf, const CrfScores& forbidden)
{
    const auto score = [&](const torch::Tensor& learnt, const torch::Tensor& more) {
        const GraphValue value = builder.weight(learnt);
        return more.defined() ? value + builder.constant(more) : value;
    };
    // One token of padding more, so that each loop has a step.
    scores = builder.join({scores, builder.slice(scores, 1, 0, 1)}, 1);
    mask = builder.join({mask, !builder.slice(mask, 1, 0, 1)}, 1); // The first one is real.
    const GraphValue moves = builder.unsqueeze(score(crf.transitions, forbidden.transitions), 0);
    const GraphValue others = builder.size(scores, 1) - 1.0;
    const GraphValue first = builder.select(scores, 1, 0) + score(crf.start, forbidden.start);
    // Forwards: the best score of each tag, and the tag before it.
    const GraphStep paths
        = builder.loop(others, {first}, 1, [&](GraphValue index, const GraphValues& before) {
              const GraphValue sums = builder.unsqueeze(before.front(), 2) + moves;
              const GraphValue best
                  = builder.maximum(sums, 1) + builder.select(scores, 1, index + 1.0);
              const GraphValue real = builder.unsqueeze(builder.select(mask, 1, index + 1.0), 1);
              return GraphStep{{choose(real, best, before.front())}, {builder.likeliest(sums, 1)}};
          });
    const GraphValue last
        = builder.likeliest(paths.states.front() + score(crf.end, forbidden.end), 1); // [batch]
    // Backwards along them; padding keeps the last tag.
    const GraphStep tags
        = builder.loop(others, {last}, 1, [&](GraphValue index, const GraphValues& behind) {
              const GraphValue place = others - 1.0 - index;
              const GraphValue tag = behind.front();
              const GraphValue previous
                  = builder.squeeze(builder.gather(builder.select(paths.kept.front(), 0, place), 1,
                                                   builder.unsqueeze(tag, 1)),
                                    1);
              const GraphValue real = builder.select(mask, 1, place + 1.0);
              return GraphStep{{choose(real, previous, tag)}, {tag}};
          });
    const GraphValue behind = builder.reverse(tags.kept.front(), 0); // [length, batch]
    const GraphValue path = builder.join({builder.unsqueeze(tags.states.front(), 0), behind}, 0);
    return builder.transpose(builder.slice(path, 0, 0, -1), {1, 0});
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

GraphValue TagHead::emissions(GraphBuilder& builder, const GraphEncoded& encoded) const
{
    return builder.linear(encoded.tokens.states, m_output->weight, m_output->bias);
}

/// The scores of tags, and the best tags of each text: with a CRF by the Viterbi algorithm. At
/// padding they are 0.
GraphValues TagHead::graph(GraphBuilder& builder, const GraphEncoded& encoded) const
{
    const GraphValue scores = emissions(builder, encoded);
    const GraphValue tags = m_crf == nullptr
        ? builder.likeliest(scores, 2)
        : graphBestPath(builder, scores, encoded.tokens.mask, crf(), m_forbidden);
    return {scores, builder.fillWhere(tags, !encoded.tokens.mask, 0)};
}

std::vector<GraphPort> TagHead::graphOutputs() const
{
    return {{"scores", torch::kFloat, {"batch", "tokens", std::to_string(m_context.outputs)}},
            {"tags", torch::kLong, {"batch", "tokens"}}};
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
