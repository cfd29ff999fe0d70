#include "core/nn/layers/attention_score.h"

namespace core {

AttentionEntry noAttention()
{
    return {AttentionRegistry::entry<NoOptions>(
        {.id = "none",
         .title = "None",
         .summary = "The decoder knows only the encoder's last state: all of the sentence in one "
                    "vector. Take it to see the bottleneck that attention removes.",
         .formula = {"s_0 = h_N", R"tex(s_0 = h_N)tex"}},
        Schema<NoOptions>(),
        [](const NoOptions&, const AttentionSizes&) { return std::shared_ptr<AttentionScore>(); })};
}

} // namespace core
