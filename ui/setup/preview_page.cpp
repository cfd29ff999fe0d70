#include "ui/setup/preview_page.h"

#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace ui {

PreviewPage::PreviewPage(const QString& title, const QString& iconName, QWidget* parent)
    : ViewFrame(iconName, parent), m_busy(&addBusyLine(tr("Progress of the preview")))
{
    setAccessibleName(title);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    layout()->setContentsMargins(0, 0, 0, 0);
    layout()->setSpacing(0);
    QPushButton* repeat = message().addButton(tr("Start again"));
    repeat->setObjectName(QStringLiteral("repeatPreviewButton"));
    repeat->setAccessibleDescription(tr("Makes this preview again"));
    connect(repeat, &QPushButton::clicked, this, [this] {
        hideFailure();
        Q_EMIT repeatRequested();
    });
    const int grid = Theme::instance().spacing();
    m_busy->setContentsMargins(2 * grid, grid, 2 * grid, grid);
    m_busy->cancelButton()->setAccessibleDescription(tr("Stops making this preview"));
    connect(m_busy, &BusyLine::cancelRequested, this, &PreviewPage::cancelRequested);
    setContent(buildContent(title));
}

QWidget* PreviewPage::buildContent(const QString& title)
{
    const int grid = Theme::instance().spacing();
    auto* inside = new QWidget;
    inside->setBackgroundRole(QPalette::Base);
    inside->setAutoFillBackground(true);
    m_content = new QVBoxLayout(inside);
    m_content->setContentsMargins(2 * grid, 2 * grid, 2 * grid, 2 * grid);
    m_content->setSpacing(grid);
    m_content->addWidget(makeLabel(title, LabelRole::Heading, inside));
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
    heading->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
    m_content->addWidget(heading);
}

} // namespace ui
