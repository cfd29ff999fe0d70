#include "ui/results/evaluation_view.h"

#include "ui/results/baseline_panel.h"
#include "ui/results/grouped_scores_page.h"
#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTabWidget>

namespace ui {

EvaluationWords wordsOfTexts(const QString& afterTraining, const QString& afterEvaluate)
{
    return {EvaluationView::tr("validation texts"),
            EvaluationView::tr("test texts"),
            EvaluationView::tr("{text|texts}"),
            EvaluationView::tr("Number of texts"),
            afterTraining,
            afterEvaluate};
}

EvaluationView::EvaluationView(ViewContext& context, EvaluationWords words, QWidget* parent)
    : View(parent)
    , m_context(context)
    , m_words(std::move(words))
    , m_frame(new ViewFrame(*this))
    , m_figures(new FactsRow)
    , m_baselines(new BaselinePanel)
    , m_busy(&m_frame->addBusyLine(tr("Progress of the evaluation")))
{
    setAccessibleName(tr("Results"));
    QWidget* chooser = buildChooser();
    hideInPresentation(*chooser);
    m_frame->addAboveMessages(chooser);
    m_frame->addAboveMessages(buildPresentedSplit());
    m_frame->addBelowMessages(m_figures);
    m_frame->addBelowMessages(m_baselines);
    m_baselineAsker = std::make_unique<Asker>(
        m_context, [this](const core::Failure&) { m_baselines->clear(); });
    connect(m_busy, &BusyLine::cancelRequested, this, [this] {
        for (const auto& asker : m_askers)
            asker->cancel();
    });
}

QWidget* EvaluationView::buildChooser()
{
    m_chooser = new QWidget;
    m_split = named(new QComboBox, "splitBox", tr("Set of texts"));
    m_split->addItem(m_words.valid, QStringLiteral("valid"));
    m_split->addItem(m_words.test, QStringLiteral("test"));
    m_evaluate = named(new QPushButton(tr("E&valuate")), "evaluateButton");
    connect(m_split, &QComboBox::activated, this, &EvaluationView::request);
    connect(m_evaluate, &QPushButton::clicked, this, &EvaluationView::request);
    m_of = named(makeLabel({}, LabelRole::Muted), "ofLabel");
    m_of->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    makeRow(m_chooser, {m_split, m_evaluate, {m_of, 1}});
    return m_chooser;
}

void EvaluationView::addChoice(QWidget& choice)
{
    auto* row = static_cast<QHBoxLayout*>(m_chooser->layout());
    row->insertWidget(row->indexOf(m_of), &choice);
}

QTabWidget* EvaluationView::pagesWith(QWidget* content, const QString& title, core::Grouping by)
{
    m_groups = new GroupedScoresPage(m_context, by);
    connect(m_split, &QComboBox::currentIndexChanged, m_groups,
            [this] { m_groups->follow(m_shown, split()); });
    auto* pages = named(new QTabWidget, "pages");
    pages->setDocumentMode(true);
    pages->addTab(content, title);
    pages->addTab(m_groups, by == core::Grouping::Length ? tr("By &length") : tr("By &distance"));
    hideInPresentation(*pages->tabBar());
    return pages;
}

/// Names the set where the choice of sets is hidden.
QWidget* EvaluationView::buildPresentedSplit()
{
    auto* line = new QWidget;
    m_presentedSplit = named(makeLabel({}, LabelRole::Muted), "presentedSplitLabel");
    makeRow(line, {m_presentedSplit});
    const Theme& theme = Theme::instance();
    const auto follow = [line, &theme] { line->setVisible(theme.presentation()); };
    connect(&theme, &Theme::changed, line, follow);
    if (!theme.presentation())
        line->hide();
    return line;
}

void EvaluationView::setFigures(std::vector<Fact> figures, qint64 rows)
{
    m_facts = std::move(figures);
    m_facts.push_back({count(rows), m_words.rows, m_words.rowsHelp, QStringLiteral("countFigure")});
    m_figures->setFacts(m_facts);
}

void EvaluationView::setRowsName(const QString& rows, const QString& help)
{
    m_words.rows = rows;
    m_words.rowsHelp = help;
}

QString EvaluationView::split() const
{
    return m_split->currentData().toString();
}

void EvaluationView::compareWithBaselines(const QString& split, core::Outcomes outcomes)
{
    core::AskBaselines question;
    question.run = m_shown.choice.run.toStdString();
    question.split = split.toStdString();
    question.outcomes = std::make_shared<const core::Outcomes>(std::move(outcomes));
    m_baselines->clear();
    m_baselineAsker->withdraw();
    if (split == QStringLiteral("valid") || split == QStringLiteral("test"))
        m_baselineAsker->ask(
            m_shown, std::move(question),
            [this](const core::BaselineReport& report) { m_baselines->setReport(report); });
}

void EvaluationView::showResults(const QString& split, const QString& runName, qint64 epoch)
{
    endProgress();
    m_frame->hideFailure();
    const QSignalBlocker quiet(m_split);
    int at = m_split->findData(split);
    if (at < 0) { // a file's name: can be asked for again like the others
        m_split->addItem(split, split);
        at = m_split->count() - 1;
    }
    m_split->setCurrentIndex(at);
    m_presentedSplit->setText(m_split->currentText());
    if (m_groups != nullptr)
        m_groups->follow(m_shown, split);
    m_of->setText(tr("%1, %2").arg(runName, epochText(epoch)));
    m_frame->showContent();
}

void EvaluationView::clear()
{
    endProgress();
    m_baselineAsker->withdraw();
    m_baselines->clear();
    for (Fact& fact : m_facts)
        fact.figure = QStringLiteral("\u2013");
    m_figures->setFacts(m_facts);
    m_presentedSplit->clear();
    m_of->clear();
}

void EvaluationView::showNoNetwork()
{
    clear();
    m_frame->showNoNetwork(m_words.afterTraining);
}

void EvaluationView::showNotScored()
{
    clear();
    m_frame->showEmpty(
        tr("No results yet"),
        tr("%1 A running training waits meanwhile; at its end, and for each epoch that is "
           "chosen, the scores appear automatically.")
            .arg(m_words.afterEvaluate));
}

void EvaluationView::showProgress(const core::Progress& progress)
{
    const bool began = m_busy->isHidden();
    if (began && !m_frame->hasContent())
        m_frame->showEmpty(tr("Evaluating"),
                           tr("The network evaluates the texts; the results then appear here."));
    m_busy->setProgress(progress);
    m_evaluate->setEnabled(false);
    m_split->setEnabled(false);
    if (began)
        Q_EMIT busyChanged(true);
}

void EvaluationView::endProgress()
{
    m_busy->end();
    m_evaluate->setEnabled(true);
    m_split->setEnabled(true);
    Q_EMIT busyChanged(false);
}

QString EvaluationView::words() const
{
    QStringList lines{m_of->text()};
    for (const Fact& fact : m_facts)
        lines << tr("%1: %2").arg(captionOf(fact), fact.figure);
    return lines.join(QLatin1Char('\n'));
}

void EvaluationView::request()
{
    if (!m_shown.hasRun())
        return;
    m_askers.front()->withdraw(); // Evaluate always sends the question again.
    evaluate();
}

Asker& EvaluationView::addAsker()
{
    m_askers.push_back(std::make_unique<Asker>(
        m_context,
        [this](const core::Failure& failure) {
            endProgress();
            if (!m_frame->hasContent())
                showNotScored();
            m_frame->showFailure(failure);
        },
        [this](const core::Progress& progress) { showProgress(progress); }));
    return *m_askers.back();
}

void EvaluationView::look(const QString& text, const QString& reference, const QString& place)
{
    m_context.look(text, reference);
    m_context.showView(place);
}

void EvaluationView::follow(const Shown& shown)
{
    const bool otherRun = m_shown.choice.run != shown.choice.run;
    m_shown = shown;
    if (otherRun || !shown.hasRun()) {
        for (const auto& asker : m_askers)
            asker->withdraw();
        if (shown.hasRun())
            showNotScored();
        else
            showNoNetwork();
    }
    // Evaluation delays a training: it needs a click on Evaluate or the choice of an epoch.
    if (shown.hasRun() && isSeen() && (!shown.live || shown.choice.epoch >= 0))
        evaluate();
    if (m_groups != nullptr)
        m_groups->follow(shown, split());
}

std::vector<Figure> EvaluationView::figures() const
{
    if (!m_frame->hasContent())
        return {};
    std::vector<Figure> all = resultFigures();
    if (m_groups != nullptr && m_groups->hasAnswers())
        all.push_back(m_groups->figure());
    if (m_baselines->hasReport())
        all.push_back(m_baselines->figure());
    all.push_back({.title = tr("Scores"),
                   .name = QStringLiteral("scores"),
                   .words = [this] { return words(); },
                   .answer = [this] { return answer(); }});
    return all;
}

} // namespace ui
