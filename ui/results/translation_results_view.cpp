#include "ui/results/translation_results_view.h"

#include "ui/results/evaluation_frame.h"
#include "ui/results/gains_table.h"
#include "ui/results/translation_table.h"
#include "ui/text/sentences.h"
#include "ui/view/asker.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <cmath>
#include <functional>

namespace ui {

namespace {

enum Page { Translations, Gains };

QString points(double score)
{
    return QLocale().toString(score, 'f', 1);
}

} // namespace

class TranslationResultsView::State : public QObject {
public:
    State(TranslationResultsView& owner, ViewContext& context);
    void follow(const Shown& shown);
    std::vector<Figure> figures() const;
    void show(const TranslationResultsContent& content);
    void show(const std::vector<core::SearchGain>& gains);

    EvaluationFrame* frame = nullptr;

private:
    Asker::Failed failed()
    {
        return [this](const core::Failure& failure) { frame->showFailure(failure); };
    }
    Asker::Progressed progressed()
    {
        return [this](const core::Progress& progress) { frame->showProgress(progress); };
    }
    void connectParts(ViewContext& context);
    core::AskTranslationScores question() const { return {frame->split().toStdString()}; }
    /// Shows scores of the run that is shown now.
    std::function<void(const core::ScoredPairs&)> shower();
    QWidget* buildContent();
    QWidget* buildGains();
    void showFigures(const core::TranslationScores& scores);

