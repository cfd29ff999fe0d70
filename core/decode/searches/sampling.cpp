#include "core/decode/searches/entries.h"

namespace core {
namespace {

struct SamplingOptions {
    double temperature = 1.0;
    int64_t topK = 0; ///< 0: all.
    double topP = 1.0; ///< 1: all.
    int64_t seed = 1;
};

Schema<SamplingOptions> samplingSchema()
{
    return Schema<SamplingOptions>()
        .add(&SamplingOptions::temperature,
             {.name = "temperature",
              .label = "Temperature",
              .help = "Too wild: lower it, near 0 is greedy search; always the same: raise it. Log "
                      "probabilities are divided by it before the draw.",
              .minimum = 0.01,
              .maximum = 100.0})
        .add(&SamplingOptions::topK,
             {.name = "top_k",
              .label = "Top k",
              .help = "Odd words slip in: draw only from the k likeliest tokens. 0: from all.",
              .unit = "tokens",
              .minimum = 0,
              .maximum = 1000000})
        .add(&SamplingOptions::topP,
             {.name = "top_p",
              .label = "Top p",
              .help = "Odd words slip in: draw only from the likeliest tokens that together reach "
                      "this probability. 1: from all. Applied after top k.",
              .minimum = 0.0,
              .maximum = 1.0})
        .add(&SamplingOptions::seed,
             {.name = "seed",
              .label = "Seed",
              .help = "The same seed draws the same translation again; another seed, another one.",
              .minimum = 0,
              .maximum = 9007199254740992.0});
}

} // namespace

SearchRegistry::Entry samplingSearch()
{
    return SearchRegistry::entry<SamplingOptions>(
        {.id = "sampling",
         .title = "Sampling",
         .summary
         = "Draws each token by its probability. Shows what the network holds for possible "
           "rather than what it holds for best.",
         .formula = "yₜ ~ p(y | y₁ … yₜ₋₁, x)^(1/τ) over the top k, then the top p",
         .options = {},
         .tasks = {"translation"}},
        samplingSchema(),
        [](const SamplingOptions&, const SearchContext&) -> std::unique_ptr<Search> {
            return nullptr;
        });
}

} // namespace core
