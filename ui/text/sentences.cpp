#include "ui/text/sentences.h"

#include "core/base/message.h"
#include "core/probe/question_kind.h"
#include "ui/text/setting_names.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace ui {

namespace {

constexpr char16_t kNoValue[] = u"\u2013";

QString filledWith(const QString& text, const std::vector<std::string>& arguments)
{
    return QString::fromStdString(core::filledText(text.toStdString(), arguments));
}

SettingNames& givenNames()
{
    static SettingNames names;
    return names;
}

QString translated(const char* text)
{
    return QCoreApplication::translate("Duration", text);
}

/// `number` in three significant digits and how often it was divided by 1000 for that.
std::pair<QString, size_t> threeDigits(double number, size_t mostSteps)
{
    size_t steps = 0;
    // 999.5 would be rounded up to four digits.
    for (; std::abs(number) >= 999.5 && steps < mostSteps; ++steps)
        number /= 1000.0;
    const double size = std::abs(number);
    const int decimals = steps == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return {QLocale().toString(number, 'f', decimals), steps};
}

} // namespace

void setSettingNames(const SettingNames& names)
{
    givenNames() = names;
}

const SettingNames& settingNames()
{
    return givenNames();
}

QString sentence(const core::Message& message)
{
    return settingNames().said(filledWith(coreText(message.text), message.arguments));
}

QString sentence(const core::Failure& failure)
{
    QString all = sentence(failure.what);
    if (!failure.advice.empty())
        all += (all.isEmpty() ? QString() : QStringLiteral(" ")) + sentence(failure.advice);
    if (all.isEmpty())
        all = QCoreApplication::translate("Failure", "Something went wrong for an unknown reason.");
    return all;
}

QString filled(const QString& text, const QStringList& arguments)
{
    std::vector<std::string> plain;
    for (const QString& argument : arguments)
        plain.push_back(argument.toStdString());
    return filledWith(text, plain);
}

QString coreText(const std::string& text)
{
    return text.empty() ? QString() : QCoreApplication::translate("core", text.c_str());
}

QString duration(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0)
        return QString::fromUtf16(kNoValue);
    if (seconds < 9.95)
        return translated(QT_TRANSLATE_NOOP("Duration", "%1 s"))
            .arg(QLocale().toString(seconds, 'f', 1));
    const auto whole = qint64(std::llround(seconds));
    if (whole < 60)
        return translated(QT_TRANSLATE_NOOP("Duration", "%1 s")).arg(whole);
    if (whole < 3600)
        return translated(QT_TRANSLATE_NOOP("Duration", "%1 min %2 s"))
            .arg(whole / 60)
            .arg(whole % 60);
    if (whole < 48 * 3600)
        return translated(QT_TRANSLATE_NOOP("Duration", "%1 h %2 min"))
            .arg(whole / 3600)
            .arg(whole % 3600 / 60);
    return translated(QT_TRANSLATE_NOOP("Duration", "%1 d %2 h"))
        .arg(whole / 86400)
        .arg(whole % 86400 / 3600);
}

QString preparingTitle(const QString& run)
{
    return QCoreApplication::translate("ui::Sentences", "%1 is being prepared").arg(run);
}

QString updateText(qint64 update, qint64 epoch)
{
    if (epoch == core::kImportedEpoch)
        return QCoreApplication::translate("ui::Sentences", "As imported");
    return update > 0 ? QCoreApplication::translate("ui::Sentences", "After update %1 in epoch %2")
                            .arg(count(update), count(epoch))
                      : QCoreApplication::translate("ui::Sentences", "Before the first update");
}

QString afterUpdateText(qint64 update, qint64 epoch)
{
    return epoch == core::kImportedEpoch
        ? epochText(epoch)
        : QCoreApplication::translate("ui::Sentences", "after update %1, %2")
              .arg(count(update), epochText(epoch));
}

QString epochText(qint64 epoch)
{
    return epoch == core::kImportedEpoch
        ? QCoreApplication::translate("ui::Sentences", "as imported")
        : QCoreApplication::translate("ui::Sentences", "epoch %1").arg(count(epoch));
}

QString progressText(const core::Progress& progress)
{
    constexpr double kNone = 0.05; // Would be shown as "0.0 s".
    const QString stage = filledWith(coreText(progress.stage.text), progress.stage.arguments);
    const bool over = progress.fraction >= 1.0 || progress.secondsLeft < kNone;
    return over ? stage
                : translated(QT_TRANSLATE_NOOP("Duration", "%1, %2 left"))
                      .arg(stage, duration(progress.secondsLeft));
}

QString count(qint64 number)
{
    return QLocale().toString(number);
}

QString milliseconds(double duration)
{
    constexpr double kFew = 10.0;
    return QLocale().toString(duration, 'f', duration < kFew ? 1 : 0);
}

namespace {

QString valueText(double number, QLocale::NumberOptions options)
{
    if (std::isnan(number))
        return QString::fromUtf16(kNoValue);
    if (std::isinf(number))
        return number > 0 ? QStringLiteral("\u221E") : QStringLiteral("\u2212\u221E");
    const double size = std::abs(number);
    QLocale locale;
    locale.setNumberOptions(locale.numberOptions() | options);
    QString text
        = size >= 1e4 && size < 1e9 ? locale.toString(size, 'f', 0) : locale.toString(size, 'g', 4);
    text.replace(locale.exponential(), QStringLiteral("e"));
    return number < 0.0 ? QChar(0x2212) + text : text;
}

} // namespace

QString value(double number)
{
    return valueText(number, {});
}

QString fourDigits(double number)
{
    return valueText(number, QLocale::IncludeTrailingZeroesAfterDot);
}

QString percent(double share)
{
    if (!std::isfinite(share))
        return QString::fromUtf16(kNoValue);
    return QCoreApplication::translate("Percent", "%1 %")
        .arg(QLocale().toString(100.0 * share, 'f', 1));
}

QString wholePercent(double share)
{
    return std::isnan(share) ? QStringLiteral("?") : QString::number(qRound(100.0 * share));
}

QString compact(double number)
{
    if (!std::isfinite(number))
        return value(number);
    constexpr std::array<const char16_t*, 4> kSuffixes{u"", u"k", u"M", u"G"};
    const auto [digits, steps] = threeDigits(number, kSuffixes.size() - 1);
    return digits + QString::fromUtf16(kSuffixes[steps]);
}

QString dataSize(qint64 bytes)
{
    constexpr std::array<const char16_t*, 5> kUnits{u"B", u"kB", u"MB", u"GB", u"TB"};
    const auto [digits, steps] = threeDigits(double(bytes), kUnits.size() - 1);
    return QStringLiteral("%1 %2").arg(digits, QString::fromUtf16(kUnits[steps]));
}

QString unitOf(double number, const std::string& unit)
{
    // core's units are English plurals; their singulars are texts of their own for translators.
    const std::string_view all = unit;
    if (number != 1.0 || !all.ends_with('s'))
        return coreText(unit);
    const size_t ending = all.ends_with("ches") ? 2 : 1;
    return coreText(std::string(all.substr(0, all.size() - ending)));
}

} // namespace ui
