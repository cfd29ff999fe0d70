#include "core/decode/search_rules.h"
#include "core/decode/searches/entries.h"

namespace core {
namespace {

struct ExhaustiveOptions : SearchRules {
    int64_t budget = 200000; ///< Hypotheses.
};

Schema<ExhaustiveOptions> exhaustiveSchema()
{
    Schema<ExhaustiveOptions> schema;
    schema.add(&ExhaustiveOptions::budget,
               {.name = "budget",
                .label = "Budget",
                .help = "Refused as too costly: shorten the maximum length or take a smaller "
                        "vocabulary; raise this only if you have the time.",
                .unit = "hypotheses",
                .minimum = 1,
                .maximum = 1e9,
                .logarithmic = true});
    return addRules(schema);
}

} // namespace

SearchRegistry::Entry exhaustiveSearch()
{
    return SearchRegistry::entry<ExhaustiveOptions>(
        {.id = "exhaustive",
         .title = "Exhaustive search",
         .summary
         = "Looks at every translation up to the maximum length, so its answer is the best "
           "there is. Only for vocabularies of a few tokens: the number of hypotheses grows "
           "with V^T.",
         .formula = "y = argmax log P(y | x) over all y of at most T tokens",
         .options = {},
         .tasks = {"translation"}},
        exhaustiveSchema(),
        [](const ExhaustiveOptions&, const SearchContext&) -> std::unique_ptr<Search> {
            return nullptr;
        });
}

} // namespace core
