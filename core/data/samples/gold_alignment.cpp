#include "core/data/samples/pair_entries.h"

#include <algorithm>

namespace core {

namespace {

bool isPairSample(const std::string& kind)
{
    static const std::vector<KindDescription> all = pairSampleRegistry().descriptions();
    return std::any_of(all.begin(), all.end(),
                       [&](const KindDescription& each) { return each.id == kind; });
}

} // namespace

std::optional<std::vector<AlignmentLink>> goldAlignment(const Selection& sample,
                                                        std::string_view source,
                                                        std::string_view target)
{
    if (!isPairSample(sample.kind))
        return std::nullopt;
    auto translation = pairSampleRegistry().make(sample).translate(source);
    if (!translation || translation->text != target)
        return std::nullopt;
    return std::move(translation->links);
}

} // namespace core
