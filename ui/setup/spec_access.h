#pragma once

#include "core/base/json.h"
#include "core/base/option.h"
#include "core/data/preview.h"

#include <string>

namespace ui {

/// Members of a spec that may be invalid: a missing member or one of another type reads as null, 0
/// or empty.
inline core::Json member(const core::Json& object, const std::string& name)
{
    if (!object.is_object())
        return {};
    const auto found = object.find(name);
    return found == object.end() ? core::Json() : *found;
}

inline double number(const core::Json& object, const std::string& name)
{
    const core::Json found = member(object, name);
    return found.is_number() ? found.get<double>() : 0.0;
}

inline std::string text(const core::Json& object, const std::string& name)
{
    const core::Json found = member(object, name);
    return found.is_string() ? found.get<std::string>() : std::string();
}

inline bool flag(const core::Json& object, const std::string& name)
{
    const core::Json found = member(object, name);
    return found.is_boolean() && found.get<bool>();
}

/// The id of a spec's task.
inline std::string taskOf(const core::Json& spec)
{
    return text(member(spec, "task"), "kind");
}

/// Whether the recognised format has options for these columns.
struct ColumnChoice {
    bool text = false;
    bool label = false;
};
ColumnChoice choosableColumns(const core::DataPreview& preview, const core::Catalogue& catalogue);

/// The data section of a spec with these columns of the preview as text and label (-1: none). An
/// automatic format becomes the recognised one, which has options for columns.
core::Json withColumns(const core::Json& data, const core::DataPreview& preview,
                       const core::Catalogue& catalogue, const std::vector<int64_t>& textColumns,
                       int labelColumn);

/// The data section of a spec that reads another sheet of the previewed workbook. Chosen columns
/// that it has as well stay; the others are recognised anew. @param sheet  empty: the first that is
/// not empty.
core::Json withSheet(core::Json data, const core::DataPreview& preview, const std::string& sheet);

/// The sheets of a workbook become the choices of the option that names one; without any it is a
/// text again. @returns false if nothing changed.
bool offerSheets(core::Catalogue& catalogue, const std::vector<core::SheetSummary>& sheets);

/// The data section of a spec with the same files and nothing that was recognised for a task:
/// format, columns, languages and the files of a target side.
core::Json withoutColumns(core::Json data);

/// Whether the data are one running text without targets.
inline bool isRunningText(const core::TaskColumns& columns)
{
    return columns.kinds == std::vector{core::ColumnKind::Text};
}

} // namespace ui
