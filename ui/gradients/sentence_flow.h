#pragma once

#include "core/probe/states/state_questions.h"

#include <QString>

namespace ui {

class TableText;

/// The recurrent matrices, and how the gradient changes through the sentence.
QString matricesText(const core::GradientFlow& flow);
/// The norms after each word.
QString flowWords(const core::GradientFlow& flow);
void writeFlow(TableText& table, const core::GradientFlow& flow);

} // namespace ui
