#include "core/data/formats/format_registry.h"

#include "core/data/data_kinds.h"

#include <array>

namespace core {

namespace {

/// What the rows of a format may hold.
enum class Fills { Everything, Tables, Classes, Pairs };

struct Listed {
    FormatRegistry::Entry (*entry)();
    Fills fills;
};

/// In the order in which users see them and in which the first of equals is recognised.
constexpr std::array kFormats{
    Listed{autoFormat, Fills::Everything},      Listed{delimitedFormat, Fills::Tables},
    Listed{jsonLinesFormat, Fills::Tables},     Listed{jsonDocumentFormat, Fills::Tables},
    Listed{classFoldersFormat, Fills::Classes}, Listed{classFilesFormat, Fills::Classes},
    Listed{labelFirstFormat, Fills::Classes},   Listed{parallelFormat, Fills::Pairs}};

bool canFill(Fills fills, const TaskColumns& columns)
{
    const bool text = !columns.kinds.empty() && columns.kinds.front() == ColumnKind::Text;
    switch (fills) {
    case Fills::Everything:
        return true;
    case Fills::Tables:
        return text && !columns.answers(ColumnKind::Tags);
    case Fills::Classes:
        return text && columns.answers(ColumnKind::Class);
    case Fills::Pairs:
        return text && columns.arePairs();
    }
    return false;
}

} // namespace

const FormatRegistry& formatRegistry()
{
    static const FormatRegistry registry = [] {
        std::vector<FormatRegistry::Entry> entries;
        for (const Listed& listed : kFormats)
            entries.push_back(listed.entry());
        return FormatRegistry("format", std::move(entries));
    }();
    return registry;
}

std::vector<std::string> formatsThatFill(const TaskColumns& columns)
{
    std::vector<std::string> ids;
    const auto all = formatRegistry().descriptions();
    for (size_t i = 0; i < all.size(); ++i)
        if (canFill(kFormats[i].fills, columns))
            ids.push_back(all[i].id);
    return ids;
}

std::vector<KindDescription> formatKinds(const std::vector<TaskColumns>& tasks)
{
    std::vector<KindDescription> all = formatRegistry().descriptions();
    for (size_t i = 0; i < all.size(); ++i)
        all[i].tasks = servedTasks(
            tasks, [&](const TaskColumns& columns) { return canFill(kFormats[i].fills, columns); });
    return all;
}

std::shared_ptr<const Format> makeFormat(const Selection& selection, const FormatSample& sample)
{
    const auto& entry = formatRegistry().find(selection.kind);
    std::vector<Problem> problems;
    const Json options
        = completed(selection.options, entry.description.options, {}, "data.format", problems);
    if (!problems.empty())
        throw Error(ErrorCode::BadSetting, problems.front().what);
    return entry.make(options, sample);
}

} // namespace core
