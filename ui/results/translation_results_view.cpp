#include "ui/results/translation_results_view.h"

#include "ui/results/gains_table.h"
#include "ui/results/translation_table.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <cmath>

namespace ui {

namespace {

/// What makes the scores worse than the translations are.
QString remarks(const core::TranslationScores& scores)
{
    using View = TranslationResultsView;
    const QString of = count(scores.count);
    QString text;
    if (scores.cutSources > 0)
        text += View::tr(" \u00b7 cut at the maximum length: %1 of %2 sources")
                    .arg(count(scores.cutSources), of);
    if (scores.cutReferences > 0)
        text += View::tr(" \u00b7 longer than the maximum length: %1 of %2 references")
                    .arg(count(scores.cutReferences), of);
    constexpr double kMany = 0.1;
    if (scores.unknownSourceShare > kMany)
        text += View::tr(" \u00b7 %1 of the source tokens are unknown")
                    .arg(percent(scores.unknownSourceShare));
    return text;
}

} // namespace

TranslationResultsView::TranslationResultsView(ViewContext& context, QWidget* parent)
    : EvaluationOf(context,
                   {.valid = tr("validation pairs"),
                    .test = tr("test pairs"),
                    .rows = tr("{pair|pairs}"),
                    .rowsHelp = tr("How many pairs were translated"),
                    .afterTraining = tr("Its scores and each translation beside its reference then "
                                        "appear here."),
                    .afterEvaluate = tr("Press Evaluate: the network of the chosen run translates "
                                        "every source of the set, and its scores and each "
                                        "translation beside its reference appear here.")},
                   parent)
    , m_finding(addAsker())
{
    m_signature = makeLabel({}, LabelRole::Muted);
    m_signature->setObjectName(QStringLiteral("signatureLabel"));
    m_signature->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_signature->hide();
    frame().addBelowMessages(m_signature);
    frame().setContent(buildContent());
    frame().showNoNetwork();
    connectParts();
}

void TranslationResultsView::connectParts()
{
    connect(&frame(), &EvaluationFrame::busyChanged, m_find, &QWidget::setDisabled);
    connect(m_find, &QPushButton::clicked, this, [this] {
        if (!shown().hasRun())
            return;
        core::AskGains question;
        question.split = frame().split().toStdString();
        m_finding.ask(shown(), question,
                      [this](const std::vector<core::SearchGain>& gains) { setGains(gains); });
    });
    connect(m_table, &TranslationTable::textActivated, this,
            [this](const QString& source, const QString& reference) { look(source, reference); });
    const auto decode
        = [this](const QString& source) { look(source, {}, QStringLiteral("decoding")); };
    connect(m_table, &TranslationTable::decodeActivated, this, decode);
    connect(m_gains, &GainsTable::decodeActivated, this, decode);
}

QWidget* TranslationResultsView::buildContent()
{
    m_pages = new QTabWidget;
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->setDocumentMode(true);
    m_table = new TranslationTable;
    m_table->layout()->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
    m_pages->addTab(m_table, tr("&Translations"));
    m_pages->addTab(buildGains(), tr("&Beam against greedy"));
    return m_pages;
}

QWidget* TranslationResultsView::buildGains()
{
    const int space = Theme::instance().spacing();
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, space, 0, 0);
    column->setSpacing(space);
    auto* row = new QHBoxLayout;
    m_find = new QPushButton(tr("&Find sentences where beam beats greedy"));
    m_find->setObjectName(QStringLiteral("findGainsButton"));
    setHelp(
        *m_find,
        tr("Every source of the set is translated twice: greedily, and by the run's own search"));
    m_found = makeLabel(tr("Where the search's translation is more probable than greedy's; the "
                           "largest gain comes first."),
                        LabelRole::Muted);
    m_found->setObjectName(QStringLiteral("foundLabel"));
    row->addWidget(m_find);
    row->addWidget(m_found, 1);
    m_gains = new GainsTable;
    m_gains->layout()->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_gains, 1);
    column->addWidget(makeLabel(
        tr("Few or none found: greedy is nearly as good, so a wider beam only costs time. More "
           "probable but lower BLEU: the search likes short sentences; raise the length penalty."),
        LabelRole::Muted));
    return page;
}

void TranslationResultsView::showFigures(const core::TranslationScores& scores)
{
    const auto name = [](const char* text) { return QLatin1String(text); };
    std::vector<Fact> facts{
        {pointsText(scores.bleu.score), tr("BLEU"),
         tr("Words and word sequences in common with the references, 0 to 100. %1")
             .arg(QString::fromStdString(scores.bleu.signature)),
         name("bleuFigure")},
        {pointsText(scores.chrf.score), tr("chrF"),
         tr("Letter sequences in common with the references, 0 to 100. %1")
             .arg(QString::fromStdString(scores.chrf.signature)),
         name("chrfFigure")},
        {value(scores.perplexity),
         tr("perplexity (uniform: %1)").arg(value(scores.uniformPerplexity)),
         tr("exp(mean loss per reference token): the network is as unsure as if it chose among "
            "that many equally likely tokens. A uniform guess over the whole vocabulary gives %1.")
             .arg(value(scores.uniformPerplexity)),
         name("perplexityFigure")},
        unknownFact(scores.unknownShare, scores.knownPerplexity),
        {percent(scores.accuracy), tr("token accuracy"),
         tr("Share of the reference's tokens that were the likeliest next one, teacher-forced"),
         name("accuracyFigure")},
        {percent(scores.exactMatch), tr("exact match"),
         tr("Share of the translations that are the reference, letter for letter"),
         name("exactFigure")}};
    if (!std::isnan(scores.alignmentErrorRate))
        facts.push_back({percent(scores.alignmentErrorRate), tr("alignment errors"),
                         tr("1 \u2212 (|A \u2229 S| + |A \u2229 P|) / (|A| + |S|): links of the "
                            "largest attention weights against the gold alignment"),
                         name("alignmentFigure")});
    frame().setFigures(std::move(facts), scores.count);
}

void TranslationResultsView::showScored(const core::ScoredPairs& scored)
{
    showFigures(scored.scores);
    m_signature->setText(tr("BLEU %1 \u00b7 chrF %2 \u00b7 translated in %3%4")
                             .arg(QString::fromStdString(scored.scores.bleu.signature),
                                  QString::fromStdString(scored.scores.chrf.signature),
                                  duration(scored.scores.seconds), remarks(scored.scores)));
    m_signature->show();
    m_table->setTranslations(scored.rows);
}

void TranslationResultsView::setGains(const std::vector<core::SearchGain>& gains)
{
    frame().endProgress();
    frame().showContent();
    m_gains->setGains(gains);
    m_found->setText(gains.empty()
                         ? tr("On no sentence of this set is the search's translation more "
                              "probable than greedy's.")
                         : tr("Where the search's translation is more probable than greedy's; the "
                              "largest gain comes first."));
    m_pages->setCurrentIndex(1); // The gains.
}

std::vector<Figure> TranslationResultsView::resultFigures() const
{
    Figure translations
        = m_table->figure(tr("Translations, the rows shown"), QStringLiteral("translations"));
    translations.words
        = [this] { return frame().words() + QLatin1Char('\n') + m_signature->text(); };
    return {translations,
            m_gains->figure(tr("Beam against greedy, the rows shown"), QStringLiteral("gains"))};
}

} // namespace ui
