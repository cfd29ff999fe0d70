#include "ui/tagging/tag_names.h"

#include <algorithm>
#include <string_view>

namespace ui {

namespace {

/// "PER" of "B-PER"; empty where the tag is of no span.
std::string_view spanType(std::string_view tag)
{
    const bool ofSpan
        = tag.size() > 2 && tag[1] == '-' && std::string_view("BIES").find(tag[0]) < 4;
    return ofSpan ? tag.substr(2) : std::string_view();
}

} // namespace

std::vector<int> swatchesOf(const std::vector<std::string>& tags)
{
    const bool spans = std::any_of(tags.begin(), tags.end(),
                                   [](const std::string& tag) { return !spanType(tag).empty(); });
    std::vector<std::string_view> types;
    std::vector<int> all;
    for (const std::string& tag : tags) {
        const std::string_view type = spanType(tag).empty() ? std::string_view(tag) : spanType(tag);
        if (spans && tag == "O") {
            all.push_back(-1);
            continue;
        }
        const auto found = std::find(types.begin(), types.end(), type);
        all.push_back(int(found - types.begin()));
        if (found == types.end())
            types.push_back(type);
    }
    return all;
}

QString tagName(const std::vector<std::string>& tags, int64_t tag)
{
    return tag >= 0 && size_t(tag) < tags.size() ? QString::fromStdString(tags[size_t(tag)])
                                                 : QStringLiteral("\u2013");
}

} // namespace ui
