#pragma once

#include "core/data/cells/column.h"

namespace core {

/// The content of the columns TaskColumns::features: numbers beside a number, else a tag for each
/// word.
inline ColumnKind featureKind(const TaskColumns& columns)
{
    return columns.answers(ColumnKind::Number) ? ColumnKind::Number : ColumnKind::Tags;
}

/// The columns that a task has without them, as a sentence calls them.
inline const char* columnsBesideFeatures(const TaskColumns& columns)
{
    return featureKind(columns) == ColumnKind::Number ? "text and number" : "words and tags";
}

} // namespace core
