#pragma once

#include "core/base/option.h"
#include "core/data/preview.h"

namespace ui {

/// Whether the recognised format lets one choose these columns.
struct ColumnChoice {
    bool text = false;
    bool label = false;
};
ColumnChoice choosableColumns(const core::DataPreview& preview, const core::Catalogue& catalogue);

/// The data section of a spec with these columns of the preview as text and label (-1: none). An
/// automatic format becomes the recognised one, because only that has columns to choose.
core::Json withColumns(const core::Json& data, const core::DataPreview& preview,
                       const core::Catalogue& catalogue, const std::vector<int64_t>& textColumns,
                       int labelColumn);

/// Whether there is nothing but a text, whose lines follow one another: no answer to each.
inline bool isRunningText(const core::TaskColumns& columns)
{
    return columns.kinds == std::vector{core::ColumnKind::Text};
}

} // namespace ui
