#include "ui/view/view_frame.h"

#include "ui/text/sentences.h"
#include "ui/view/view.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"

namespace ui {

ViewFrame::ViewFrame(const QString& iconName, QWidget* parent)
    : QWidget(parent)
    , m_column(makeColumn(this, {}, kGrid, {kGrid, kGrid, kGrid, kGrid}))
    , m_message(new MessageBar)
    , m_pages(new ContentOrEmpty(iconName))
{
    m_column->addWidget(m_message);
    m_column->addWidget(m_pages, 1);
}

ViewFrame::ViewFrame(View& view, const QString& iconName) : ViewFrame(iconName, &view)
{
    makeColumn(&view, {this});
}

void ViewFrame::addAboveMessages(QWidget* part)
{
    m_column->insertWidget(m_column->indexOf(m_message), part);
}

void ViewFrame::addBelowMessages(QWidget* part)
{
    m_column->insertWidget(m_column->count() - 1, part);
}

void ViewFrame::showNoNetwork(const QString& afterTraining)
{
    const QString how = tr("Press Start to train one, or choose a run on the right. %1");
    showEmpty(tr("No network yet"), how.arg(afterTraining).trimmed());
}

void ViewFrame::showOpening(const QString& run)
{
    showEmpty(tr("Opening %1").arg(run), tr("Its network is being read."));
}

void ViewFrame::showFailure(const core::Failure& failure)
{
    if (failure.code != core::ErrorCode::Cancelled)
        m_message->showMessage(sentence(failure), MessageBar::Kind::Failure);
}

void ViewFrame::hideFailure()
{
    m_message->hide();
}

BusyLine& ViewFrame::addBusyLine(const QString& name)
{
    auto* line = new BusyLine(name);
    addBelowMessages(line);
    return *line;
}

} // namespace ui
