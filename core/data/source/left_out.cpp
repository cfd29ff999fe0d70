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
        return {"Left out, because they are no ordinary files: %1 (%2).", {}};
    case LeftOut::Reason::InnerArchive:
        return {"Left out, because archives inside are not opened: %1 (%2). Drop them by "
                "themselves.",
                {}};
    case LeftOut::Reason::Unreadable:
        return {"A part of the folder cannot be read: %1 (%2).", {}};
    case LeftOut::Reason::NotText:
        break;
    }
    return {"Left out, because they hold no text: %1 (%2).", {}};
}

} // namespace

void LeftOut::add(Reason reason, const std::string& name)
{
    Count& entry = m_counts[reason];
    if (entry.count++ == 0)
        entry.first = shown(name);
}

std::vector<Message> LeftOut::messages() const
{
    std::vector<Message> all;
    for (const auto& [reason, entry] : m_counts) {
        Message message = leftOutMessage(reason);
        message.arguments = {std::to_string(entry.count), entry.first};
        all.push_back(std::move(message));
    }
    return all;
}

} // namespace core
