#include "ui/setup/decision_lines.h"

#include "core/base/spec_values.h"
#include "ui/text/sentences.h"
#include "ui/text/setting_names.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QToolButton>

namespace ui {

namespace {

/// "Batch size (Training)"; the task stands outside of the sections.
QString settingNamed(const core::DataDecision& decision)
{
    const QString path = QString::fromStdString(decision.path);
    const QString name = settingNames().nameOf(path);
    return name.isEmpty() ? settingNames().labelOf(path) : name;
}

} // namespace

DecisionLines::DecisionLines(QWidget* parent) : QWidget(parent), m_layout(makeColumn(this, {}, 4))
{
    named(this, "decisionLines", tr("Settings chosen for these data"));
    m_layout->addWidget(makeLabel(tr("Settings chosen for these data"), LabelRole::Group, this));
    setVisible(false);
}

void DecisionLines::setDecisions(const std::vector<core::DataDecision>& decisions)
{
    setVisible(!decisions.empty());
    if (decisions == m_decisions)
        return;
    m_decisions = decisions;
    m_lines.clear();
    if (m_rows != nullptr) {
        m_rows->hide();
        m_rows->deleteLater(); // The request may have come from one of its buttons.
    }
    m_rows = new QWidget(this);
    makeColumn(m_rows, {}, 2);
    m_layout->addWidget(m_rows);
    for (const core::DataDecision& decision : decisions)
        addLine(decision);
    setSpec(m_spec);
}

void DecisionLines::addLine(const core::DataDecision& decision)
{
    const QString path = QString::fromStdString(decision.path);
    auto* change = named(new QToolButton(m_rows), QStringLiteral("change.") + path,
                         tr("Change %1").arg(settingNamed(decision)),
                         tr("If this does not suit your purpose, change the setting: the set-up "
                            "opens at its field."));
    change->setText(tr("Change"));
    change->setFocusPolicy(Qt::StrongFocus);
    QLabel* text = named(makeLabel({}, LabelRole::Plain, m_rows), QStringLiteral("why.") + path);
    auto* row = makeRow(nullptr, {{change, 0, Qt::AlignTop}, {text, 1}}, kGrid);
    static_cast<QVBoxLayout*>(m_rows->layout())->addLayout(row);
    connect(change, &QToolButton::clicked, this,
            [this, setting = decision.path] { Q_EMIT changeRequested(setting); });
    m_lines.push_back({decision, text});
}

void DecisionLines::setSpec(const core::Json& spec)
{
    m_spec = spec;
    for (const Line& line : m_lines) {
        const std::string now = core::settingValue(spec, line.decision.path);
        const bool stays = now == line.decision.value || now.empty();
        line.text->setText(
            stays ? sentence(line.decision.what) + u' ' + sentence(line.decision.why)
                  : tr("%1 has been changed by hand.").arg(settingNamed(line.decision)));
        line.text->setEnabled(stays);
    }
}

} // namespace ui
