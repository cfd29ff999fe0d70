#include "ui/sentence/translation_text.h"

#include "ui/sentence/attention_content.h"
#include "ui/sentence/translation_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/token_line.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

QString sourceLine(const core::TranslationInspection& inspection)
{
    QStringList words;
    for (const std::string& token : inspection.sourceTokens)
        words << readableToken(token);
    return TranslationView::tr("Source tokens: %1").arg(words.join(QLatin1Char(' ')));
}

QStringList targetLines(const core::TranslationInspection& inspection)
{
    QStringList lines;
    lines << (inspection.forced ? TranslationView::tr("Reference, teacher-forced: %1")
                                : TranslationView::tr("Translation: %1"))
                 .arg(QString::fromStdString(inspection.target));
    for (const core::TargetToken& token : inspection.targetTokens)
        lines << targetTokenText(token);
    return lines;
}

QStringList strongestSources(const ShownMap& map)
{
    QStringList lines;
    lines << TranslationView::tr("Attention, %1, layer %2, head %3, largest weight of each row:")
                 .arg(attentionGroupTitle(map.group))
                 .arg(map.layer + 1)
                 .arg(map.head + 1);
    const auto columns = std::ptrdiff_t(map.columns.size());
    for (size_t row = 0; row < map.rows.size() && columns > 0; ++row) {
        const auto begin = map.weights.begin() + std::ptrdiff_t(row) * columns;
        const auto most = std::max_element(begin, begin + columns);
        lines << TranslationView::tr("%1 \u2192 %2: %3")
                     .arg(map.rows[row].text, map.columns[size_t(most - begin)].text,
                          value(double(*most)));
    }
    return lines;
}

/// Warnings that the reader must know before trusting the picture.
QStringList warnings(const core::TranslationInspection& inspection)
{
    QStringList parts;
    if (inspection.unknownTokens > 0)
        parts << TranslationView::tr("Source tokens that are not in the vocabulary: %1.")
                     .arg(count(inspection.unknownTokens));
    if (inspection.cutTokens > 0)
        parts << filled(
            TranslationView::tr("Cut off at the maximum length, not seen by the network: "
                                "%1 source {token|tokens}."),
            {count(inspection.cutTokens)});
    if (!inspection.ended)
        parts << TranslationView::tr(
            "The translation did not end: it was truncated at the maximum length.");
    return parts;
}

} // namespace

QString targetTokenRemark(const core::TargetToken& token)
{
    QString text = TranslationView::tr("probability %1 (log %2)")
                       .arg(value(std::exp(token.logProbability)), value(token.logProbability));
    if (token.likeliest == token.text)
        return text + TranslationView::tr("; the likeliest here");
    return text
        + TranslationView::tr("; likeliest: \u201c%1\u201d %2 (log %3)")
              .arg(readableToken(token.likeliest), value(std::exp(token.likeliestLogProbability)),
                   value(token.likeliestLogProbability));
}

QString targetTokenText(const core::TargetToken& token)
{
    return TranslationView::tr("\u201c%1\u201d: %2")
        .arg(readableToken(token.text), targetTokenRemark(token));
}

QString translationState(const core::TranslationInspection& inspection)
{
    QStringList parts;
    parts << (updateText(inspection.step, inspection.epoch));
    parts << TranslationView::tr("tokens: %1 \u2192 %2")
                 .arg(count(qint64(inspection.sourceTokens.size())),
                      count(qint64(inspection.targetTokens.size())));
    parts << TranslationView::tr("mean loss %1 nats per token").arg(value(inspection.meanLoss));
    if (!inspection.gold.empty() && std::isfinite(inspection.alignmentErrorRate))
        parts << TranslationView::tr("alignment error rate %1")
                     .arg(percent(inspection.alignmentErrorRate));
    parts << TranslationView::tr("answered in %1 ms").arg(milliseconds(inspection.milliseconds));
    QStringList all{parts.join(QStringLiteral(" \u00b7 "))};
    all << warnings(inspection);
    return all.join(QStringLiteral(". ")).replace(QStringLiteral(".. "), QStringLiteral(". "));
}

QString translationText(const core::TranslationInspection& inspection, int map)
{
    QStringList lines{translationState(inspection), sourceLine(inspection)};
    lines << targetLines(inspection);
    if (map >= 0 && size_t(map) < inspection.attention.size())
        lines << strongestSources(shownMap(attentionContent(inspection), map, Grain::Tokens));
    return lines.join(QLatin1Char('\n'));
}

QString comparisonText(const core::TeacherComparison& comparison)
{
    const QString means
        = TranslationView::tr("Mean loss per token: %1 nats teacher-forced, %2 nats free running.")
              .arg(value(comparison.forced.meanLoss), value(comparison.freeRunning.meanLoss));
    if (comparison.firstDivergence < 0)
        return TranslationView::tr("On its own, the network generates exactly the reference. %1")
            .arg(means);
    return TranslationView::tr("They differ at token %1; after it, free running continues with its "
                               "own tokens, teacher forcing with the reference's. %2")
        .arg(comparison.firstDivergence + 1)
        .arg(means);
}

} // namespace ui
