#include "core/base/error.h"
#include "core/decode/search.h"
#include "core/decode/tree_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace core {
namespace {

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

struct ExhaustiveOptions : SearchRules {
    int64_t budget = 200000; ///< Hypotheses.
};

/// The largest maximum length whose cost is not over `budget`.
int64_t longestWithin(int64_t budget, int64_t words)
{
    double cost = 1.0;
    double sameLength = 1.0;
    int64_t length = 0;
    for (; cost <= static_cast<double>(budget); ++length) {
        sameLength *= static_cast<double>(words);
        cost += sameLength;
    }
    return length;
}

/// Writes a large number as a power of ten.
std::string roughly(double count, double exponent)
{
    if (count < 1e6)
        return std::to_string(std::llround(count));
    return "about 10^" + std::to_string(std::llround(exponent));
}

/// Scores every hypothesis that ends within T tokens, level by level, because a row can only follow
/// a row of the previous step.
class ExhaustiveSearch final : public TreeSearch {
public:
    ExhaustiveSearch(const SearchContext& context, const ExhaustiveOptions& options)
        : TreeSearch(context, options, kUnlimited), m_budget(options.budget)
    {
    }

    void check() const override;

private:
    void decide(const NextTokens& next, Decision& decision) override;
    void weighEnds(const NextTokens& next, Decision& decision);
    Message enough() const override { return {}; }
    Message exhausted() const override
    {
        return {"All hypotheses up to the maximum length were compared: %1 of them.",
                {std::to_string(finishedCount())}};
    }

    int64_t m_budget;
};

void ExhaustiveSearch::check() const
{
    TreeSearch::check();
    std::set<int64_t> unwritable(context().neverIds.begin(), context().neverIds.end());
    unwritable.insert(context().endId);
    const auto words
        = std::max<int64_t>(1, context().vocabularySize - static_cast<int64_t>(unwritable.size()));
    const auto free = context().maximumLength - static_cast<int64_t>(context().prefix.size());
    const double cost = exhaustiveCost(words, free);
    if (cost > static_cast<double>(m_budget)) {
        const double exponent = std::isfinite(cost)
            ? std::log10(cost)
            : static_cast<double>(free - 1) * std::log10(static_cast<double>(words));
        throw Error(
            ErrorCode::BadSetting,
            {"Exhaustive search would compare %1 hypotheses of at most %2 {token|tokens}, made of "
             "%3 different ones; its budget is %4.",
             {roughly(cost, exponent), std::to_string(free), std::to_string(words),
              std::to_string(m_budget)}},
            {"Allow at most %1 {token|tokens}, for a translation by a lower length factor and "
             "length "
             "margin; force the beginning, train with a smaller vocabulary, raise the budget, or "
             "use beam search.",
             {std::to_string(context().maximumLength - free + longestWithin(m_budget, words))}});
    }
    // All rows of one length are asked for together.
    constexpr double kMostBytes = 1e9;
    const double bytes = std::pow(static_cast<double>(words), static_cast<double>(free - 1))
        * static_cast<double>(context().vocabularySize) * sizeof(float);
    if (bytes > kMostBytes)
        throw Error(ErrorCode::BadSetting,
                    {"The last step of exhaustive search would need %1 GB of memory for its "
                     "probabilities.",
                     {numberText(std::ceil(bytes / 1e9))}},
                    {"Allow at most %1 {token|tokens}, or use beam search.",
                     {std::to_string(context().maximumLength - 1)}});
}

void ExhaustiveSearch::decide(const NextTokens& next, Decision& decision)
{
    if (lastStep()) {
        weighEnds(next, decision);
        return;
    }
    weigh(next, context().vocabularySize, decision);
    int32_t rank = 0;
    for (Candidate& each : decision.candidates) {
        if (isBlocked(each))
            continue;
        each.rank = ++rank;
        if (ends(each))
            each.fate = Fate::Finished;
    }
    list(decision);
}

/// In the last step only tokens that end the hypothesis are weighed: with any other it would be too
/// late to end.
void ExhaustiveSearch::weighEnds(const NextTokens& next, Decision& decision)
{
    const auto end = static_cast<int32_t>(context().endId);
    auto& candidates = decision.candidates;
    if (hasStopSequences()) {
        weigh(next, context().vocabularySize, decision);
        for (Candidate& each : candidates)
            each.fate = !isBlocked(each) && ends(each) ? Fate::Finished : Fate::CutOff;
        std::erase_if(candidates,
                      [](const Candidate& each) { return each.fate != Fate::Finished; });
    }
    for (size_t row = 0; row < open().size() && mayEnd() && !hasStopSequences(); ++row) {
        const auto distribution = rowOf(next, row);
        if (!likeliest().canBeWritten(distribution, end))
            continue;
        candidates.push_back(candidate(row, {distribution[static_cast<size_t>(end)], end}));
        candidates.back().fate = Fate::Finished;
    }
    std::sort(candidates.begin(), candidates.end());
    int32_t rank = 0;
    for (Candidate& each : candidates)
        each.rank = ++rank;
    decision.weighed = static_cast<int64_t>(candidates.size());
}

Schema<ExhaustiveOptions> exhaustiveSchema()
{
    Schema<ExhaustiveOptions> schema;
    schema.add(&ExhaustiveOptions::budget,
               {.name = "budget",
                .label = "Budget",
                .help = "If the search is refused as too costly, shorten the maximum length or use "
                        "a smaller vocabulary. Raise the budget only if you have the time.",
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
         .summary = "Compares every translation up to the maximum length, so its result is the "
                    "best that exists. Only for vocabularies of a few tokens: the number of "
                    "hypotheses grows with the vocabulary to the power of the length.",
         .formula
         = {"ŷ = argmax score(y) over all y of at most T tokens",
            R"tex(\hat y = \operatorname*{arg\,max}_{|y| \,\le\, T}\ \operatorname{score}(y))tex"}},
        exhaustiveSchema(), [](const ExhaustiveOptions& options, const SearchContext& context) {
            return std::make_unique<ExhaustiveSearch>(context, options);
        });
}

} // namespace core
