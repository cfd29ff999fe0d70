#include "ui/setup/preview_page.h"

#include "ui/text/sentences.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kBarSteps = 1000;

} // namespace

PreviewPage::PreviewPage(const QString& title, EmptyState* empty, QWidget* parent)
    : QWidget(parent)
    , m_empty(empty)
    , m_scroll(new QScrollArea(this))
    , m_content(nullptr)
    , m_stack(nullptr)
    , m_message(new MessageBar(this))
    , m_status(new QWidget(this))
{
    setAccessibleName(title);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    const int grid = Theme::instance().spacing();
    auto* inside = new QWidget;
    inside->setBackgroundRole(QPalette::Base);
    inside->setAutoFillBackground(true);
    m_content = new QVBoxLayout(inside);
    m_content->setContentsMargins(2 * grid, 2 * grid, 2 * grid, 2 * grid);
    m_content->setSpacing(grid);
    m_content->addWidget(makeLabel(title, LabelRole::Heading, inside));
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setAccessibleName(title);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_message);
    QPushButton* repeat = m_message->addButton(tr("Start again"));
    repeat->setObjectName(QStringLiteral("repeatPreviewButton"));
    repeat->setAccessibleDescription(tr("Makes this preview again"));
    connect(repeat, &QPushButton::clicked, this, [this] {
        m_message->hide();
        Q_EMIT repeatRequested();
    });
    makeStatus(*layout);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_scroll);
    layout->addLayout(m_stack, 1);
}

void PreviewPage::makeStatus(QVBoxLayout& layout)
{
    const int grid = Theme::instance().spacing();
    m_stage = makeLabel({}, LabelRole::Muted, m_status);
    m_bar = new QProgressBar(m_status);
    m_bar->setObjectName(QStringLiteral("previewProgress"));
    m_bar->setAccessibleName(tr("Progress of the preview"));
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(20 * grid);
    m_bar->setFixedHeight(grid);
    m_cancel = new QPushButton(tr("Cancel"), m_status);
    m_cancel->setObjectName(QStringLiteral("cancelPreviewButton"));
    m_cancel->setAccessibleDescription(tr("Stops making this preview"));
    auto* row = new QHBoxLayout(m_status);
    row->setContentsMargins(2 * grid, grid, 2 * grid, grid);
    row->setSpacing(grid);
    row->addWidget(m_bar);
    row->addWidget(m_stage, 1);
    row->addWidget(m_cancel);
    layout.addWidget(m_status);
    m_status->hide();
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false); // Asked once; the answer comes as a failure or a result.
        Q_EMIT cancelRequested();
    });
}

void PreviewPage::setProgress(const core::Progress& progress)
{
    const bool known = progress.fraction >= 0.0;
    m_bar->setRange(0, known ? kBarSteps : 0); // 0 to 0: a bar that only says "busy".
    if (known)
        m_bar->setValue(qRound(kBarSteps * std::min(progress.fraction, 1.0)));
    m_stage->setText(progressText(progress));
    if (m_status->isHidden())
        m_cancel->setEnabled(true);
    m_status->show();
    m_message->hide();
}

void PreviewPage::setFailure(const core::Failure& failure)
{
    m_status->hide();
    const bool cancelled = failure.code == core::ErrorCode::Cancelled;
    m_message->showMessage(sentence(failure),
                           cancelled ? MessageBar::Kind::Notice : MessageBar::Kind::Failure);
}

void PreviewPage::showContent()
{
    m_status->hide();
    m_message->hide();
    m_stack->setCurrentWidget(m_scroll);
}

void PreviewPage::showEmpty()
{
    m_message->hide();
    m_stack->setCurrentWidget(m_empty);
}

void PreviewPage::addHeading(const QString& text)
{
    QLabel* heading = makeLabel(text, LabelRole::Group, this);
    heading->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
    m_content->addWidget(heading);
}

} // namespace ui
