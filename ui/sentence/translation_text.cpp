#include "ui/sentence/translation_text.h"

#include "ui/sentence/attention_content.h"
#include "ui/text/sentences.h"
#include "ui/widgets/token_line.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ui::TranslationView", text);
}

QString joined(const QStringList& words)
{
    return words.join(QLatin1Char(' '));
}

QString sourceLine(const core::TranslationInspection& inspection)
{
    QStringList words;
    for (const std::string& token : inspection.sourceTokens)
        words << readableToken(token);
    return tr(QT_TRANSLATE_NOOP("ui::TranslationView", "Source tokens: %1")).arg(joined(words));
}

QStringList targetLines(const core::TranslationInspection& inspection)
{
    QStringList lines;
    lines << (inspection.forced
                  ? tr(QT_TRANSLATE_NOOP("ui::TranslationView", "Reference, teacher-forced: %1"))
                  : tr(QT_TRANSLATE_NOOP("ui::TranslationView", "Translation: %1")))
                 .arg(QString::fromStdString(inspection.target));
    for (const core::TargetToken& token : inspection.targetTokens)
        lines << targetTokenText(token);
    return lines;
}

QStringList strongestLinks(const ShownMap& map)
{
    QStringList lines;
    lines << tr(QT_TRANSLATE_NOOP("ui::TranslationView",
                                  "Attention, %1, layer %2, head %3, where each row looks most:"))
                 .arg(attentionGroupTitle(map.group))
                 .arg(map.layer + 1)
                 .arg(map.head + 1);
    const auto columns = std::ptrdiff_t(map.columns.size());
    for (size_t row = 0; row < map.rows.size() && columns > 0; ++row) {
        const auto begin = map.weights.begin() + std::ptrdiff_t(row) * columns;
        const auto most = std::max_element(begin, begin + columns);
        lines << tr(QT_TRANSLATE_NOOP("ui::TranslationView", "%1 \u2192 %2: %3"))
                     .arg(map.rows[row].text, map.columns[size_t(most - begin)].text,
                          value(double(*most)));
    }
    return lines;
}

/// What the reader must know before believing the picture.
QStringList warnings(const core::TranslationInspection& inspection)
{
    QStringList parts;
    if (inspection.unknownTokens > 0)
        parts << tr(QT_TRANSLATE_NOOP("ui::TranslationView",
                                      "Source tokens that are not in the vocabulary: %1."))
                     .arg(count(inspection.unknownTokens));
    if (inspection.cutTokens > 0)
        parts << filled(
            tr(QT_TRANSLATE_NOOP("ui::TranslationView",
                                 "Cut off at the maximum length, not seen by the network: "
                                 "%1 source {token|tokens}.")),
            {count(inspection.cutTokens)});
    if (!inspection.ended)
        parts << tr(QT_TRANSLATE_NOOP("ui::TranslationView",
                                      "The translation did not end by itself: it was cut off at "
                                      "the maximum length."));
    return parts;
}

} // namespace

QString targetTokenRemark(const core::TargetToken& token)
{
    QString text = tr(QT_TRANSLATE_NOOP("ui::TranslationView", "probability %1 (log %2)"))
                       .arg(value(std::exp(token.logProbability)), value(token.logProbability));
    if (token.likeliest == token.text)
        return text + tr(QT_TRANSLATE_NOOP("ui::TranslationView", "; the likeliest here"));
    return text
        + tr(QT_TRANSLATE_NOOP("ui::TranslationView", "; likeliest: \u201c%1\u201d %2 (log %3)"))
              .arg(readableToken(token.likeliest), value(std::exp(token.likeliestLogProbability)),
                   value(token.likeliestLogProbability));
}

QString targetTokenText(const core::TargetToken& token)
{
    return tr(QT_TRANSLATE_NOOP("ui::TranslationView", "\u201c%1\u201d: %2"))
        .arg(readableToken(token.text), targetTokenRemark(token));
}

QString translationState(const core::TranslationInspection& inspection)
{
    QStringList parts;
    parts << (updateText(inspection.step, inspection.epoch));
    parts << tr(QT_TRANSLATE_NOOP("ui::TranslationView", "tokens: %1 \u2192 %2"))
                 .arg(count(qint64(inspection.sourceTokens.size())),
                      count(qint64(inspection.targetTokens.size())));
    parts << tr(QT_TRANSLATE_NOOP("ui::TranslationView", "mean loss %1 nats per token"))
                 .arg(value(inspection.meanLoss));
    if (!inspection.gold.empty() && std::isfinite(inspection.alignmentErrorRate))
        parts << tr(QT_TRANSLATE_NOOP("ui::TranslationView", "alignment error rate %1"))
                     .arg(percent(inspection.alignmentErrorRate));
    parts << tr(QT_TRANSLATE_NOOP("ui::TranslationView", "answered in %1 ms"))
                 .arg(milliseconds(inspection.milliseconds));
    QStringList all{parts.join(QStringLiteral(" \u00b7 "))};
    all << warnings(inspection);
    return all.join(QStringLiteral(". ")).replace(QStringLiteral(".. "), QStringLiteral(". "));
}

QString translationText(const core::TranslationInspection& inspection, int map)
{
    QStringList lines{translationState(inspection), sourceLine(inspection)};
    lines << targetLines(inspection);
    if (map >= 0 && size_t(map) < inspection.attention.size())
        lines << strongestLinks(shownMap(attentionContent(inspection), map, Grain::Tokens));
    return lines.join(QLatin1Char('\n'));
}

QString comparisonText(const core::TeacherComparison& comparison)
{
    const QString means
        = tr(QT_TRANSLATE_NOOP(
                 "ui::TranslationView",
                 "Mean loss per token: %1 nats teacher-forced, %2 nats free running."))
              .arg(value(comparison.forced.meanLoss), value(comparison.freeRunning.meanLoss));
    if (comparison.firstDivergence < 0)
        return tr(QT_TRANSLATE_NOOP("ui::TranslationView",
                                    "On its own the network writes exactly the reference. %1"))
            .arg(means);
    return tr(QT_TRANSLATE_NOOP("ui::TranslationView",
                                "They part at token %1; after it, free running is fed its own "
                                "tokens, teacher forcing still the reference's. %2"))
        .arg(comparison.firstDivergence + 1)
        .arg(means);
}

} // namespace ui
