#include "ui/text/typed_number.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace ui {

namespace {

/// The digits of `text` without separators of groups of three; nullopt: it is not such a number.
std::optional<QString> digitsOf(QString text)
{
    static const QRegularExpression plain(QStringLiteral("^\\d*$"));
    static const QRegularExpression groups(
        QStringLiteral("^[1-9]\\d{0,2}([.,' ])\\d{3}(\\1\\d{3})*$"));
    if (const auto match = groups.match(text); match.hasMatch())
        return text.remove(match.captured(1));
    return plain.match(text).hasMatch() ? std::optional(text) : std::nullopt;
}

/// `mantissa` with a point as C++ writes it, read with its only `sign` as decimal point.
std::optional<QString> withDecimals(const QString& mantissa, QChar sign)
{
    if (mantissa.count(sign) != 1 || mantissa.size() == 1)
        return std::nullopt;
    const qsizetype at = mantissa.indexOf(sign);
    const auto before = digitsOf(mantissa.left(at));
    const QString after = mantissa.mid(at + 1);
    const bool plain
        = std::all_of(after.begin(), after.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    return before && plain ? std::optional(*before + u'.' + after) : std::nullopt;
}

std::optional<double> finiteNumber(const QString& plain)
{
    const std::string text = plain.toStdString();
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// One sign for each of those that look alike.
QString simplified(QString text)
{
    text = text.simplified(); // All blanks, the narrow ones of French among them.
    return text.replace(QChar(0x2019), u'\'').replace(QChar(0x2212), u'-').replace(u'E', u'e');
}

} // namespace

TypedNumber typedNumber(const QString& text)
{
    static const QRegularExpression parts(QStringLiteral("^([+-]?) ?([^e+-]*)(e[+-]?\\d+)?$"));
    const auto match = parts.match(simplified(text));
    const QString mantissa = match.captured(2);
    if (!match.hasMatch() || mantissa.isEmpty())
        return {};
    const QString sign = match.captured(1) == u'-' ? QStringLiteral("-") : QString();
    const auto read = [&](const std::optional<QString>& plain) {
        return plain ? finiteNumber(sign + *plain + match.captured(3)) : std::nullopt;
    };
    TypedNumber number{read(digitsOf(mantissa)), read(withDecimals(mantissa, u'.'))};
    if (!number.decimal)
        number.decimal = read(withDecimals(mantissa, u','));
    return number;
}

std::optional<double> numberMeant(const QString& text, double minimum, double maximum)
{
    const auto [grouped, decimal] = typedNumber(text);
    if (!grouped || !decimal)
        return grouped ? grouped : decimal;
    const auto fits = [&](double number) { return number >= minimum && number <= maximum; };
    if (fits(*grouped) != fits(*decimal))
        return fits(*grouped) ? grouped : decimal;
    return text.contains(QLocale().groupSeparator()) ? grouped : decimal;
}

std::optional<double> wholeNumberMeant(const QString& text)
{
    const auto [grouped, decimal] = typedNumber(text);
    for (const auto& reading : {grouped, decimal}) {
        if (reading && std::trunc(*reading) == *reading)
            return reading;
    }
    return std::nullopt;
}

QString exactText(double number)
{
    const double size = std::abs(number);
    const bool plain = number == 0.0 || (size >= 1e-4 && size < 1e15);
    std::array<char, 40> buffer{};
    const auto end
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                        plain ? std::chars_format::fixed : std::chars_format::scientific);
    return QString::fromLatin1(buffer.data(), end.ptr - buffer.data())
        .replace(u'.', QLocale().decimalPoint());
}

} // namespace ui
