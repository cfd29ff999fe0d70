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

void ClassificationViews::follow(Change change)
{
    if (change == Change::OtherRun)
        m_window.results().setNotScored();
    if (m_shown.choice.run.isEmpty()) {
        m_window.results().setNoModel();
        m_window.sentence().setNoModel();
    }
    m_sentence.ask();
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
            if (isShown(asked))
                m_window.sentence().setInspection(inspection);
            m_sentence.answered(inspection.milliseconds);
        },
        [this, asked = m_shown.choice](const core::Failure& failure) {
            if (isShown(asked))
                m_window.sentence().setFailure(failure);
            m_sentence.answered();
        });
}

void ClassificationViews::learnt()
{
    if (m_shown.learns() && m_window.view() == ui::View::Sentence)
        m_sentence.repeat();
}

void ClassificationViews::evaluate(const QString& split)
{
    ui::ResultsView& view = m_window.results();
    m_models.evaluate(
        m_shown.choice, split,
        m_results.answer([&view](const core::Progress& progress) { view.setProgress(progress); }),
        m_results.answer(
            [&view, name = m_shown.name, split](const ModelService::Evaluation& evaluation) {
                view.setResults(
                    {name, split, evaluation.epoch, evaluation.scores, evaluation.predictions});
            }),
        m_results.answer([&view](const core::Failure& failure) { view.setFailure(failure); }));
}

} // namespace app
