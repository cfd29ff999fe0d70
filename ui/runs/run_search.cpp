#include "ui/runs/run_search.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

RunSearch::RunSearch(QWidget* parent) : QWidget(parent), m_filter(new QLineEdit)
{
    m_filter->setObjectName(QStringLiteral("filterEdit"));
    m_filter->setPlaceholderText(tr("Filter: lstm lr<0.01"));
    m_filter->setAccessibleName(tr("Filter of the runs"));
    m_filter->setClearButtonEnabled(true);
    setHelp(*m_filter, RunFilter::help());
    m_filter->setWhatsThis(toolTipText(RunFilter::help()));
    auto* group = new QToolButton;
    group->setObjectName(QStringLiteral("groupButton"));
    group->setText(tr("Group"));
    group->setFocusPolicy(Qt::StrongFocus);
    group->setPopupMode(QToolButton::InstantPopup);
    group->setMenu(makeGroupMenu());
    m_nothing = makeLabel(tr("No run fits the filter."), LabelRole::Muted);
    m_nothing->setObjectName(QStringLiteral("nothingLabel"));
    m_nothing->hide();
    auto* row = new QHBoxLayout;
    row->addWidget(m_filter, 1);
    row->addWidget(group);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::instance().spacing() / 2);
    column->addLayout(row);
    column->addWidget(m_nothing);
    connect(m_filter, &QLineEdit::textChanged, this, &RunSearch::filterChanged);
}

QMenu* RunSearch::makeGroupMenu()
{
    auto* menu = new QMenu(this);
    auto* choice = new QActionGroup(menu);
    const std::pair<RunGrouping, QString> groupings[]{
        {RunGrouping::None, tr("By time")},
        {RunGrouping::Data, tr("By data")},
        {RunGrouping::Task, tr("By task")},
        {RunGrouping::Tag, tr("By tag (the first #word of the note)")}};
    for (const auto& [grouping, text] : groupings) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(grouping == RunGrouping::None);
        choice->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, grouping = grouping] { Q_EMIT groupingChanged(grouping); });
    }
    return menu;
}

void RunSearch::clear()
{
    m_filter->clear();
}

void RunSearch::setNothingFound(bool nothing)
{
    m_nothing->setVisible(nothing);
}

} // namespace ui
