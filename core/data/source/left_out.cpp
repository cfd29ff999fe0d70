#include "core/data/source/left_out.h"

#include <utility>

namespace core {

namespace {

Message leftOutMessage(LeftOut::Reason reason)
{
    switch (reason) {
    case LeftOut::Reason::OutsideName:
        return {"Left out, because their names lead out of the archive: %1 (%2).", {}};
    case LeftOut::Reason::Link:
        return {"Left out, because links are not followed: %1 (%2).", {}};
    case LeftOut::Reason::Special:
        return {"Left out, because they are not ordinary files: %1 (%2).", {}};
    case LeftOut::Reason::InnerArchive:
        return {"Left out, because archives inside are not opened: %1 (%2). Drop them separately.",
                {}};
    case LeftOut::Reason::Description:
        return {"Left out, because they describe the data: %1 (%2).", {}};
    case LeftOut::Reason::NotRows:
        return {"Left out, because they do not belong to the format: %1 (%2).", {}};
    case LeftOut::Reason::NoPart:
        return {"Left out, because their names do not say whether they are for training, "
                "validation or testing: %1 (%2).",
                {}};
    case LeftOut::Reason::NotText:
        break;
    }
    return {"Left out, because they hold no text: %1 (%2).", {}};
}

} // namespace

void LeftOut::add(Reason reason, const std::string& name)
{
    Count& entry = m_counts[reason];
    constexpr int64_t kNames = 5;
    if (entry.count < kNames)
        entry.names += (entry.count == 0 ? "" : ", ") + shown(name);
    else if (entry.count == kNames)
        entry.names += " ...";
    ++entry.count;
}

std::vector<Message> LeftOut::messages() const
{
    std::vector<Message> all;
    for (const auto& [reason, entry] : m_counts) {
        Message message = leftOutMessage(reason);
        message.arguments = {std::to_string(entry.count), entry.names};
        all.push_back(std::move(message));
    }
    return all;
}

} // namespace core
