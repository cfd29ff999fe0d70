#include "ui/setup/setup_bars.h"

#include "ui/text/setting_names.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QKeySequence>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyleOptionFocusRect>
#include <QToolButton>

namespace ui {

namespace {

constexpr int kSign = 16;

constexpr int kChangeLines = 4; ///< Visible lines in the list of changes.

} // namespace

DataSourceBar::DataSourceBar(QWidget* parent)
    : QWidget(parent)
    , m_choose(named(new QToolButton(this), "chooseFilesButton"))
    , m_recent(named(new QToolButton(this), "recentButton"))
    , m_recentMenu(new QMenu(m_recent))
{
    m_choose->setText(tr("Open..."));
    m_choose->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIcon(*m_choose, QStringLiteral("open"));
    connect(m_choose, &QToolButton::clicked, this, &DataSourceBar::openRequested);
    m_recent->setText(tr("Recent"));
    setHelp(*m_recent, tr("Recently opened"));
    m_recent->setPopupMode(QToolButton::InstantPopup);
    m_recent->setMenu(m_recentMenu);
    m_recent->setEnabled(false);
    makeColumn(this,
               {makeLabel(tr("Drop files, a folder or an archive anywhere on the window, or"),
                          LabelRole::Muted, this),
                makeRow(nullptr, {m_choose, m_recent, freeSpace()}, kGrid)},
               -1, {0, 0, 0, kGrid});
}

void DataSourceBar::setColumns(const core::TaskColumns& columns)
{
    const bool classes = columns.answers(core::ColumnKind::Class);
    setHelp(*m_choose,
            columns.arePairs() ? tr(
                "Choose two parallel files, together or one after the other, or files of pairs")
                : columns.answers(core::ColumnKind::Tags)
                ? tr("Choose files, a folder or an archive of tagged words: CoNLL columns, "
                     "CoNLL-U, word/tag")
                : columns.answers(core::ColumnKind::Spans)
                ? tr("Choose files of questions about passages: JSON in the form of SQuAD")
                : classes ? tr("Choose files, a folder or an archive of labelled texts")
                          : tr("Choose files, a folder or an archive of texts"));
}

void DataSourceBar::setRecent(const QStringList& paths)
{
    m_recentMenu->clear();
    for (const QString& path : paths) {
        QString name = QFileInfo(path).fileName();
        QAction* action = m_recentMenu->addAction(name.replace(u'&', QStringLiteral("&&")));
        action->setToolTip(toolTipText(QDir::toNativeSeparators(path)));
        connect(action, &QAction::triggered, this, [this, path] { Q_EMIT filesChosen({path}); });
    }
    m_recentMenu->setToolTipsVisible(true);
    m_recent->setEnabled(!paths.isEmpty());
}

StepHeader::StepHeader(int number, const QString& title, QWidget* parent)
    : QAbstractButton(parent), m_number(number)
{
    setText(title);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::toggled, this, &StepHeader::describe);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    describe();
}

void StepHeader::setSummary(const QString& summary)
{
    m_summary = summary;
    setHelp(*this, summary);
    describe();
}

void StepHeader::setProblemCount(int problems)
{
    m_problems = problems;
    describe();
}

void StepHeader::setMisfitCount(int misfits)
{
    m_misfits = misfits;
    describe();
}

void StepHeader::describe()
{
    setAccessibleName(tr("Step %1: %2").arg(m_number).arg(text()));
    QString more = m_summary;
    if (m_problems > 0)
        more += tr("; problems: %1").arg(m_problems);
    if (m_misfits > 0)
        more += tr("; values that do not fit the data: %1").arg(m_misfits);
    setAccessibleDescription(more);
    update();
}

QSize StepHeader::sizeHint() const
{
    const Theme& theme = Theme::instance();
    return {260,
            QFontMetrics(theme.headingFont()).height() + QFontMetrics(theme.textFont()).height()
                + 2 * kGrid};
}

/// Number, title and the sign of a problem.
QSize StepHeader::minimumSizeHint() const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.headingFont());
    return {2 * kGrid + numberWidth() + metrics.horizontalAdvance(text()) + 2 * kGrid + kSign,
            sizeHint().height()};
}

int StepHeader::numberWidth() const
{
    const Theme& theme = Theme::instance();
    return QFontMetrics(theme.headingFont()).horizontalAdvance(u'0') + kGrid + 2;
}

void StepHeader::enterEvent(QEnterEvent*)
{
    update();
}

void StepHeader::leaveEvent(QEvent*)
{
    update();
}

void StepHeader::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    QColor tint = theme.accent();
    tint.setAlphaF(underMouse() ? 0.10F : 0.06F);
    if (isChecked() || underMouse())
        painter.fillRect(rect(), tint);
    if (isChecked())
        painter.fillRect(QRect(0, 0, 3, height()), theme.accent());
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line());

    const int left = 2 * kGrid;
    const int titleHeight = QFontMetrics(theme.headingFont()).height();
    QRect title(left, kGrid - 1, width() - left - kGrid, titleHeight);
    painter.setFont(theme.headingFont());
    painter.setPen(isChecked() ? theme.accent() : theme.mutedText());
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, QString::number(m_number));
    title.setLeft(left + numberWidth());
    painter.setPen(theme.text());
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, text());
    const bool signs = m_problems > 0 || m_misfits > 0;
    const QIcon sign = m_problems > 0 ? ui::icon(QStringLiteral("warning"), theme.bad())
                                      : ui::icon(QStringLiteral("info"), theme.accent());
    if (signs)
        sign.paint(&painter, QRect(width() - kGrid - kSign, (height() - kSign) / 2, kSign, kSign));
    const int summaryWidth = width() - title.left() - kGrid - (signs ? kSign + kGrid : 0);
    const QFontMetrics metrics(theme.textFont());
    painter.setFont(theme.textFont());
    painter.setPen(theme.mutedText());
    painter.drawText(QRect(title.left(), title.bottom() + 2, summaryWidth, metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(m_summary, Qt::ElideRight, summaryWidth));
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent(), 1, Qt::DotLine));
        painter.drawRect(rect().adjusted(4, 1, -2, -3));
    }
}

TuningBar::TuningBar(QWidget* parent)
    : QWidget(parent)
    , m_changes(named(makeLabel({}, LabelRole::Plain, this), "tuningChanges"))
    , m_apply(named(new QPushButton(tr("Apply from the next update"), this), "applyTuningButton"))
    , m_discard(new QPushButton(tr("Reset"), this))
{
    named(this, "tuningBar", tr("Changes for the running training"));
    const QKeySequence keys(Qt::CTRL | Qt::Key_Return);
    m_apply->setShortcut(keys);
    m_apply->setDefault(true);
    named(m_discard, "discardTuningButton", {},
          tr("Restores the running training's values in the fields; nothing is applied"));
    // Always the same height, so that no field moves while another is edited.
    m_changes->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    makeColumn(this,
               {m_changes, m_apply, m_discard,
                makeLabel(tr("Or stop, and start a new run with these settings."), LabelRole::Muted,
                          this)},
               kGrid, {2 * kGrid, kGrid, 2 * kGrid, kGrid});
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
        lines = lines.mid(0, kChangeLines - 1) << tr("and %1 more").arg(more);
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
