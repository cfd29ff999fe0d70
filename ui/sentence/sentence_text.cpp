#include "ui/sentence/sentence_text.h"

#include "core/text/text_pipeline.h"
#include "ui/sentence/sentence_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/token_line.h"

#include <QStringList>

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr size_t kTopWeights = 5;

QString word(const core::Inspection& inspection, int64_t index)
{
    const auto i = size_t(index);
    return i < inspection.tokens.size() ? readableToken(inspection.tokens[i])
                                        : QString::number(index + 1);
}

QString prediction(const core::Inspection& inspection)
{
    if (inspection.number)
        return SentenceView::tr("Predicted number: %1.").arg(value(*inspection.number));
    QStringList parts;
    for (size_t i = 0; i < inspection.probabilities.size(); ++i)
        parts << SentenceView::tr("%1 %2").arg(
            QString::fromStdString(i < inspection.classes.size() ? inspection.classes[i] : ""),
            percent(inspection.probabilities[i]));
    const auto predicted = size_t(inspection.predicted);
    if (predicted < inspection.classes.size())
        return SentenceView::tr("Predicted: %1. Probabilities: %2.")
            .arg(QString::fromStdString(inspection.classes[predicted]),
                 parts.join(QStringLiteral(", ")));
    return {};
}

QString topWeights(const core::Inspection& inspection)
{
    std::vector<size_t> order(inspection.tokenWeights.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return inspection.tokenWeights[a] > inspection.tokenWeights[b];
    });
    order.resize(std::min(order.size(), kTopWeights));
    QStringList parts;
    for (const size_t i : order)
        parts << SentenceView::tr("\u201c%1\u201d %2")
                     .arg(word(inspection, int64_t(i)), value(inspection.tokenWeights[i]));
    return SentenceView::tr("Largest weights: %1.").arg(parts.join(QStringLiteral(", ")));
}

QStringList strongestWords(const core::Inspection& inspection, const core::AttentionMap& map)
{
    QStringList lines;
    lines << SentenceView::tr("Layer %1, head %2, largest weight of each word:")
                 .arg(map.layer + 1)
                 .arg(map.head + 1);
    for (int64_t row = 0; row < map.rows; ++row) {
        const auto begin = map.weights.begin() + row * map.columns;
        const auto most = std::max_element(begin, begin + map.columns);
        lines << SentenceView::tr("%1 \u2192 %2: %3")
                     .arg(word(inspection, row), word(inspection, most - begin), value(*most));
    }
    return lines;
}

} // namespace

QString inspectionText(const core::Inspection& inspection, int map)
{
    QStringList lines{inspectionState(inspection), prediction(inspection)};
    QStringList words;
    for (size_t i = 0; i < inspection.tokens.size(); ++i)
        words << word(inspection, int64_t(i));
    lines << SentenceView::tr("Tokens: %1").arg(words.join(QLatin1Char(' ')));
    if (!inspection.tokenWeights.empty())
        lines << topWeights(inspection);
    if (map >= 0 && size_t(map) < inspection.attention.size())
        lines << strongestWords(inspection, inspection.attention[size_t(map)]);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString inspectionState(const core::Inspection& inspection)
{
    const auto unknown = std::count(inspection.ids.begin(), inspection.ids.end(), core::kUnknownId);
    QStringList parts;
    parts << (updateText(inspection.step, inspection.epoch));
    parts << SentenceView::tr("tokens: %1").arg(count(qint64(inspection.tokens.size())));
    if (unknown > 0)
        parts << SentenceView::tr("unknown: %1").arg(count(unknown));
    if (inspection.cutTokens > 0)
        parts << SentenceView::tr("cut off at the maximum length, not seen by the network: %1")
                     .arg(count(inspection.cutTokens));
    parts << SentenceView::tr("answered in %1 ms").arg(milliseconds(inspection.milliseconds));
    return parts.join(QStringLiteral(" \u00b7 "));
}

} // namespace ui
