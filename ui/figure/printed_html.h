#pragma once

#include <QByteArray>
#include <QString>

namespace ui {

/// A report (core::toHtml) as a PDF on A4 pages with numbers: its texts can be selected, its <svg>
/// elements stay lines and texts.
QByteArray pdfOf(const QString& html);

} // namespace ui
