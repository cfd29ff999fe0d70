#pragma once

#include "core/data/preview.h"
#include "core/text/text_preview.h"
#include "ui/widgets/fit_line.h"

#include <vector>

namespace ui {

/// The known previews of the spec's data; null: not known.
struct KnownData {
    const core::DataPreview* data = nullptr;
    const core::TextPreview* text = nullptr; ///< For pairs, the source side.
    const core::TextPreview* target = nullptr;
};

/// How the values of `spec` that depend on the data fit: maximum lengths, vocabularies, batch size,
/// share for validation. Always the same settings in the same order.
std::vector<FieldFit> fieldFits(const core::Json& spec, const KnownData& known);

} // namespace ui
