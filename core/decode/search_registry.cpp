#include "core/decode/decode_kinds.h"
#include "core/decode/searches/entries.h"

namespace core {

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

} // namespace core
