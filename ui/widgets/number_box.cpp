#include "ui/widgets/number_box.h"

#include "ui/text/sentences.h"
#include "ui/text/typed_number.h"

#include <QApplication>
#include <QLineEdit>
#include <QLocale>
#include <QMetaMethod>
#include <QStyleOptionSpinBox>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace ui {

namespace {

/// Twelve significant digits: steps like 0.1 + 0.2 stay readable.
double tidy(double value)
{
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, 12);
    double result = value;
    std::from_chars(buffer.data(), end.ptr, result);
    return result;
}

/// The neighbour of `value` in 1, 2, 5, 10, 20, ... times a power of ten.
double nextRound(double value, int direction)
{
    constexpr std::array<double, 5> kMarks{0.5, 1.0, 2.0, 5.0, 10.0};
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    const double digit = tidy(value / power); // 1 <= digit < 10
    if (direction > 0) {
        const auto above = std::upper_bound(kMarks.begin(), kMarks.end(), digit * (1 + 1e-9));
        return tidy(power * *above);
    }
    const auto notBelow = std::lower_bound(kMarks.begin(), kMarks.end(), digit * (1 - 1e-9));
    return tidy(power * *(notBelow - 1));
}

/// Takes off the unit, in whichever number it stands.
QString withoutUnit(QString text, const std::string& unit)
{
    for (const QString& ending : {coreText(unit), unitOf(1.0, unit)}) {
        if (!ending.isEmpty() && text.endsWith(ending)) {
            text.chop(ending.size());
            break;
        }
    }
    return text;
}

} // namespace

NumberBox::NumberBox(const core::OptionDescription& option, QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_whole(option.type == core::OptionType::Integer)
    , m_logarithmic(option.logarithmic)
    , m_minimum(option.minimum)
    , m_maximum(option.maximum)
    , m_unit(option.unit)
{
    setAccelerated(true);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { readText(); });
    connect(this, &QAbstractSpinBox::editingFinished, this, &NumberBox::finish);
    // When another field is used, the message has been read: it would cover that field.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* left, QWidget* now) {
        if (left != nullptr && left != this && now != nullptr)
            refuse({});
    });
    setValue(std::clamp(0.0, m_minimum, m_maximum));
}

void NumberBox::setValue(double value)
{
    const double next = m_whole ? std::round(value) : value;
    if (next == m_value && hasFocus() && !m_empty)
        return; // An echo of what is being typed: "0." must not become "0" before the next key.
    m_value = m_before = next;
    m_empty = false;
    showValue();
    refuse({});
}

void NumberBox::setEmpty()
{
    m_empty = true;
    showValue();
}

/// Applies the typed value, or reports why it cannot.
void NumberBox::finish()
{
    const QString text = lineEdit()->text();
    const auto number = typed();
    if (number && *number >= m_minimum && *number <= m_maximum) {
        take(*number);
        m_before = m_value;
    } else if (text != m_shown) {
        take(m_before);
        const QString kept = numberText(m_before);
        if (!number)
            refuse(tr("\u201c%1\u201d is not a number here. %2 is kept.").arg(text, kept));
        else if (*number < m_minimum)
            refuse(tr("%1 is too small: the minimum is %2. %3 is kept.")
                       .arg(text, numberText(m_minimum), kept));
        else
            refuse(tr("%1 is too large: the maximum is %2. %3 is kept.")
                       .arg(text, numberText(m_maximum), kept));
    }
    showValue();
}

void NumberBox::refuse(const QString& why)
{
    if (why.isEmpty() && !std::exchange(m_refused, false))
        return;
    m_refused = !why.isEmpty();
    if (!isSignalConnected(QMetaMethod::fromSignal(&NumberBox::refused)))
        QToolTip::showText(mapToGlobal(QPoint(0, height())), why, this);
    Q_EMIT refused(why);
}

QString NumberBox::numberText(double value)
{
    return exactText(value);
}

std::optional<double> NumberBox::parsed(QString text) const
{
    text = withoutUnit(text, m_unit);
    return m_whole ? wholeNumberMeant(text) : numberMeant(text, m_minimum, m_maximum);
}

