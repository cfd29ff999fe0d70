#include "app/lab/translation_views.h"

#include "ui/decoding/decoding_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/sentence/translation_view.h"

namespace app {

namespace {

/// For a view that waits for an answer which will not come.
core::Failure stopped()
{
    return {core::ErrorCode::Cancelled, {}, {}, {}};
}

} // namespace

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
                const QString source = QString::fromStdString(request.source);
                if (source == m_source)
                    return;
                m_source = source; // Typed here: Sentence follows when it is seen.
                m_reference.clear();
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

void TranslationViews::follow(Change change)
{
    const bool otherRun = change == Change::OtherRun;
    if (otherRun)
        m_window.translationResults().setNotScored();
    m_decoded.reset();
    if (m_shown.choice.run.isEmpty()) {
        m_window.translationResults().setNoModel();
        m_window.translation().setNoModel();
        m_window.decoding().setNoModel();
        return;
    }
    if (otherRun)
        m_window.decoding().setStandardSearch(m_shown.spec.decoding.search);
    m_sentence.ask();
    showDecoding();
}

void TranslationViews::drop()
{
    TaskViews::drop();
    m_gains.ask();
    m_models.cancelGains();
    m_window.translationResults().setFailure(stopped());
    m_window.decoding().setFailure(stopped());
}

/// Of the sentence that Sentence shows. Only where it is seen: a search with all its candidates
/// takes longer than a look.
void TranslationViews::showDecoding()
{
    ui::DecodingView& view = m_window.decoding();
    if (m_window.view() != ui::View::Decoding || m_source.trimmed().isEmpty())
        return;
    const bool otherText = view.text() != m_source;
    if (!otherText && (!m_shown.askable || m_decoded == m_shown.choice))
        return;
    m_decoded = m_shown.choice;
    if (otherText)
        view.setText(m_source);
    else
        view.askAgain();
}

void TranslationViews::setText(const QString& pinned)
{
    if (pinned != m_window.translation().text())
        m_window.translation().setText(pinned);
    want(pinned, m_window.translation().reference());
    showDecoding();
}

void TranslationViews::openSentence(const QString& source, const QString& reference)
{
    m_window.translation().setTexts(source, reference); // asks for them
    m_window.showView(ui::View::Sentence);
}

void TranslationViews::openDecoding(const QString& source)
{
    if (source != m_source)
        want(source, {});
    m_window.showView(ui::View::Decoding);
    showDecoding();
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
    TaskViews::viewChanged();
    if (m_window.view() == ui::View::Sentence && m_window.translation().text() != m_source)
        m_window.translation().setTexts(m_source, m_reference);
    showDecoding();
    learnt(); // It may have gone on while nobody looked.
}

void TranslationViews::evaluate(const QString& split)
{
    ui::TranslationResultsView& view = m_window.translationResults();
    m_models.evaluateTranslation(
        m_shown.choice, split,
        m_results.answer([&view](const core::Progress& progress) { view.setProgress(progress); }),
        m_results.answer([&view, name = m_shown.name,
                          split](const ModelService::TranslationEvaluation& evaluation) {
            view.setResults(
                {name, split, evaluation.epoch, evaluation.scores, evaluation.translations});
        }),
        m_results.answer([&view](const core::Failure& failure) { view.setFailure(failure); }));
}

void TranslationViews::askForGains(const QString& split)
{
    if (m_shown.choice.run.isEmpty())
        return;
    ui::TranslationResultsView& view = m_window.translationResults();
    m_gains.ask();
    m_window.decoding().setFailure(stopped()); // It may wait for some.
    m_models.findGains(
        m_shown.choice, split, m_shown.spec.decoding.search,
        m_gains.answer([&view](const core::Progress& progress) { view.setProgress(progress); }),
        m_gains.answer(
            [&view](const std::vector<core::SearchGain>& found) { view.setGains(found); }),
        m_gains.answer([&view](const core::Failure& failure) { view.setFailure(failure); }));
}

void TranslationViews::askForDecodingGains(const core::Selection& search)
{
    if (m_shown.choice.run.isEmpty())
        return;
    ui::DecodingView& view = m_window.decoding();
    m_gains.ask();
    m_window.translationResults().setFailure(stopped()); // It may wait for some.
    m_models.findGains(
        m_shown.choice, QStringLiteral("valid"), search,
        m_gains.answer(
            [&view](const core::Progress& progress) { view.setGainsProgress(progress); }),
        m_gains.answer(
            [&view](const std::vector<core::SearchGain>& found) { view.setGains(found); }),
        m_gains.answer([&view](const core::Failure& failure) { view.setFailure(failure); }));
}

} // namespace app
