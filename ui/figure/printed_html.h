#pragma once

#include <QByteArray>
#include <QString>

class QTextDocument;

namespace ui {

/// Moves headings, pictures and texts above tables that would stand at the foot of a page, without
/// what they belong to, to the next page.
/// @param printed  the same document, laid out in pages.
void keepTogether(QTextDocument& document, QTextDocument& printed);

/// A report (core::toHtml) as a PDF on A4 pages with numbers: its texts can be selected, its <svg>
/// elements stay lines and texts.
QByteArray pdfOf(const QString& html);

} // namespace ui
