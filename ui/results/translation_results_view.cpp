#include "ui/results/translation_results_view.h"

#include "ui/results/translation_tables.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

/// Reasons why the scores are lower than the translations deserve.
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
    : EvaluationOf(
        context,
        {.valid = tr("validation pairs"),
         .test = tr("test pairs"),
         .rows = tr("{pair|pairs}"),
         .rowsHelp = tr("Number of translated pairs"),
         .afterTraining
         = tr("Its scores and each translation beside its reference then appear here."),
         .afterEvaluate
         = tr("Press Evaluate: the network of the chosen run translates every source of the set, "
              "and its scores and each translation beside its reference appear here.")},
        parent)
    , m_finding(addAsker())
{
    m_signature = named(makeLabel({}, LabelRole::Muted), "signatureLabel");
    m_signature->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_signature->hide();
    frame().addBelowMessages(m_signature);
    buildReferences();
    frame().setContent(buildContent());
    showNoNetwork();
    connectParts();
}

void TranslationResultsView::connectParts()
{
    connect(this, &EvaluationView::busyChanged, m_find, &QWidget::setDisabled);
    connect(m_find, &QPushButton::clicked, this, [this] {
        if (!shown().hasRun())
            return;
        core::AskGains question;
        question.split = split().toStdString();
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

void TranslationResultsView::buildReferences()
{
    m_add = named(new QToolButton, "addReferencesButton", {},
                  tr("If good translations score low, add text files with other translations by "
                     "people: line N is another reference of pair N. A match with any of them "
                     "counts."));
    m_add->setText(tr("Add references..."));
    m_add->setFocusPolicy(Qt::StrongFocus);
    m_remove = named(new QToolButton, "removeReferencesButton", tr("Remove the added references"),
                     tr("Compare with the references of the data alone."));
    m_remove->setFocusPolicy(Qt::StrongFocus);
    addChoice(*m_add);
    addChoice(*m_remove);
    m_remove->hide();
    connect(m_add, &QToolButton::clicked, this, [this] {
        std::vector<std::string> files = m_references;
        for (const QString& file :
             QFileDialog::getOpenFileNames(window(), tr("Further references")))
            if (std::find(files.begin(), files.end(), file.toStdString()) == files.end())
                files.push_back(file.toStdString());
        if (files != m_references)
            setReferences(files);
    });
    connect(m_remove, &QToolButton::clicked, this, [this] { setReferences({}); });
}

void TranslationResultsView::setReferences(const std::vector<std::string>& files)
{
    m_references = files;
    m_remove->setText(
        filled(tr("Remove %1 {file|files} of references"), {count(qint64(files.size()))}));
    m_remove->setVisible(!files.empty());
    request();
}

void TranslationResultsView::complete(core::AskTranslationScores& question) const
{
    question.references = m_references;
}

QWidget* TranslationResultsView::buildContent()
{
    m_table = new TranslationTable;
    m_table->layout()->setContentsMargins(0, kGrid, 0, 0);
    m_pages = pagesWith(m_table, tr("&Translations"), core::Grouping::Length);
    m_pages->insertTab(1, buildGains(), tr("&Beam against greedy"));
    return m_pages;
}

QWidget* TranslationResultsView::buildGains()
{
    auto* page = new QWidget;
    m_find = named(
        new QPushButton(tr("&Find sentences where beam beats greedy")), "findGainsButton", {},
        tr("Every source of the set is translated twice: greedily, and by the run's own search"));
    m_found = named(makeLabel(tr("Sentences for which the search finds a more probable translation "
                                 "than greedy search; the largest gain comes first."),
                              LabelRole::Muted),
                    "foundLabel");
    m_gains = new GainsTable;
    m_gains->layout()->setContentsMargins(0, 0, 0, 0);
    makeColumn(
        page,
        {makeRow(nullptr, {m_find, {m_found, 1}}),
         {m_gains, 1},
         makeLabel(tr("If few or none are found, greedy search is nearly as good, and a wider beam "
                      "only costs time. If translations are more probable but have a lower BLEU, "
                      "the search prefers short sentences: raise the length penalty."),
                   LabelRole::Muted)},
        kGrid, {0, kGrid, 0, 0});
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
        {fourDigits(scores.perplexity),
         tr("perplexity (uniform: %1)").arg(value(scores.uniformPerplexity)),
         tr("exp(mean loss per reference token): the number of equally likely tokens with the same "
            "uncertainty. A uniform distribution over the vocabulary has %1.")
             .arg(value(scores.uniformPerplexity)),
         name("perplexityFigure")},
        unknownFact(scores.unknownShare, scores.knownPerplexity),
        {percent(scores.accuracy), tr("token accuracy"),
         tr("Share of reference tokens that were the most probable next token, teacher-forced"),
         name("accuracyFigure")},
        {percent(scores.exactMatch), tr("exact match"),
         tr("Share of translations that equal their reference"), name("exactFigure")}};
    if (!std::isnan(scores.alignmentErrorRate))
        facts.push_back({percent(scores.alignmentErrorRate), tr("alignment errors"),
                         tr("1 \u2212 (|A \u2229 S| + |A \u2229 P|) / (|A| + |S|): links of the "
                            "largest attention weights against the gold alignment"),
                         name("alignmentFigure")});
    setFigures(std::move(facts), scores.count);
}

void TranslationResultsView::showScored()
{
    showFigures(scored().scores);
    m_signature->setText(tr("BLEU %1 \u00b7 chrF %2 \u00b7 translated in %3%4")
                             .arg(QString::fromStdString(scored().scores.bleu.signature),
                                  QString::fromStdString(scored().scores.chrf.signature),
                                  duration(scored().scores.seconds), remarks(scored().scores)));
    m_signature->show();
    m_table->setTranslations(scored().rows);
}

void TranslationResultsView::setGains(const std::vector<core::SearchGain>& gains)
{
    endProgress();
    frame().showContent();
    m_gains->setGains(gains);
    m_found->setText(gains.empty()
                         ? tr("The search finds no translation in this set that is more probable "
                              "than the greedy one.")
                         : tr("Sentences for which the search finds a more probable translation "
                              "than greedy search; the largest gain comes first."));
    m_pages->setCurrentIndex(1); // The gains.
}

QString TranslationResultsView::words() const
{
    return EvaluationOf::words() + QLatin1Char('\n') + m_signature->text();
}

std::vector<Figure> TranslationResultsView::resultFigures() const
{
    return {m_table->figure(tr("Translations, the rows shown"), QStringLiteral("translations")),
            m_gains->figure(tr("Beam against greedy, the rows shown"), QStringLiteral("gains"))};
}

} // namespace ui
