#include "ui/setup/step_header.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

namespace ui {

namespace {

constexpr int kSign = 16;

} // namespace

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
                + 2 * theme.spacing()};
}

/// Number, title and the sign of a problem.
QSize StepHeader::minimumSizeHint() const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.headingFont());
    return {2 * theme.spacing() + numberWidth() + metrics.horizontalAdvance(text())
                + 2 * theme.spacing() + kSign,
            sizeHint().height()};
}

int StepHeader::numberWidth() const
{
    const Theme& theme = Theme::instance();
    return QFontMetrics(theme.headingFont()).horizontalAdvance(u'0') + theme.spacing() + 2;
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

    const int grid = theme.spacing();
    const int left = 2 * grid;
    const int titleHeight = QFontMetrics(theme.headingFont()).height();
    QRect title(left, grid - 1, width() - left - grid, titleHeight);
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
        sign.paint(&painter, QRect(width() - grid - kSign, (height() - kSign) / 2, kSign, kSign));
    const int summaryWidth = width() - title.left() - grid - (signs ? kSign + grid : 0);
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

} // namespace ui
