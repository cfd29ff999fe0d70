#pragma once

#include "ui/figure/figure.h"

namespace ui {

class SearchColumn;

/// The trees of all columns as a picture, one below the other with their titles, as far as they
/// are known at the step that is shown, above the legend.
Figure treeFigure(const QString& source, const std::vector<const SearchColumn*>& columns);

} // namespace ui
