#include "core/data/formats/format_registry.h"

#include "core/data/data_kinds.h"

namespace core {

const FormatRegistry& formatRegistry()
{
    static const FormatRegistry registry(
        "format",
        {autoFormat(), delimitedFormat(), jsonLinesFormat(), jsonDocumentFormat(),
         classFoldersFormat(), classFilesFormat(), labelFirstFormat(), parallelFormat()});
    return registry;
}

std::vector<KindDescription> formatKinds()
{
    return formatRegistry().descriptions();
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
