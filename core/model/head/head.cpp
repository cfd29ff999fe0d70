#include "core/model/head/head.h"

#include <algorithm>

namespace core {

HeadEntry classHead();

const std::vector<HeadEntry>& headEntries()
{
    static const std::vector<HeadEntry> entries = {classHead()};
    return entries;
}

const HeadEntry* headOf(const std::string& task)
{
    const auto& entries = headEntries();
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const HeadEntry& head) { return head.task == task; });
    return found == entries.end() ? nullptr : &*found;
}

} // namespace core
