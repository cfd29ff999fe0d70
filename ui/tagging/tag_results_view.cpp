#include "ui/tagging/tag_results_view.h"

#include "ui/results/class_results.h"
#include "ui/tagging/tag_table.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"

namespace ui {

namespace {

constexpr double kConfusionShare = 0.74; ///< There are more tags than classes.
constexpr int kMostWritten = 12; ///< With more tags, cells of the confusion have no numbers.

core::ClassScore scoreRow(const core::SpanScore& spans)
{
    return {spans.type, spans.precision, spans.recall, spans.f1, spans.gold};
}

} // namespace

TagResultsView::TagResultsView(ViewContext& context, QWidget* parent)
    : EvaluationOf(context,
                   wordsOfTexts(tr("Its scores, the confusion matrix of the tags and each text "
                                   "with its mistakes then appear here."),
                                tr("Press Evaluate: the network of the chosen run tags every text "
                                   "of the set; its scores, the confusion matrix of the tags and "
                                   "each text with its mistakes appear here.")),
                   parent)
{
    showFigures();
    frame().setContent(pagesWith(buildContent(), tr("&Predictions"), core::Grouping::Length));
    showNoNetwork();
    m_parts->arrange(*this);
    connect(m_table, &TagTable::textActivated, this,
            [this](const QString& text, const QString& truth) { look(text, truth); });
    connect(m_table, &TagTable::tagsCleared, this, [this] { m_confusion->chooseNone(); });
}

void TagResultsView::showFigures()
{
    std::vector<Fact> facts{{percent(scored().scores.accuracy), tr("accuracy"),
                             tr("Share of the tokens with the correct tag"),
                             QStringLiteral("accuracyFigure")}};
    if (scored().scores.hasSpans) {
        facts.push_back({percent(scored().scores.spans.f1), tr("span F1"),
                         tr("2 p r / (p + r) over whole spans, as in conlleval: a span is correct "
                            "if its first token, its last token and its type are correct"),
                         QStringLiteral("spanF1Figure")});
        facts.push_back({percent(scored().scores.spans.precision), tr("precision"),
                         tr("Share of the predicted spans that are correct"),
                         QStringLiteral("spanPrecisionFigure")});
        facts.push_back({percent(scored().scores.spans.recall), tr("recall"),
                         tr("Share of the true spans that were found"),
                         QStringLiteral("spanRecallFigure")});
        facts.push_back(
            {QStringLiteral("%1 / %2").arg(count(scored().scores.illegalMoves),
                                           count(scored().scores.illegalMovesWithoutCrf)),
             tr("illegal transitions / without CRF"),
             tr("Transitions that the tagging scheme forbids, such as O I-PER: in the predictions, "
                "and with the likeliest tag of each token by its emission alone. If the "
                "predictions have many, add a CRF to the network, or constrain it."),
             QStringLiteral("illegalFigure")});
    }
    facts.push_back({percent(scored().scores.textAccuracy), tr("texts without mistakes"),
                     tr("Share of the texts without a mistake"),
                     QStringLiteral("textAccuracyFigure")});
    facts.push_back({value(scored().scores.loss), tr("loss (nats)"),
                     tr("Minus the logarithm of the probability of the true tags, mean over "
                        "tokens"),
                     QStringLiteral("lossFigure")});
    setFigures(std::move(facts), scored().scores.texts);
}

QWidget* TagResultsView::buildContent()
{
    m_table = new TagTable;
    hideInPresentation(*m_table);
    m_spans = new ClassScoresTable(
        {tr("Scores of every type of span"), tr("Span"),
         tr("Share of the spans predicted with this type that are right"),
         tr("Share of the true spans of this type that were found"),
         tr("Spans of this type in the data"), tr("All spans of all types")});
    m_tags = named(
        new ClassScoresTable({tr("Scores of every tag"), tr("Tag"),
                              tr("Share of the tokens predicted with this tag that have it"),
                              tr("Share of the tokens with this tag that were predicted with it"),
                              tr("Tokens that have this tag"),
                              tr("Mean over the tags (macro); every tag counts the same")}),
        "tagScoresTable");
    m_confusion = new ConfusionPanel(
        {tr("true tag"), tr("predicted tag"),
         tr("Click a cell to see its texts, again to see all."),
         [](qint64 cell, qint64 support, const QString& truth, const QString& predicted) {
             return filled(tr("%1 of %2 {token|tokens} with %3 predicted as %4"),
                           {count(cell), count(support), truth, predicted});
         },
         kMostWritten});
    connect(m_confusion, &ConfusionPanel::cellActivated, this, &TagResultsView::toggleTags);
    auto* scores = new QWidget;
    makeColumn(scores, {m_spans, m_tags});
    m_spans->hide();
    m_parts = new ScoresAndRows(m_confusion, scores, m_table, kConfusionShare);
    return m_parts;
}

void TagResultsView::resizeEvent(QResizeEvent* event)
{
    EvaluationOf::resizeEvent(event);
    m_parts->arrange(*this);
}

void TagResultsView::showScored()
{
    showFigures();
    QStringList tags;
    for (const std::string& tag : scored().scores.tags)
        tags << QString::fromStdString(tag);
    const auto rows = core::classScores(scored().scores.tags, scored().scores.confusion);
    m_tags->setScores(rows, core::meanScore(rows, tr("mean").toStdString()));
    std::vector<core::ClassScore> spans;
    for (const core::SpanScore& each : scored().scores.spansByType)
        spans.push_back(scoreRow(each));
    core::ClassScore all = scoreRow(scored().scores.spans);
    all.name = tr("all").toStdString();
    m_spans->setScores(std::move(spans), std::move(all));
    m_spans->setVisible(scored().scores.hasSpans);
    m_tags->setVisible(!scored().scores.hasSpans);
    m_confusion->setCounts(tags, scored().scores.confusion);
    m_table->setRows(scored().rows, scored().scores.tags);
}

void TagResultsView::toggleTags(int truth, int predicted)
{
    if (m_table->toggleTags(truth, predicted) == TagTable::Filtered::No)
        m_confusion->chooseNone();
}

std::vector<Figure> TagResultsView::resultFigures() const
{
    return {m_table->figure(tr("Texts and their mistakes, the rows shown"),
                            QStringLiteral("predictions")),
            m_confusion->figure()};
}

} // namespace ui
