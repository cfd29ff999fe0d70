#include "ui/text/score_text.h"

#include "core/train/waited_share.h"
#include "ui/text/sentences.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace ui {

QString scoreText(double score)
{
    if (!std::isfinite(score))
        return value(score);
    QString text = QLocale().toString(std::abs(score), 'f', 2);
    if (std::round(std::abs(score) * 100.0) > 0 && score < 0)
        text.prepend(QChar(0x2212));
    return text;
}

QString pointsText(double score)
{
    return std::isfinite(score) ? QLocale().toString(score, 'f', 1) : value(score);
}

MonitorText monitorText(const std::string& monitor)
{
    const std::string watched = core::monitoredScore(monitor);
    if (watched == "loss")
        return {QCoreApplication::translate("ui::Monitor", "validation loss"),
                QCoreApplication::translate("ui::Monitor", "loss"), false, false};
    const core::ScoreDescription score = core::scoreDescription(watched);
    const QString name = coreText(score.title);
    constexpr qsizetype kShort = 12; // Letters that the list of runs has room for.
    return {QCoreApplication::translate("ui::Monitor", "validation %1").arg(name),
            name.size() > kShort ? coreText(score.abbreviation) : name, score.higherIsBetter,
            score.share};
}

QString monitorValue(const std::string& monitor, double number)
{
    const std::string watched = core::monitoredScore(monitor);
    return watched == "loss" ? value(number) : scoreValueText({watched, number});
}

QString scoreValueText(const core::Score& score)
{
    return core::scoreDescription(score.name).share ? percent(score.value)
                                                    : fourDigits(score.value);
}

QString scoresSentence(const std::vector<core::Score>& scores)
{
    QStringList parts;
    for (const core::Score& score : scores)
        parts << QStringLiteral("%1 %2").arg(coreText(core::scoreDescription(score.name).title),
                                             scoreValueText(score));
    return parts.join(QStringLiteral(", "));
}

QString shortScores(const std::vector<core::Score>& scores)
{
    QStringList parts;
    for (const core::Score& score : scores)
        parts << QStringLiteral("%1 %2").arg(
            coreText(core::scoreDescription(score.name).abbreviation), scoreValueText(score));
    return parts.join(QStringLiteral("  "));
}

QString endSentence(const core::EndReport& report, const std::string& monitor, bool hasTestTexts)
{
    QStringList sentences{sentence(report.reason)};
    if (report.state != core::RunState::Completed)
        return sentences.front();
    if (report.bestEpoch > 0)
        sentences << QCoreApplication::translate("ui::Monitor", "Best was epoch %1: %2 %3.")
                         .arg(report.bestEpoch)
                         .arg(monitorText(monitor).title, monitorValue(monitor, report.bestValue));
    if (report.tested)
        sentences << QCoreApplication::translate("ui::Monitor", "Test: loss %1%2.")
                         .arg(value(report.testLoss),
                              report.testScores.empty()
                                  ? QString()
                                  : QStringLiteral(", ") + scoresSentence(report.testScores));
    else if (!hasTestTexts)
        sentences << QCoreApplication::translate(
            "ui::Monitor", "There is no test split, so it has no test score.");
    if (std::isfinite(report.waitedShare))
        sentences << sentence(core::waitedText(report.waitedShare));
    return sentences.join(u' ');
}

QString verdictText(const core::BaselineReport& report)
{
    core::Message verdict = report.verdict;
    for (std::string& name : verdict.arguments)
        name = coreText(name).toStdString();
    QStringList sentences{sentence(verdict)};
    if (!report.advice.empty())
        sentences << sentence(report.advice);
    return sentences.join(u' ');
}

QString baselineText(const core::Baselines& baselines)
{
    const core::Baseline* best = core::bestBaseline(baselines);
    if (best == nullptr)
        return {};
    const core::Score score{best->outcomes.score, best->outcomes.whole()};
    return QCoreApplication::translate(
               "ui::Monitor",
               "A network has to beat \"%1\", the best simple method: its %2 on the "
               "validation data is %3.")
        .arg(coreText(best->title), coreText(core::scoreDescription(score.name).title),
             scoreValueText(score));
}

} // namespace ui
