#pragma once

#include "tests/ui/shown_widgets.h"
#include "tests/ui/translation_sample.h"
#include "ui/sentence/translation_view.h"

namespace sample {

inline void open(ui::TranslationView& view, const core::TranslationInspection& inspection)
{
    view.setInspection(inspection);
    showSized(view, {1100, 800});
}

} // namespace sample
