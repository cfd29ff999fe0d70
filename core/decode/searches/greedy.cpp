#include "core/decode/searches/entries.h"

namespace core {

SearchRegistry::Entry greedySearch()
{
    return SearchRegistry::entry<NoOptions>(
        {.id = "greedy",
         .title = "Greedy search",
         .summary
         = "Takes the likeliest token at each step and never looks back. The quickest, and "
           "the one to compare others with.",
         .formula = "yₜ = argmax p(y | y₁ … yₜ₋₁, x)",
         .options = {},
         .tasks = {"translation"}},
        Schema<NoOptions>(),
        [](const NoOptions&, const SearchContext&) -> std::unique_ptr<Search> { return nullptr; });
}

} // namespace core
