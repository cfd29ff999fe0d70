#include "ui/setup/tuning_bar.h"

#include "ui/text/setting_names.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {
constexpr int kChangeLines = 4; ///< Of the list of changes.
} // namespace

TuningBar::TuningBar(QWidget* parent)
    : QWidget(parent)
    , m_changes(makeLabel({}, LabelRole::Plain, this))
    , m_apply(new QPushButton(tr("Apply from the next update"), this))
    , m_discard(new QPushButton(tr("Reset"), this))
{
    setObjectName(QStringLiteral("tuningBar"));
    setAccessibleName(tr("Changes for the running training"));
    m_changes->setObjectName(QStringLiteral("tuningChanges"));
    m_apply->setObjectName(QStringLiteral("applyTuningButton"));
    const QKeySequence keys(Qt::CTRL | Qt::Key_Return);
    m_apply->setShortcut(keys);
    m_apply->setDefault(true);
    m_discard->setObjectName(QStringLiteral("discardTuningButton"));
    setHelp(*m_discard,
            tr("Gives the fields the running training's values again; nothing is applied"));
    auto* column = new QVBoxLayout(this);
    const int space = Theme::instance().spacing();
    column->setContentsMargins(2 * space, space, 2 * space, space);
    column->setSpacing(space);
    // Its room is the same with changes and without: no field moves while another is edited.
    m_changes->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    column->addWidget(m_changes);
    column->addWidget(m_apply);
    column->addWidget(m_discard);
    column->addWidget(
        makeLabel(tr("Or stop, and start a new run with these settings."), LabelRole::Muted, this));
    connect(m_apply, &QPushButton::clicked, this, &TuningBar::applied);
    connect(m_discard, &QPushButton::clicked, this, &TuningBar::discarded);
    connect(&Theme::instance(), &Theme::changed, this, &TuningBar::follow);
    setSettings({});
}

void TuningBar::setRun(const QString& name)
{
    m_run = name;
    setHelp(*m_apply,
            tr("%1 continues with these settings from its next update on; a mark on the curves "
               "shows where (Ctrl+Return)")
                .arg(name));
    m_apply->setAccessibleName(tr("Apply to %1 from the next update").arg(name));
    setSettings({});
}

void TuningBar::setSettings(const std::vector<TunedSetting>& settings)
{
    QStringList lines;
    for (const TunedSetting& each : settings)
        lines << differenceText(each.path, each.before, each.after, SettingPlace::Said);
    const bool any = !lines.isEmpty();
    lines.prepend(any ? tr("Not yet applied to %1:").arg(m_run)
                      : tr("Edited settings of %1 are listed here.").arg(m_run));
    setHelp(*m_changes, lines.join(QLatin1Char('\n')));
    if (lines.size() > kChangeLines) {
        const auto more = int(lines.size()) - kChangeLines + 1;
        lines = lines.mid(0, kChangeLines - 1) << tr("and %n more", nullptr, more);
    }
    m_changes->setText(lines.join(QLatin1Char('\n')));
    m_apply->setEnabled(any);
    m_discard->setEnabled(any);
    follow();
}

void TuningBar::setFolded(bool folded)
{
    m_folded = folded;
    follow();
}

void TuningBar::follow()
{
    m_changes->setFixedHeight(kChangeLines
                              * QFontMetrics(Theme::instance().textFont()).lineSpacing());
    setVisible(!m_folded && !m_run.isEmpty());
}

} // namespace ui
