#include "ui/setup/preview_page.h"

#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace ui {

QString sideName(Side side, const std::string& language)
{
    const QString name = QString::fromStdString(language);
    if (side == Side::Source)
        return name.isEmpty() ? QCoreApplication::translate("ui::SideName", "source")
                              : QCoreApplication::translate("ui::SideName", "source: %1").arg(name);
    return name.isEmpty() ? QCoreApplication::translate("ui::SideName", "target")
                          : QCoreApplication::translate("ui::SideName", "target: %1").arg(name);
}

PreviewPage::PreviewPage(const QString& title, const QString& iconName, QWidget* parent)
    : ViewFrame(iconName, parent), m_busy(&addBusyLine(tr("Progress of the preview")))
{
    setAccessibleName(title);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    layout()->setContentsMargins(0, 0, 0, 0);
    layout()->setSpacing(0);
    QPushButton* repeat = message().addButton(tr("Try again"));
    repeat->setObjectName(QStringLiteral("repeatPreviewButton"));
    repeat->setAccessibleDescription(tr("Computes this preview again"));
    connect(repeat, &QPushButton::clicked, this, [this] {
        hideFailure();
        Q_EMIT repeatRequested();
    });
    m_busy->setContentsMargins(2 * kGrid, kGrid, 2 * kGrid, kGrid);
    m_busy->cancelButton()->setAccessibleDescription(tr("Stops computing this preview"));
    connect(m_busy, &BusyLine::cancelRequested, this, &PreviewPage::cancelRequested);
    setContent(buildContent(title));
}

QWidget* PreviewPage::buildContent(const QString& title)
{
    auto* inside = new QWidget;
    inside->setBackgroundRole(QPalette::Base);
    inside->setAutoFillBackground(true);
    m_content = makeColumn(inside, {makeLabel(title, LabelRole::Heading, inside)}, kGrid,
                           {2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid});
    auto* scroll = new QScrollArea;
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(title);
    return scroll;
}

void PreviewPage::setProgress(const core::Progress& progress)
{
    m_busy->setProgress(progress);
    hideFailure();
}

void PreviewPage::setFailure(const core::Failure& failure)
{
    m_busy->end();
    const bool cancelled = failure.code == core::ErrorCode::Cancelled;
    message().showMessage(sentence(failure),
                          cancelled ? MessageBar::Kind::Notice : MessageBar::Kind::Failure);
}

void PreviewPage::showContent()
{
    m_busy->end();
    hideFailure();
    ViewFrame::showContent();
}

void PreviewPage::showEmpty()
{
    hideFailure();
    ViewFrame::showEmpty();
}

void PreviewPage::addHeading(const QString& text)
{
    QLabel* heading = makeLabel(text, LabelRole::Group, this);
    heading->setContentsMargins(0, kGrid, 0, 0);
    m_content->addWidget(heading);
}

PreviewView::PreviewView(ViewContext& context, QWidget* parent)
    : View(parent), m_preview(context.preview())
{
    makeColumn(this, {m_preview});
}

std::vector<Figure> PreviewView::figures() const
{
    std::vector<Figure> all;
    for (Plot* plot : m_preview->findChildren<Plot*>())
        if (plot->isVisible())
            all.push_back({.title = plot->accessibleName(),
                           .name = plot->objectName(),
                           .size = plot->size(),
                           .paint =
                               [plot](QCPPainter& painter) {
                                   plot->toPainter(&painter, plot->width(), plot->height());
                               },
                           .words = [plot] { return plot->accessibleDescription(); }});
    return all;
}

} // namespace ui
