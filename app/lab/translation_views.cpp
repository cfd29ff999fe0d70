#include "app/lab/translation_views.h"

#include "ui/decoding/decoding_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/sentence/translation_view.h"

namespace app {

TranslationViews::TranslationViews(ui::MainWindow& window, ModelService& models, QObject* parent)
    : TaskViews(window, models, parent), m_sentence([this] { askForSentence(); })
{
    for (int i = 0; i < ui::DecodingView::kMostColumns; ++i)
        m_columns.push_back(std::make_unique<Column>([this, i] { askForDecoding(i); }));
    connectSentence();
    connectDecoding();
    connectResults();
}

void TranslationViews::connectSentence()
{
    const ui::TranslationView& sentence = m_window.translation();
    connect(&sentence, &ui::TranslationView::inspectRequested, this,
            [this](const QString& source) { want(source, {}); });
    connect(&sentence, &ui::TranslationView::compareRequested, this, &TranslationViews::want);
    connect(&sentence, &ui::TranslationView::pinRequested, &m_window,
            &ui::MainWindow::setPinnedText);
    connect(&sentence, &ui::TranslationView::decodeRequested, this,
            &TranslationViews::openDecoding);
}

void TranslationViews::connectDecoding()
{
    const ui::DecodingView& decoding = m_window.decoding();
    connect(&decoding, &ui::DecodingView::decodingRequested, this,
            [this](int index, const core::DecodingRequest& request) {
                Column& column = *m_columns.at(static_cast<size_t>(index));
                column.wanted = request;
                ++column.version;
                column.gate.ask();
            });
    connect(&decoding, &ui::DecodingView::inspectRequested, this,
            [this](const QString& source) { openSentence(source, {}); });
    connect(&decoding, &ui::DecodingView::gainsRequested, this,
            &TranslationViews::askForDecodingGains);
    connect(&decoding, &ui::DecodingView::gainsCancelled, this, [this] { m_models.cancelGains(); });
}

void TranslationViews::connectResults()
{
    const ui::TranslationResultsView& results = m_window.translationResults();
    connect(&results, &ui::TranslationResultsView::resultsRequested, this,
            &TranslationViews::askForResults);
    connect(&results, &ui::TranslationResultsView::gainsRequested, this,
            &TranslationViews::askForGains);
    connect(&results, &ui::TranslationResultsView::cancelRequested, this, [this] {
        m_models.cancelEvaluation();
        m_models.cancelGains();
    });
    connect(&results, &ui::TranslationResultsView::textActivated, this,
            &TranslationViews::openSentence);
    connect(&results, &ui::TranslationResultsView::decodeActivated, this,
            &TranslationViews::openDecoding);
}

void TranslationViews::show(const ShownModel& shown)
{
    const bool otherRun = shown.choice.run != m_shown.choice.run;
    const bool ended = m_shown.live && !shown.live;
    m_shown = shown;
    if (otherRun || ended)
        m_scored.reset();
    if (otherRun)
        m_window.translationResults().setNoModel();
    if (shown.choice.run.isEmpty()) {
        m_window.translation().setNoModel();
        m_window.decoding().setNoModel();
        return;
    }
    if (otherRun)
        m_window.decoding().setStandardSearch(shown.spec.decoding.search);
    m_sentence.ask();
    if (shown.askable)
        m_window.decoding().askAgain();
    scoreIfShown();
}

void TranslationViews::setText(const QString& pinned)
{
    if (pinned != m_window.translation().text())
        m_window.translation().setText(pinned);
    if (pinned != m_window.decoding().text())
        m_window.decoding().setText(pinned);
    want(pinned, m_window.translation().reference());
}

void TranslationViews::openSentence(const QString& source, const QString& reference)
{
    m_window.showView(ui::View::Sentence);
    m_window.translation().setTexts(source, reference);
    want(source, reference);
}

void TranslationViews::openDecoding(const QString& source)
{
    m_window.showView(ui::View::Decoding);
    m_window.decoding().setText(source);
}

void TranslationViews::want(const QString& source, const QString& reference)
{
    m_source = source;
    m_reference = reference;
    m_sentence.ask();
}

void TranslationViews::askForSentence()
{
    if (!m_shown.askable || m_source.trimmed().isEmpty()) {
        m_sentence.answered();
        return;
    }
    const auto failed = [this, asked = m_shown.choice](const core::Failure& failure) {
        if (isShown(asked))
            m_window.translation().setFailure(failure);
        m_sentence.answered();
    };
    if (m_reference.trimmed().isEmpty()) {
        m_models.inspectTranslation(
            m_shown.choice, m_source, {},
            [this, asked = m_shown.choice](const core::TranslationInspection& inspection) {
                if (isShown(asked))
                    m_window.translation().setInspection(inspection);
                m_sentence.answered(inspection.milliseconds);
            },
            failed);
        return;
    }
    m_models.compare(
        m_shown.choice, m_source, m_reference,
        [this, asked = m_shown.choice](const core::TeacherComparison& comparison) {
            if (isShown(asked))
                m_window.translation().setComparison(comparison);
            m_sentence.answered(comparison.forced.milliseconds
                                + comparison.freeRunning.milliseconds);
        },
        failed);
}

void TranslationViews::askForDecoding(int index)
{
    Column& column = *m_columns[static_cast<size_t>(index)];
    if (!m_shown.askable || !column.wanted) {
        column.gate.answered();
        return;
    }
    // An answer is stale when the user has asked for something else, or another network is shown.
    const auto isWanted = [this, &column, asked = m_shown.choice, version = column.version] {
        return isShown(asked) && version == column.version;
    };
    m_models.decode(
        m_shown.choice, *column.wanted,
        [this, index, &column, isWanted](const core::Decoding& decoding) {
            if (isWanted())
                m_window.decoding().setDecoding(index, decoding);
            column.gate.answered(decoding.milliseconds);
        },
        [this, index, &column, isWanted](const core::Failure& failure) {
            if (isWanted())
                m_window.decoding().setFailure(failure, index);
            column.gate.answered();
        });
}

void TranslationViews::learnt()
{
    if (!m_shown.learns())
        return;
    if (m_window.view() == ui::View::Sentence)
        m_sentence.repeat();
    if (m_window.view() != ui::View::Decoding)
        return;
    for (const auto& column : m_columns) {
        if (column->wanted)
            column->gate.repeat();
    }
}

void TranslationViews::viewChanged()
{
    scoreIfShown();
    learnt(); // It may have gone on while nobody looked.
}

void TranslationViews::scoreIfShown()
{
    // A running training is not held up unasked: there, Evaluate is pressed.
    if (m_window.view() == ui::View::Results && !m_shown.disturbs() && m_scored != m_shown.choice)
        askForResults(m_split);
}

void TranslationViews::askForResults(const QString& split)
{
    m_split = split;
    if (m_shown.choice.run.isEmpty())
        return;
    m_scored = m_shown.choice;
    const quint64 request = ++m_resultsRequest;
    m_models.evaluateTranslation(
        m_shown.choice, split,
        [this, request](const core::Progress& progress) {
            if (request == m_resultsRequest)
                m_window.translationResults().setProgress(progress);
        },
        [this, request, name = m_shown.name,
         split](const ModelService::TranslationEvaluation& evaluation) {
            if (request == m_resultsRequest)
                m_window.translationResults().setResults(
                    {name, split, evaluation.epoch, evaluation.scores, evaluation.translations});
        },
        [this, request](const core::Failure& failure) {
            if (request == m_resultsRequest)
                m_window.translationResults().setFailure(failure);
        });
}

void TranslationViews::askForGains(const QString& split)
{
    if (m_shown.choice.run.isEmpty())
        return;
    const quint64 request = ++m_gainsRequest;
    m_models.findGains(
        m_shown.choice, split, m_shown.spec.decoding.search,
        [this, request](const core::Progress& progress) {
            if (request == m_gainsRequest)
                m_window.translationResults().setProgress(progress);
        },
        [this, request](const std::vector<core::SearchGain>& gains) {
            if (request == m_gainsRequest)
                m_window.translationResults().setGains(gains);
        },
        [this, request](const core::Failure& failure) {
            if (request == m_gainsRequest)
                m_window.translationResults().setFailure(failure);
        });
}

void TranslationViews::askForDecodingGains(const core::Selection& search)
{
    if (m_shown.choice.run.isEmpty())
        return;
    const quint64 request = ++m_gainsRequest;
    m_models.findGains(
        m_shown.choice, QStringLiteral("valid"), search,
        [this, request](const core::Progress& progress) {
            if (request == m_gainsRequest)
                m_window.decoding().setGainsProgress(progress);
        },
        [this, request](const std::vector<core::SearchGain>& gains) {
            if (request == m_gainsRequest)
                m_window.decoding().setGains(gains);
        },
        [this, request](const core::Failure& failure) {
            if (request == m_gainsRequest)
                m_window.decoding().setFailure(failure);
        });
}

} // namespace app
