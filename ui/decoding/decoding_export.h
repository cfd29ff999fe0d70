#pragma once

#include "ui/widgets/picture_file.h"

#include <QString>

#include <vector>

namespace ui {

class SearchColumn;

/// The trees of all columns, one below the other with their titles, as far as they are known at
/// the step that is shown, above the legend. @throws core::Error{FileUnwritable}.
void saveTrees(PictureFormat format, const QString& source,
               const std::vector<const SearchColumn*>& columns, const QString& path);

} // namespace ui
