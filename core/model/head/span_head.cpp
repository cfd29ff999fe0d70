#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/head/head.h"

namespace core {

namespace {

/// Two scores of each token: of being the first and of being the last token of the answer.
/// Parameters: output.weight, output.bias, as in the start and end vectors of Devlin et al. (2018),
/// arXiv:1810.04805, section 4.2. Differs: with biases, as their published code.
class SpanHead : public TagHead {
public:
    explicit SpanHead(const HeadContext& context) : TagHead(context, Moves::None) { }

    GraphValues graph(GraphBuilder& builder, const GraphEncoded& encoded) const override
    {
        return {emissions(builder, encoded)};
    }
    std::vector<GraphPort> graphOutputs() const override
    {
        return {{"scores", torch::kFloat, {"batch", "tokens", "2"}}};
    }
};

} // namespace

/// p(first token) and p(last token) are softmaxes of the two columns over the passage.
HeadEntry spanHead()
{
    return {.id = "span", .needsTokens = true, .make = [](const HeadContext& context) {
                return std::make_shared<SpanHead>(context);
            }};
}

} // namespace core
