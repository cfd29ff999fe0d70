#include "ui/widgets/export_button.h"

#include "core/base/error.h"
#include "ui/text/sentences.h"
#include "ui/widgets/message_bar.h"

#include <QMenu>

namespace ui {

ExportButton::ExportButton(const QString& title, ExportStems stems, MessageBar& bar,
                           ExportWriters writers, QWidget* parent)
    : QToolButton(parent)
    , m_title(title)
    , m_stems(std::move(stems))
    , m_bar(bar)
    , m_writers(std::move(writers))
{
    setObjectName(QStringLiteral("exportButton"));
    setText(tr("Export"));
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(this);
    const std::pair<QString, Format> entries[] = {{tr("Picture (PNG) ..."), Format::Png},
                                                  {tr("Drawing (SVG) ..."), Format::Svg},
                                                  {tr("Numbers (CSV) ..."), Format::Csv}};
    for (const auto& [text, format] : entries) {
        connect(menu->addAction(text), &QAction::triggered, this,
                [this, chosen = format] { save(chosen); });
    }
    setMenu(menu);
}

void ExportButton::save(Format format)
{
    const QString suffix = format == Format::Png ? QStringLiteral(".png")
        : format == Format::Svg                  ? QStringLiteral(".svg")
                                                 : QStringLiteral(".csv");
    const QString filter = format == Format::Png ? tr("Pictures (*.png)")
        : format == Format::Svg                  ? tr("Drawings (*.svg)")
                                                 : tr("Tables (*.csv)");
    const QString& stem = format == Format::Csv ? m_stems.table : m_stems.picture;
    const QString path = m_chooser(window(), m_title, stem + suffix, filter);
    if (path.isEmpty())
        return;
    try {
        if (format == Format::Csv)
            saveText(m_writers.csv(), path);
        else
            m_writers.picture(format == Format::Png ? PictureFormat::Png : PictureFormat::Svg,
                              path);
        m_bar.showMessage(tr("Saved as %1.").arg(path), MessageBar::Kind::Notice);
    } catch (...) { // nothing may leave a handler
        m_bar.showMessage(sentence(core::currentFailure()), MessageBar::Kind::Failure);
    }
}

} // namespace ui
