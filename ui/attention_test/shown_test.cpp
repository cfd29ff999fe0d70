#include "ui/attention_test/shown_test.h"
#include "ui/widgets/before_after.h"
#include "ui/widgets/probability_bars.h"

#include "ui/attention_test/attention_test_view.h"
#include "ui/sentence/attention_content.h"
#include "ui/text/sentences.h"
#include "ui/widgets/token_line.h"

#include <QLocale>

#include <cmath>

namespace ui {

namespace {

QStringList readable(const std::vector<std::string>& tokens)
{
    QStringList labels;
    for (const std::string& token : tokens)
        labels << readableToken(token);
    return labels;
}

/// Side of a translation that a map's columns (or its rows) belong to.
bool isOfTarget(const core::AttentionMap& map, bool rows)
{
    return map.group == "decoder" || (rows && map.group == "cross");
}

} // namespace

QString siteText(const core::AttentionSite& site)
{
    if (site.group == "pooling")
        return AttentionTestView::tr("pooling");
    const QString group = site.group == "encoder" ? AttentionTestView::tr("self-attention")
                                                  : attentionGroupTitle(site.group);
    if (site.layer < 0)
        return AttentionTestView::tr("%1, all heads").arg(group);
    if (site.head < 0)
        return AttentionTestView::tr("%1, layer %2").arg(group).arg(site.layer + 1);
    return AttentionTestView::tr("%1, layer %2, head %3")
        .arg(group)
        .arg(site.layer + 1)
        .arg(site.head + 1);
}

QString changeText(core::AttentionChange change)
{
    switch (change) {
    case core::AttentionChange::None:
        return AttentionTestView::tr("as it is");
    case core::AttentionChange::Uniform:
        return AttentionTestView::tr("uniform");
    case core::AttentionChange::Permuted:
        return AttentionTestView::tr("permuted");
    case core::AttentionChange::Off:
        return AttentionTestView::tr("off");
    case core::AttentionChange::BestOnly:
        return AttentionTestView::tr("best alone");
    case core::AttentionChange::ByHand:
        return AttentionTestView::tr("by hand");
    }
    return {};
}

QString changeHelp(core::AttentionChange change)
{
    switch (change) {
    case core::AttentionChange::Uniform:
        return AttentionTestView::tr("All visible tokens get the same weight. If nothing changes, "
                                     "the weights do not matter here.");
    case core::AttentionChange::Permuted:
        return AttentionTestView::tr("The weights of each row are permuted at random. If nothing "
                                     "changes, it does not matter which words receive them.");
    case core::AttentionChange::Off:
        return AttentionTestView::tr(
            "The head attends to nothing: its output is 0. If nothing changes, it can be pruned.");
    case core::AttentionChange::BestOnly:
        return AttentionTestView::tr("The largest weight of each row is set to 1. If nothing "
                                     "changes, the head uses only one word.");
    default:
        return {};
    }
}

RowColumn replacementColumn(const std::function<core::AttentionChange(int row)>& change)
{
    RowColumn column = textColumn("change", AttentionTestView::tr("Replaced by"),
                                  AttentionTestView::tr("Replacement weights"), [change](int row) {
                                      return Cell(changeText(change(row)).toStdString());
                                  });
    column.share = 0.0;
    column.widest = AttentionTestView::tr("best alone");
    column.tip = [change](int row) { return changeHelp(change(row)); };
    return column;
}

QString sayingText(const std::vector<std::string>& classes, const core::AttentionSaying& saying)
{
    constexpr qsizetype kLong = 90;
    QString text = QString::fromStdString(saying.said).simplified();
    if (text.isEmpty())
        text = AttentionTestView::tr("(nothing)");
    if (text.size() > kLong)
        text = text.left(kLong) + QStringLiteral(" \u2026");
    if (saying.probabilities.empty()) {
        if (saying.probability >= 0.0)
            text = QStringLiteral("%1 \u00b7 %2").arg(text, percent(saying.probability));
    } else {
        const size_t count = std::min(saying.probabilities.size(), classes.size());
        for (size_t i = 0; i < count; ++i)
            if (classes[i] == saying.said)
                text += QLatin1Char(' ') + percent(double(saying.probabilities[i]));
    }
    if (saying.loss)
        text += QStringLiteral(" \u00b7 ")
            + AttentionTestView::tr("loss %1").arg(value(*saying.loss));
    return text;
}

namespace {

void showBars(ProbabilityBars& bars, const std::vector<std::string>& classes,
              const core::AttentionSaying* saying)
{
    const bool any = saying != nullptr && !saying->probabilities.empty();
    bars.setVisible(any);
    if (!any)
        return;
    QStringList names;
    for (const std::string& name : classes)
        names << QString::fromStdString(name);
    const auto best = std::max_element(saying->probabilities.begin(), saying->probabilities.end());
    bars.setProbabilities(names, saying->probabilities, int(best - saying->probabilities.begin()));
}

} // namespace

void showAnswers(BeforeAfter& answers, const std::vector<std::string>& classes,
                 const core::AttentionSaying& plain, const core::AttentionOutcome* byHand)
{
    QString after;
    if (byHand != nullptr)
        after = (byHand->turned ? AttentionTestView::tr("\u2192 By hand: %1")
                                : AttentionTestView::tr("By hand: %1"))
                    .arg(sayingText(classes, byHand->saying));
    answers.setTexts(AttentionTestView::tr("As computed: %1").arg(sayingText(classes, plain)),
                     after);
    showBars(answers.barsBefore(), classes, &plain);
    showBars(answers.barsAfter(), classes, byHand != nullptr ? &byHand->saying : nullptr);
}

QString measureText(const std::string& measure)
{
    if (measure == "accuracy")
        return AttentionTestView::tr("accuracy");
    if (measure == "token_accuracy")
        return AttentionTestView::tr("accuracy of tokens");
    if (measure == "mean_absolute_error")
        return AttentionTestView::tr("mean absolute error");
    if (measure == "perplexity")
        return AttentionTestView::tr("perplexity");
    return measure == "bleu" ? QStringLiteral("BLEU") : QString::fromStdString(measure);
}

QString editText(const core::AttentionTest& test, const core::AttentionEdit& edit)
{
    core::AttentionMap map;
    map.group = edit.site.group;
    map.rows = 1;
    for (const core::AttentionHeadFacts& facts : test.heads)
        if (siteOf(facts.map) == edit.site)
            map = facts.map;
    const QString to = columnLabels(test, map).value(int(edit.key));
    const QString from = edit.query < 0 ? AttentionTestView::tr("all rows")
                                        : rowLabels(test, map).value(int(edit.query));
    return AttentionTestView::tr("%1 on \u201c%2\u201d (%3; %4)")
        .arg(value(edit.weight), to, from, siteText(edit.site));
}

QString changeNumber(double change)
{
    const QString number = QLocale().toString(std::abs(change), 'g', 3);
    return std::abs(change) < 5e-7 ? QStringLiteral("0")
        : change < 0.0             ? QStringLiteral("\u2212") + number
                                   : QStringLiteral("+") + number;
}

core::AttentionSite siteOf(const core::AttentionMap& map)
{
    return {map.group, map.layer, map.head};
}

QStringList rowLabels(const core::AttentionTest& test, const core::AttentionMap& map)
{
    if (map.group == "pooling")
        return {AttentionTestView::tr("text")};
    return readable(isOfTarget(map, true) ? test.targetTokens : test.tokens);
}

QStringList columnLabels(const core::AttentionTest& test, const core::AttentionMap& map)
{
    if (!isOfTarget(map, false))
        return readable(test.tokens);
    // It is fed what it has written: the same, one later.
    QStringList fed = readable(test.targetTokens);
    fed.prepend(QStringLiteral("<bos>"));
    fed.removeLast();
    return fed;
}

} // namespace ui
