#include "app/lab/classification_views.h"

#include "ui/results/results_view.h"
#include "ui/sentence/sentence_view.h"

namespace app {

ClassificationViews::ClassificationViews(ui::MainWindow& window, ModelService& models,
                                         QObject* parent)
    : TaskViews(window, models, parent), m_sentence([this] { askForSentence(); })
{
    const ui::SentenceView& sentence = m_window.sentence();
    connect(&sentence, &ui::SentenceView::inspectRequested, this, &ClassificationViews::inspect);
    connect(&sentence, &ui::SentenceView::pinRequested, &m_window, &ui::MainWindow::setPinnedText);
    const ui::ResultsView& results = m_window.results();
    connect(&results, &ui::ResultsView::resultsRequested, this,
            &ClassificationViews::askForResults);
    connect(&results, &ui::ResultsView::cancelRequested, this,
            [this] { m_models.cancelEvaluation(); });
    connect(&results, &ui::ResultsView::textActivated, this, [this](const QString& text) {
        m_window.showView(ui::View::Sentence);
        m_window.sentence().setText(text);
        inspect(text);
    });
}

void ClassificationViews::show(const ShownModel& shown)
{
    const bool otherRun = shown.choice.run != m_shown.choice.run;
    const bool ended = m_shown.live && !shown.live;
    m_shown = shown;
    if (otherRun || ended)
        m_scored.reset();
    if (otherRun)
        m_window.results().setNoModel();
    if (shown.choice.run.isEmpty())
        m_window.sentence().setNoModel();
    m_sentence.ask();
    scoreIfShown();
}

void ClassificationViews::setText(const QString& pinned)
{
    if (pinned != m_window.sentence().text())
        m_window.sentence().setText(pinned);
    inspect(pinned);
}

void ClassificationViews::inspect(const QString& text)
{
    m_text = text;
    m_sentence.ask();
}

void ClassificationViews::askForSentence()
{
    if (!m_shown.askable || m_text.trimmed().isEmpty()) {
        m_sentence.answered();
        return;
    }
    m_models.inspect(
        m_shown.choice, m_text,
        [this, asked = m_shown.choice](const core::Inspection& inspection) {
            if (asked == m_shown.choice)
                m_window.sentence().setInspection(inspection);
            m_sentence.answered(inspection.milliseconds);
        },
        [this, asked = m_shown.choice](const core::Failure& failure) {
            if (asked == m_shown.choice)
                m_window.sentence().setFailure(failure);
            m_sentence.answered();
        });
}

void ClassificationViews::learnt()
{
    if (m_shown.learns() && m_window.view() == ui::View::Sentence)
        m_sentence.repeat();
}

void ClassificationViews::viewChanged()
{
    scoreIfShown();
}

void ClassificationViews::scoreIfShown()
{
    // A running training is not held up unasked: there, Evaluate is pressed.
    if (m_window.view() == ui::View::Results && !m_shown.disturbs() && m_scored != m_shown.choice)
        askForResults(m_split);
}

void ClassificationViews::askForResults(const QString& split)
{
    m_split = split;
    if (m_shown.choice.run.isEmpty())
        return;
    m_scored = m_shown.choice;
    const quint64 request = ++m_resultsRequest;
    m_models.evaluate(
        m_shown.choice, split,
        [this](const core::Progress& progress) { m_window.results().setProgress(progress); },
        [this, request, name = m_shown.name, split](const ModelService::Evaluation& evaluation) {
            if (request == m_resultsRequest)
                m_window.results().setResults(
                    {name, split, evaluation.epoch, evaluation.scores, evaluation.predictions});
        },
        [this, request](const core::Failure& failure) {
            if (request == m_resultsRequest)
                m_window.results().setFailure(failure);
        });
}

} // namespace app
