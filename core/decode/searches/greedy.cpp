#include "core/decode/search.h"
#include "core/decode/searches/beam.h"

namespace core {
namespace {

BeamOptions widthOne()
{
    BeamOptions options;
    options.width = 1;
    options.normalisation = "none";
    return options;
}

/// A beam of one hypothesis.
class GreedySearch final : public BeamSearch {
public:
    explicit GreedySearch(const SearchContext& context) : BeamSearch(context, widthOne()) { }

private:
    Message enough() const override
    {
        return finishedCount() > 0 ? Message{"The end token was the likeliest token.", {}}
                                   : Message{};
    }
};

} // namespace

SearchRegistry::Entry greedySearch()
{
    return SearchRegistry::entry<NoOptions>(
        {.id = "greedy",
         .title = "Greedy search",
         .summary = "Chooses the most likely token at each step and never revises it. The fastest "
                    "search, and the baseline for the others.",
         .formula = {"y_t = argmax_y p(y | y_{<t}, x)",
                     R"tex(y_t = \operatorname*{arg\,max}_{y}\ p(y \mid y_{<t}, x))tex"}},
        Schema<NoOptions>(), [](const NoOptions&, const SearchContext& context) {
            return std::make_unique<GreedySearch>(context);
        });
}

} // namespace core
