#include "ui/widgets/busy_line.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace ui {

BusyLine::BusyLine(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_bar(new QProgressBar(this))
    , m_stage(makeLabel({}, LabelRole::Muted, this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    named(m_bar, "progressBar", name);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(20 * kGrid, kGrid);
    m_stage->setObjectName(QStringLiteral("stageLabel"));
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    makeRow(this, {m_bar, {m_stage, 1}, m_cancel}, kGrid);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        Q_EMIT cancelRequested();
    });
    hide();
}

void BusyLine::setProgress(const core::Progress& progress)
{
    constexpr int kSteps = 1000;
    const bool known = progress.fraction >= 0.0;
    m_bar->setRange(0, known ? kSteps : 0); // 0 to 0: the bar only shows that something goes on.
    if (known)
        m_bar->setValue(qRound(kSteps * std::min(progress.fraction, 1.0)));
    m_stage->setText(progressText(progress));
    if (isHidden())
        m_cancel->setEnabled(true);
    show();
}

void BusyLine::end()
{
    hide();
}

} // namespace ui
