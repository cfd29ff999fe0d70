#include "ui/widgets/number_box.h"

#include "ui/text/sentences.h"
#include "ui/text/typed_number.h"

#include <QLineEdit>
#include <QLocale>
#include <QStyleOptionSpinBox>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

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
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        if (const auto number = typed())
            take(std::clamp(*number, m_minimum, m_maximum));
        showValue();
    });
    setValue(std::clamp(0.0, m_minimum, m_maximum));
}

void NumberBox::setValue(double value)
{
    const double next = m_whole ? std::round(value) : value;
    if (next == m_value && hasFocus())
        return; // An echo of what is being typed: "0." must not become "0" before the next key.
    m_value = next;
    showValue();
}

QString NumberBox::numberText(double value)
{
    // Shortest text that gives the same number back; plain digits where people write them so.
    const double size = std::abs(value);
    const bool plain = value == 0.0 || (size >= 1e-4 && size < 1e15);
    std::array<char, 40> buffer{};
    const auto end
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                        plain ? std::chars_format::fixed : std::chars_format::scientific);
    return QString::fromLatin1(buffer.data(), end.ptr - buffer.data())
        .replace(u'.', QLocale().decimalPoint());
}

std::optional<double> NumberBox::parsed(QString text) const
{
    text = withoutUnit(text, m_unit);
    return m_whole ? wholeNumberMeant(text) : numberMeant(text, m_minimum, m_maximum);
}

QValidator::State NumberBox::validate(QString& text, int&) const
{
    if (const auto number = parsed(text))
        return *number >= m_minimum && *number <= m_maximum ? QValidator::Acceptable
                                                            : QValidator::Intermediate;
    const QString bare = withoutUnit(text, m_unit);
    const bool couldBecome = std::all_of(bare.begin(), bare.end(), [](QChar c) {
        return c.isDigit() || c.isSpace() || QStringLiteral("+-.,eE'\u2019\u2212").contains(c);
    });
    return couldBecome ? QValidator::Intermediate : QValidator::Invalid;
}

void NumberBox::stepBy(int steps)
{
    if (const auto number = typed())
        m_value = std::clamp(*number, m_minimum, m_maximum);
    double value = m_value;
    for (int i = 0; i < std::abs(steps); ++i)
        value = stepped(value, steps > 0 ? 1 : -1);
    take(value);
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
    if (value == m_value)
        return;
    m_value = value;
    Q_EMIT edited(m_value);
}

void NumberBox::readText()
{
    const auto number = typed();
    if (number && *number >= m_minimum && *number <= m_maximum)
        take(*number);
}

/// The number in the box; its own text needs no reading.
std::optional<double> NumberBox::typed() const
{
    return lineEdit()->text() == m_shown ? m_value : parsed(lineEdit()->text());
}

void NumberBox::showValue()
{
    m_shown = numberText(m_value);
    if (!hasFocus()) {
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
