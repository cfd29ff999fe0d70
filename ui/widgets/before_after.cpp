#include "ui/widgets/before_after.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>

namespace ui {

BeforeAfter::BeforeAfter(const QString& name, const QString& changed, QWidget* parent)
    : QWidget(parent)
    , m_before(makeLabel({}, LabelRole::Plain))
    , m_after(makeLabel({}, LabelRole::Plain))
    , m_barsBefore(new ProbabilityBars)
    , m_barsAfter(new ProbabilityBars)
{
    m_before->setObjectName(name + QStringLiteral("BeforeLabel"));
    m_after->setObjectName(name + QStringLiteral("AfterLabel"));
    m_barsBefore->setAccessibleName(tr("Probabilities as computed"));
    m_barsAfter->setAccessibleName(changed);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(3 * kGrid);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_before, 0, 0);
    grid->addWidget(m_after, 0, 1);
    grid->addWidget(m_barsBefore, 1, 0);
    grid->addWidget(m_barsAfter, 1, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
}

void BeforeAfter::setTexts(const QString& before, const QString& after)
{
    m_before->setText(before);
    m_after->setText(after);
}

} // namespace ui
