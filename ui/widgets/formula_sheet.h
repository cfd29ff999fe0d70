#pragma once

#include "core/base/formula.h"

#include <QString>

class QTextDocument;

namespace ui {

/// Whether the sheet (resources/formulas.svg) has a picture of this LaTeX.
bool isTypeset(const std::string& latex);

/// `formula` and the values of its symbols for rich text in a document of drawFormulas(); as plain
/// text where the sheet has no picture of it.
/// @param number  what it comes to, if that is known: "e = sᵀ h / √d = 1.5, d = 32".
QString formulaHtml(const core::Formula& formula, const QString& number = {});

/// The text of a formula for screen readers and the clipboard.
QString formulaText(const core::Formula& formula, const QString& number = {});

/// Lets `document` draw the formulas of its rich text: in the colour of the theme's text, as large
/// as its letters, on their base line, and smaller where one is wider than the document.
void drawFormulas(QTextDocument& document);

} // namespace ui
