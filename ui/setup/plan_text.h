#pragma once

#include "core/base/option.h"
#include "core/data/cells/column.h"

#include <QString>

namespace ui {

/// What a spec says of its training in plain words, one sentence a decision.
QString planText(const core::Json& spec, const core::TaskColumns& columns,
                 const core::Catalogue& catalogue);

/// The one line under each step's title: "reviews, 10,000 texts, 2 classes".
QString dataSummary(const core::Json& data, const core::Catalogue& catalogue);
QString textSummary(const core::Json& spec, const core::Catalogue& catalogue);
QString modelSummary(const core::Json& model, const core::Catalogue& catalogue);
QString trainingSummary(const core::Json& training, const core::Catalogue& catalogue);

} // namespace ui
