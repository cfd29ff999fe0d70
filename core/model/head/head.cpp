#include "core/model/head/head.h"

#include "core/base/error.h"

namespace core {

HeadEntry classHead();
HeadEntry numberHead();

const std::vector<HeadEntry>& headEntries()
{
    static const std::vector<HeadEntry> entries = {classHead(), numberHead()};
    return entries;
}

const HeadEntry& findHead(const std::string& id)
{
    for (const HeadEntry& head : headEntries())
        if (head.id == id)
            return head;
    throw Error(ErrorCode::Internal, {"There is no head named \"%1\".", {id}});
}

} // namespace core
