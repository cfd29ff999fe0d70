#pragma once

#include "core/base/option.h"
#include "core/data/cells/column.h"
#include "core/data/preview.h"

#include <QString>

namespace ui {

/// The training of a spec in words, one sentence for each decision.
QString planText(const core::Json& spec, const core::TaskColumns& columns,
                 const core::Catalogue& catalogue);

/// The one line under each step's title: "reviews, 10,000 texts, 2 classes".
/// @param preview  null: the data are not read yet.
QString dataSummary(const core::Json& data, const core::DataPreview* preview,
                    const core::Catalogue& catalogue);
/// A sheet in a list of them: "Old (hidden), 12 rows".
QString sheetTitle(const core::SheetSummary& sheet);
QString textSummary(const core::Json& spec, const core::Catalogue& catalogue);
QString modelSummary(const core::Json& model, const core::Catalogue& catalogue);
QString trainingSummary(const core::Json& training, const core::Catalogue& catalogue);

} // namespace ui