/// Anything may be typed: finish() says why it is no number here, where a key that does nothing
/// would only puzzle.
QValidator::State NumberBox::validate(QString& text, int&) const
{
    const auto number = parsed(text);
    return number && *number >= m_minimum && *number <= m_maximum ? QValidator::Acceptable
                                                                  : QValidator::Intermediate;
}

void NumberBox::stepBy(int steps)
{
    if (const auto number = typed())
        m_value = std::clamp(*number, m_minimum, m_maximum);
    double value = m_value;
    if (m_empty)
        steps = 0; // The first step shows where it begins.
    for (int i = 0; i < std::abs(steps); ++i)
        value = stepped(value, steps > 0 ? 1 : -1);
    take(value);
    m_before = m_value;
    showValue();
    if (hasFocus())
        selectAll();
}

double NumberBox::stepped(double value, int direction) const
{
    double next = value;
    if (!m_logarithmic) {
        const double step = linearStep();
        next = tidy((std::round(value / step) + direction) * step);
        if (std::abs(value / step - std::round(value / step)) > 1e-6) // Off the grid: onto it.
            next
                = tidy((direction > 0 ? std::ceil(value / step) : std::floor(value / step)) * step);
    } else if (value <= 0.0) {
        next = direction > 0 ? std::max(m_minimum, m_whole ? 1.0 : 1e-6) : m_minimum;
    } else if (m_whole) {
        next = direction > 0 ? 2 * value : std::floor(value / 2);
    } else {
        next = nextRound(value, direction);
    }
    return std::clamp(next, m_minimum, m_maximum);
}

/// A twentieth of a small range, else a tenth of the number's own size.
double NumberBox::linearStep() const
{
    if (m_whole)
        return 1.0;
    const double range = m_maximum - m_minimum;
    if (std::isfinite(range) && range > 0.0 && range <= 10.0)
        return nextRound(range / 20.0 * (1 - 1e-9), 1);
    const double size = std::max(std::abs(m_value), 1.0);
    return 0.1 * std::pow(10.0, std::floor(std::log10(size)));
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    if (isReadOnly())
        return enabled;
    if (m_value < m_maximum)
        enabled |= StepUpEnabled;
    if (m_value > m_minimum)
        enabled |= StepDownEnabled;
    return enabled;
}

void NumberBox::take(double value)
{
    if (value == m_value && !m_empty)
        return;
    m_value = value;
    m_empty = false;
    refuse({});
    Q_EMIT edited(m_value);
}

void NumberBox::readText()
{
    refuse({}); // What was refused was typed before.
    const auto number = typed();
    if (number && *number >= m_minimum && *number <= m_maximum)
        take(*number);
}

/// The number in the box; its own text needs no reading.
std::optional<double> NumberBox::typed() const
{
    if (lineEdit()->text() == m_shown)
        return m_empty ? std::nullopt : std::optional(m_value);
    return parsed(lineEdit()->text());
}

void NumberBox::showValue()
{
    m_shown = m_empty ? QString() : numberText(m_value);
    if (!hasFocus() && !m_empty) {
        if (m_whole)
            m_shown = count(qRound64(m_value));
        if (!m_unit.empty())
            m_shown += u' ' + unitOf(m_value, m_unit);
    }
    if (lineEdit()->text() != m_shown)
        lineEdit()->setText(m_shown);
    if (!hasFocus())
        lineEdit()->setCursorPosition(0); // A narrow box shows the number, not the unit's end.
}

void NumberBox::focusInEvent(QFocusEvent* event)
{
    showValue();
    // The refusal has been read by now; a window that is activated again changes nothing.
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        refuse({});
    QAbstractSpinBox::focusInEvent(event);
}

void NumberBox::focusOutEvent(QFocusEvent* event)
{
    QAbstractSpinBox::focusOutEvent(event); // Emits editingFinished, which shows the unit.
    showValue();
}

QSize NumberBox::sizeHint() const
{
    ensurePolished();
    const QFontMetrics metrics(fontMetrics());
    const QString widest = QStringLiteral("000000 ") + coreText(m_unit);
    const QSize text(metrics.horizontalAdvance(widest) + 4, lineEdit()->sizeHint().height());
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, text, this);
}

QSize NumberBox::minimumSizeHint() const
{
    ensurePolished();
    const QSize text(fontMetrics().horizontalAdvance(QStringLiteral("000000")),
                     lineEdit()->minimumSizeHint().height());
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, text, this);
}

} // namespace ui
