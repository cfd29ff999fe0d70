#include "core/probe/translation/further_references.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/data/cells/cell_text.h"

#include <string_view>

namespace core {

namespace {

/// Its lines, trimmed; blank ones at the end are left out.
std::vector<std::string> referenceLines(const std::string& file)
{
    constexpr std::string_view kMark = "\xEF\xBB\xBF"; // Of UTF-8.
    const std::string whole = readFile(file);
    std::string_view text = whole;
    if (text.starts_with(kMark))
        text.remove_prefix(kMark.size());
    std::vector<std::string> lines;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        if (Message fault = textFault(line); !fault.empty())
            throw Error(
                ErrorCode::BadData,
                {"%1, line %2: %3", {shown(file), std::to_string(lines.size() + 1), fault.plain()}},
                {"Save the file as UTF-8.", {}});
        lines.emplace_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    while (!lines.empty() && lines.back().empty())
        lines.pop_back();
    return lines;
}

} // namespace

std::vector<std::vector<std::string>> readFurtherReferences(const std::vector<std::string>& files,
                                                            size_t pairs)
{
    std::vector<std::vector<std::string>> references(files.empty() ? 0 : pairs);
    for (const std::string& file : files) {
        const std::vector<std::string> lines = referenceLines(file);
        if (lines.size() != pairs)
            throw Error(
                ErrorCode::BadData,
                {"%1 has %2 {line|lines}, but there are %3 {pair|pairs}.",
                 {shown(file), std::to_string(lines.size()), std::to_string(pairs)}},
                {"Line N of a file of further references must translate pair N of the set.", {}});
        for (size_t i = 0; i < pairs; ++i)
            if (!lines[i].empty())
                references[i].push_back(lines[i]);
    }
    return references;
}

} // namespace core
