#include "ui/language/language_results_view.h"

#include "ui/language/glass_legend.h"
#include "ui/language/reading_sums.h"
#include "ui/language/reading_table.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QTabWidget>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

/// Caption of the share of tokens that were the likeliest.
QString guessedOf(const std::string& unit)
{
    if (unit == "word")
        return LanguageResultsView::tr("of the words predicted right");
    if (unit == "character")
        return LanguageResultsView::tr("of the characters predicted right");
    if (unit == "subword")
        return LanguageResultsView::tr("of the subwords predicted right");
    if (unit == "byte")
        return LanguageResultsView::tr("of the bytes predicted right");
    return LanguageResultsView::tr("of the tokens predicted right");
}

/// Beside guessing and, where the training has counted the tokens, their frequencies.
Fact perplexityFact(const core::LanguageScores& scores)
{
    const QString uniform = shortNumber(scores.uniformPerplexity);
    const QString name = LanguageResultsView::tr("perplexity %1").arg(unitName(scores.unit));
    const QString meaning
        = LanguageResultsView::tr(
              "exp(loss): the number of equally likely tokens with the same loss. A uniform "
              "distribution over the whole vocabulary has %1.")
              .arg(value(scores.uniformPerplexity));
    const QString key = QStringLiteral("perplexityFigure");
    if (std::isnan(scores.unigramPerplexity))
        return {shortNumber(scores.perplexity),
                LanguageResultsView::tr("%1 (uniform %2)").arg(name, uniform), meaning, key};
    return {shortNumber(scores.perplexity),
            LanguageResultsView::tr("%1 (uniform %2, unigram %3)")
                .arg(name, uniform, shortNumber(scores.unigramPerplexity)),
            meaning + u' '
                + LanguageResultsView::tr(
                      "The frequencies of the training tokens have %1. If the value is not below "
                      "that of the unigram, the network does not use the context yet; train longer "
                      "or with another learning rate.")
                      .arg(value(scores.unigramPerplexity)),
            key};
}

} // namespace

LanguageResultsView::LanguageResultsView(ViewContext& context, QWidget* parent)
    : EvaluationOf(context,
                   {.valid = tr("validation text"),
                    .test = tr("test text"),
                    .rows = tr("lines"),
                    .rowsHelp = tr("Number of lines read"),
                    .afterTraining = tr("Its loss, perplexity and each line with its loss then "
                                        "appear here."),
                    .afterEvaluate = tr("Press Evaluate: the network of the chosen run reads the "
                                        "whole set, and its loss, perplexity and each line appear "
                                        "here.")},
                   parent)
    , m_ranks(new GlassLegend)
    , m_classes(new ClassReadingsTable)
    , m_table(new ReadingTable)
{
    named(m_ranks, "rankShares", tr("Tokens by the rank of the true token"));
    auto* content = new QWidget;
    auto* halves = new Splitter(QStringLiteral("languageResults"), Qt::Vertical);
    halves->addWidget(m_classes);
    halves->addWidget(m_table);
    halves->setStretchFactor(1, 1);
    halves->setSharing([this](int whole) {
        const int classes = std::min(m_classes->sizeHint().height(), whole * 2 / 5);
        return QList{classes, whole - classes};
    });
    m_classes->hide();
    QTabWidget* pages = pagesWith(halves, tr("&Lines"), core::Grouping::Distance);
    makeColumn(content, {m_ranks, {pages, 1}}, kGrid);
    m_table->layout()->setContentsMargins(0, 0, 0, 0);
    showFigures({}, 0);
    frame().setContent(content);
    showNoNetwork();
    connect(m_table, &ReadingTable::textActivated, this,
            [this](const QString& text) { look(text, {}, QStringLiteral("glass")); });
}

void LanguageResultsView::showFigures(const core::LanguageScores& scores, qint64 lines)
{
    const QString cut = scores.cutLines > 0 ? u' '
            + tr("%1 of %2 lines are truncated at the maximum length; the rest of them is not "
                 "scored.")
                  .arg(count(scores.cutLines), count(scores.lines))
                                            : QString();
    setFigures(
        {{value(scores.loss), tr("nats %1").arg(unitName(scores.unit)),
          tr("The mean loss: \u2212log p of each of %1 tokens. Running text is read as in the "
             "validation: in as many parts as a batch has rows, each from an empty state.")
                  .arg(count(scores.tokens))
              + cut,
          QStringLiteral("lossFigure")},
         perplexityFact(scores),
         unknownFact(scores.unknownShare, scores.knownPerplexity),
         {value(scores.bitsPerCharacter),
          scores.unknownShare > 0.0 ? tr("bits per character, unknown tokens spelt out")
                                    : tr("bits per character"),
          tr("Loss of the whole text / ln 2 / %1 characters: to be compared between words, "
             "characters and subwords on the same text. An unknown token is charged log2 257 bits "
             "for each of its bytes and for its end as well, as if it were spelt out.")
              .arg(count(scores.characters)),
          QStringLiteral("bitsFigure")},
         {percent(scores.accuracy), guessedOf(scores.unit),
          tr("Accuracy: the share of the tokens that had the highest predicted probability"),
          QStringLiteral("accuracyFigure")}},
        lines);
}

void LanguageResultsView::showScored()
{
    const bool areNames = !scored().rows.empty() && !scored().rows.front().className.empty();
    setRowsName(areNames ? tr("names") : tr("lines"),
                areNames ? tr("Number of names read")
                         : tr("Number of lines read, not counting empty ones"));
    showFigures(scored().scores,
                std::count_if(scored().rows.begin(), scored().rows.end(),
                              [](const core::ReadText& text) { return !isBlank(text); }));
    m_classes->setVisible(areNames);
    m_classes->setTexts(areNames ? scored().rows : std::vector<core::ReadText>());
    std::array<int64_t, 4> levels{};
    std::copy_n(scored().scores.ranks.begin(),
                std::min(scored().scores.ranks.size(), levels.size()), levels.begin());
    m_ranks->setRanks(levels, scored().scores.vocabularySize);
    m_table->setTexts(scored().rows);
}

std::vector<Figure> LanguageResultsView::resultFigures() const
{
    std::vector<Figure> all;
    all.push_back(
        m_table->figure(tr("Lines by their loss, the rows shown"), QStringLiteral("lines")));
    if (!m_classes->isHidden())
        all.push_back({.title = tr("Loss by class"),
                       .name = QStringLiteral("classes"),
                       .table = [this](TableText& table) { m_classes->filter().write(table); }});
    return all;
}

} // namespace ui
