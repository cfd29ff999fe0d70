#include "core/decode/search.h"

#include <cmath>

namespace core {

// Each in a file of its own.
SearchRegistry::Entry greedySearch();
SearchRegistry::Entry samplingSearch();
SearchRegistry::Entry beamSearch();
SearchRegistry::Entry exhaustiveSearch();

const SearchRegistry& searchRegistry()
{
    static const SearchRegistry registry(
        "search", {greedySearch(), samplingSearch(), beamSearch(), exhaustiveSearch()});
    return registry;
}

std::vector<KindDescription> searchKinds()
{
    return searchRegistry().descriptions();
}

void checkSearch(const Selection& search, const SearchContext& context)
{
    searchRegistry().make(search, context)->check();
}

double exhaustiveCost(int64_t writableTokens, int64_t maximumLength)
{
    double sum = 0.0;
    double sameLength = 1.0;
    for (int64_t length = 0; length < maximumLength && std::isfinite(sum); ++length) {
        sum += sameLength;
        sameLength *= static_cast<double>(writableTokens);
    }
    return sum;
}

} // namespace core
