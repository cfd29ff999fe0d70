#include "core/model/head/head.h"
#include "core/model/python_text.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

constexpr const char* kPython = R"(<<crf class>>class Head(nn.Module):
    """Dropout and a linear layer to the scores of all tags at each token."""

    def __init__(self):
        super().__init__()
        self.dropout = nn.Dropout(<<dropout>>)
        self.output = nn.Linear(<<features>>, <<outputs>>)
<<crf>>
    def forward(self, encoded, mask):
        return self.output(self.dropout(encoded[0]))
)";

constexpr const char* kPythonCrf = R"(class Crf(nn.Module):
    """A linear-chain CRF over the scores of tags (emissions [length, tags] of one text).

    score(y) = start[y_1] + sum_t emission[t, y_t] + sum_t transition[y_(t-1), y_t] + end[y_n]
    """

    def __init__(self):
        super().__init__()
        self.transitions = nn.Parameter(torch.zeros(<<outputs>>, <<outputs>>))  # from row to column
        self.start = nn.Parameter(torch.zeros(<<outputs>>))
        self.end = nn.Parameter(torch.zeros(<<outputs>>))

    def log_partition(self, emissions):
        """log of the sum over all paths of exp(score)."""
        score = self.start + emissions[0]
        for emission in emissions[1:]:
            score = torch.logsumexp(score.unsqueeze(1) + self.transitions, 0) + emission
        return torch.logsumexp(score + self.end, 0)

    def path_score(self, emissions, tags):
        score = self.start[tags[0]] + self.end[tags[-1]]
        score = score + emissions.gather(1, tags.unsqueeze(1)).sum()
        return score + self.transitions[tags[:-1], tags[1:]].sum()

    def loss(self, emissions, tags):
        """The negative logarithm of the probability of `tags` [length], in nats."""
        return self.log_partition(emissions) - self.path_score(emissions, tags)

    def viterbi(self, emissions, allowed=None):
        """The path with the largest score: a list of tags. Equal ones: the smaller tag.

        `allowed`: (transitions, start, end), bool; other moves are not taken.
        """
        transitions, start, end = self.transitions, self.start, self.end
        if allowed is not None:
            transitions, start, end = (
                scores.masked_fill(~legal, float("-inf"))
                for scores, legal in zip((transitions, start, end), allowed)
            )
        score = start + emissions[0]
        pointers = []
        for emission in emissions[1:]:
            reached = score.unsqueeze(1) + transitions
            best = reached.max(0)
            pointers.append(best.indices.tolist())
            score = best.values + emission
        path = [int((score + end).argmax())]
        for pointer in reversed(pointers):
            path.append(pointer[path[-1]])
        return path[::-1]


)";

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
    return {linear(m_output,
                   options.lockedDropout ? layout.pack(lockedDropOut(states, dropout))
                                         : dropOut(layout.pack(states), dropout))};
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
        layers.push_back(
            layerSummary("crf", "Linear-chain CRF", "batch x length x " + tags, *m_crf));
    return layers;
}

std::string TagHead::pythonSource() const
{
    const std::string outputs = std::to_string(m_context.outputs);
    return filledIn(kPython,
                    {{"crf class", hasCrf() ? filledIn(kPythonCrf, {{"outputs", outputs}}) : ""},
                     {"dropout", numberText(m_context.options.dropout)},
                     {"features", std::to_string(m_context.features)},
                     {"outputs", outputs},
                     {"crf", hasCrf() ? "        self.crf = Crf()\n" : ""}});
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