    TranslationResultsView& m_view;
    Asker m_scoring, m_finding; ///< Scores; where the search beats greedy.
    Shown m_shown;
    QLabel *m_signature = nullptr, *m_found = nullptr;
    QTabWidget* m_pages = nullptr;
    TranslationTable* m_table = nullptr;
    GainsTable* m_gains = nullptr;
    QPushButton* m_find = nullptr;
};

TranslationResultsView::State::State(TranslationResultsView& owner, ViewContext& context)
    : m_view(owner)
    , m_scoring(context, failed(), progressed())
    , m_finding(context, failed(), progressed())
{
    frame = new EvaluationFrame(tr("validation pairs"), tr("test pairs"));
    m_signature = makeLabel({}, LabelRole::Muted);
    m_signature->setObjectName(QStringLiteral("signatureLabel"));
    m_signature->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_signature->hide();
    frame->addBelowFigures(m_signature);
    frame->setContent(buildContent());
    auto* whole = new CompactLayout(&m_view);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(frame);
    connectParts(context);
}

void TranslationResultsView::State::connectParts(ViewContext& context)
{
    connect(frame, &EvaluationFrame::evaluationRequested, this, [this] {
        if (m_shown.hasRun())
            m_scoring.ask(m_shown, question(), shower());
    });
    connect(frame, &EvaluationFrame::cancelRequested, this, [this] {
        m_scoring.cancel();
        m_finding.cancel();
    });
    connect(frame, &EvaluationFrame::busyChanged, m_find, &QWidget::setDisabled);
    connect(m_find, &QPushButton::clicked, this, [this] {
        if (m_shown.hasRun())
            m_finding.ask(m_shown, core::AskGains{.split = frame->split().toStdString()},
                          [this](const std::vector<core::SearchGain>& gains) { show(gains); });
    });
    connect(m_table, &TranslationTable::textActivated, &context,
            [&context](const QString& source, const QString& reference) {
                context.look(source, reference);
                context.showView(QStringLiteral("sentence"));
            });
    const auto decode = [&context](const QString& source) {
        context.look(source);
        context.showView(QStringLiteral("decoding"));
    };
    connect(m_table, &TranslationTable::decodeActivated, &context, decode);
    connect(m_gains, &GainsTable::decodeActivated, &context, decode);
}

std::function<void(const core::ScoredPairs&)> TranslationResultsView::State::shower()
{
    return [this, name = m_shown.name, split = frame->split()](const core::ScoredPairs& scored) {
        show({name, split, scored.epoch, scored.scores, scored.translations});
    };
}

void TranslationResultsView::State::follow(const Shown& shown)
{
    const bool otherRun = m_shown.choice.run != shown.choice.run;
    m_shown = shown;
    if (otherRun || !shown.hasRun()) {
        m_scoring.withdraw();
        m_finding.withdraw();
    }
    if (!shown.hasRun())
        m_view.setNoModel();
    else if (otherRun)
        m_view.setNotScored();
    // A running training is not held up unasked: there, Evaluate is pressed.
    if (shown.hasRun() && m_view.isSeen() && !shown.live)
        m_scoring.follow(m_shown, question(), shower());
}

QWidget* TranslationResultsView::State::buildContent()
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

QWidget* TranslationResultsView::State::buildGains()
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

void TranslationResultsView::State::showFigures(const core::TranslationScores& scores)
{
    const auto name = [](const char* text) { return QLatin1String(text); };
    std::vector<Fact> facts{
        {points(scores.bleu.score), tr("BLEU"),
         tr("Words and word sequences in common with the references, 0 to 100. %1")
             .arg(QString::fromStdString(scores.bleu.signature)),
         name("bleuFigure")},
        {points(scores.chrf.score), tr("chrF"),
         tr("Letter sequences in common with the references, 0 to 100. %1")
             .arg(QString::fromStdString(scores.chrf.signature)),
         name("chrfFigure")},
        {value(scores.perplexity),
         tr("perplexity (guess: %1)").arg(value(scores.uniformPerplexity)),
         tr("exp(mean loss a reference token): among how many equally likely tokens the network "
            "wavers. Guessing among the whole vocabulary gives %1.")
             .arg(value(scores.uniformPerplexity)),
         name("perplexityFigure")},
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
    facts.push_back({count(scores.count), tr("pairs"), tr("How many pairs were translated"),
                     name("countFigure")});
    frame->setFigures(facts);
}

void TranslationResultsView::State::show(const TranslationResultsContent& content)
{
    frame->showResults(content.split, content.runName, content.epoch);
    showFigures(content.scores);
    m_signature->setText(tr("BLEU %1 \u00b7 chrF %2 \u00b7 translated in %3")
                             .arg(QString::fromStdString(content.scores.bleu.signature),
                                  QString::fromStdString(content.scores.chrf.signature),
                                  duration(content.scores.seconds)));
    m_signature->show();
    m_table->setTranslations(content.translations);
}

void TranslationResultsView::State::show(const std::vector<core::SearchGain>& gains)
{
    frame->endProgress();
    frame->showContent();
    m_gains->setGains(gains);
    m_found->setText(gains.empty()
                         ? tr("On no sentence of this set is the search's translation more "
                              "probable than greedy's.")
                         : tr("Where the search's translation is more probable than greedy's; the "
                              "largest gain comes first."));
    m_pages->setCurrentIndex(Gains);
}

std::vector<Figure> TranslationResultsView::State::figures() const
{
    if (!frame->hasResults())
        return {};
    Figure translations
        = m_table->figure(tr("Translations, the rows shown"), QStringLiteral("translations"));
    translations.words
        = [this] { return frame->words() + QLatin1Char('\n') + m_signature->text(); };
    return {translations,
            m_gains->figure(tr("Beam against greedy, the rows shown"), QStringLiteral("gains"))};
}

TranslationResultsView::TranslationResultsView(ViewContext& context, QWidget* parent)
    : View(parent), m_state(std::make_unique<State>(*this, context))
{
    setAccessibleName(tr("Results"));
    setNoModel();
}

TranslationResultsView::~TranslationResultsView() = default;

void TranslationResultsView::follow(const Shown& shown)
{
    m_state->follow(shown);
}

void TranslationResultsView::setResults(const TranslationResultsContent& content)
{
    m_state->show(content);
}

void TranslationResultsView::setGains(const std::vector<core::SearchGain>& gains)
{
    m_state->show(gains);
}

void TranslationResultsView::setProgress(const core::Progress& progress)
{
    m_state->frame->showProgress(progress);
}

void TranslationResultsView::setFailure(const core::Failure& failure)
{
    m_state->frame->showFailure(failure);
}

void TranslationResultsView::setNoModel()
{
    m_state->frame->showEmpty(
        tr("No network yet"),
        tr("Press Start to train one, or choose a run on the right. Its scores and each "
           "translation beside its reference then appear here."));
}

void TranslationResultsView::setNotScored()
{
    m_state->frame->showNotScored(
        tr("Press Evaluate: the network of the chosen run translates every source "
           "of the set, and its scores and each translation beside its reference "
           "appear here."));
}

std::vector<Figure> TranslationResultsView::figures() const
{
    return m_state->figures();
}

} // namespace ui
