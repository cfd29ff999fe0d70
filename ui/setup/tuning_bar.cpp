#include "ui/setup/tuning_bar.h"

#include "ui/text/setting_names.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

TuningBar::TuningBar(QWidget* parent)
    : QWidget(parent)
    , m_changes(makeLabel({}, LabelRole::Plain, this))
    , m_apply(new QPushButton(tr("Apply from the next update"), this))
{
    setObjectName(QStringLiteral("tuningBar"));
    setAccessibleName(tr("Changes for the running training"));
    m_changes->setObjectName(QStringLiteral("tuningChanges"));
    m_apply->setObjectName(QStringLiteral("applyTuningButton"));
    const QKeySequence keys(Qt::CTRL | Qt::Key_Return);
    m_apply->setShortcut(keys);
    m_apply->setDefault(true);
    auto* discard = new QPushButton(tr("Reset"), this);
    discard->setObjectName(QStringLiteral("discardTuningButton"));
    setHelp(*discard,
            tr("Gives the fields the running training's values again; nothing is applied"));
    auto* column = new QVBoxLayout(this);
    const int space = Theme::instance().spacing();
    column->setContentsMargins(2 * space, space, 2 * space, space);
    column->setSpacing(space);
    column->addWidget(m_changes);
    column->addWidget(m_apply);
    column->addWidget(discard);
    column->addWidget(
        makeLabel(tr("Or stop, and start a new run with these settings."), LabelRole::Muted, this));
    connect(m_apply, &QPushButton::clicked, this, &TuningBar::applied);
    connect(discard, &QPushButton::clicked, this, &TuningBar::discarded);
    follow();
}

void TuningBar::setRun(const QString& name)
{
    m_run = name;
    setHelp(*m_apply,
            tr("%1 continues with these settings from its next update on; a mark on the curves "
               "shows where (Ctrl+Return)")
                .arg(name));
    m_apply->setAccessibleName(tr("Apply to %1 from the next update").arg(name));
}

void TuningBar::setSettings(const std::vector<TunedSetting>& settings)
{
    QStringList lines;
    for (const TunedSetting& each : settings)
        lines << differenceText(each.path, each.before, each.after, SettingPlace::Said);
    if (!lines.isEmpty())
        lines.prepend(tr("Not yet applied to %1:").arg(m_run));
    m_changes->setText(lines.join(QLatin1Char('\n')));
    follow();
}

void TuningBar::setFolded(bool folded)
{
    m_folded = folded;
    follow();
}

void TuningBar::follow()
{
    setVisible(!m_folded && !m_run.isEmpty() && !m_changes->text().isEmpty());
}

} // namespace ui
