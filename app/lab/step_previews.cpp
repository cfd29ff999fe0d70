#include "app/lab/step_previews.h"

#include "core/base/schema.h"
#include "core/optimise/schedule_curve.h"
#include "core/probe/data_answers.h"
#include "core/task/teacher_forcing/teacher_forcing.h"
#include "ui/text/score_text.h"

#include <algorithm>

namespace app {

namespace {

constexpr int kRefreshDelayMs = 250; ///< No preview at each key while typing.
constexpr int kCurvePoints = 400;

} // namespace

StepPreviews::StepPreviews(const SetUp& setUp, ui::SetupPanel& panel, ModelService& models,
                           PreviewService& previews)
    : m_setUp(setUp), m_panel(panel), m_models(models), m_previews(previews)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kRefreshDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &StepPreviews::refresh);
    connect(&m_panel, &ui::SetupPanel::stepChanged, this, &StepPreviews::refresh);
    connectTexts();
}

void StepPreviews::connectTexts()
{
    connect(&m_previews, &PreviewService::lengthsCounted, this, &StepPreviews::setLengths);
    connect(&m_previews, &PreviewService::textProgressed, this,
            [this](const core::Progress& progress) {
                m_panel.pages().setProgress(ui::SetupStep::Text, progress);
            });
    connect(&m_previews, &PreviewService::textFailed, this, [this](const core::Failure& failure) {
        if (failure.code == core::ErrorCode::Cancelled)
            m_textSpec.reset(); // It starts again when the step is shown.
        for (const ui::SetupStep step : {ui::SetupStep::Text, ui::SetupStep::Model})
            m_panel.pages().setFailure(step, failure); // Without a vocabulary there is no model.
    });
    connect(&m_previews, &PreviewService::textReady, this,
            [this](const core::TextPreview& preview) {
                m_sizes.vocabularySize = preview.vocabularySize;
                m_panel.setTextPreview(preview);
                showLengths({preview.trainCounts});
                refresh();
            });
    connect(&m_previews, &PreviewService::pairTextReady, this,
            [this](const core::PairTextPreview& preview) {
                m_sizes.vocabularySize = preview.source.vocabularySize;
                m_sizes.targetVocabularySize = preview.target.vocabularySize;
                m_panel.setPairTextPreview(preview);
                showLengths({preview.source.trainCounts, preview.target.trainCounts});
                refresh();
            });
}

void StepPreviews::refreshSoon()
{
    m_timer.start();
}

void StepPreviews::followData()
{
    m_lengthSpec.reset();
    m_baselineSpec.reset();
}

void StepPreviews::repeatTexts()
{
    m_textSpec.reset(); // The model waits for the vocabulary.
    refresh();
}

void StepPreviews::refresh()
{
    if (!m_setUp.data || !m_setUp.problems.empty())
        return;
    refreshLengths(); // Of a sample; before the previews of the texts, which
                      // count all of them.
    refreshText();
    refreshModel();
    refreshSchedule();
    refreshBaselines();
}

/// A translation has nothing to beat but its source.
void StepPreviews::refreshBaselines()
{
    const core::ExperimentSpec texts = textsOf(m_setUp.spec);
    const bool wanted = m_panel.step() == ui::SetupStep::Data && core::hasFiles(m_setUp.spec.data)
        && m_setUp.data->problems.empty() && !arePairs();
    if (!wanted || m_baselineSpec == texts)
        return;
    m_baselineSpec = texts;
    m_panel.pages().setBaseline({});
    m_models.computeBaselines(
        m_setUp.spec,
        [this, texts](const core::BaselineReport& report) {
            if (m_baselineSpec == texts)
                m_panel.pages().setBaseline(ui::baselineText(report.baselines));
        },
        [this, texts](const core::Failure&) {
            if (m_baselineSpec == texts)
                m_baselineSpec.reset(); // Tried again when the step is shown.
        });
}

void StepPreviews::refreshLengths()
{
    const core::ExperimentSpec texts = textsOf(m_setUp.spec);
    if (m_lengthSpec == texts || !m_setUp.data->problems.empty())
        return;
    m_lengthSpec = texts;
    m_previews.countLengths(m_setUp.spec, *m_setUp.data);
}

/// Shows the lengths of all training texts once they are known.
void StepPreviews::showLengths(const std::vector<std::map<int64_t, int64_t>>& sides)
{
    if (m_textSpec != textsOf(m_setUp.spec))
        return;
    m_lengthSpec = m_textSpec;
    const std::vector<core::TextSpec> settings = textSettings(m_setUp.spec);
    std::vector<ui::TokenLengths> shown;
    for (size_t i = 0; i < std::min(sides.size(), settings.size()); ++i)
        shown.push_back(tokenLengths(settings[i], sides[i]));
    setLengths(shown);
}

void StepPreviews::setLengths(const std::vector<ui::TokenLengths>& sides)
{
    m_panel.pages().setTokenLengths(sides);
    m_meanTokens = sides.empty() ? 0.0 : sides.front().mean;
    if (m_setUp.data && m_setUp.problems.empty())
        refreshSchedule(); // Streams are cut by their tokens.
}

void StepPreviews::refreshText()
{
    // The model's summary needs the vocabulary's size, so this is not for the Text step alone.
    const core::ExperimentSpec texts = textsOf(m_setUp.spec);
    const bool wanted
        = m_panel.step() == ui::SetupStep::Text || m_panel.step() == ui::SetupStep::Model;
    if (m_textSpec == texts || !wanted || !m_setUp.data->problems.empty())
        return;
    m_textSpec = texts;
    m_sizes = {};
    m_previews.previewText(m_setUp.spec);
}

void StepPreviews::refreshModel()
{
    if (m_panel.step() != ui::SetupStep::Model || m_sizes.vocabularySize == 0)
        return;
    m_sizes.classes = int64_t(std::max<size_t>(2, m_setUp.data->classes.size()));
    m_models.summarise(
        m_setUp.spec, m_sizes,
        [this](const core::ModelSummary& summary) { m_panel.pages().setModelSummary(summary); },
        [this](const core::Failure& failure) {
            m_panel.pages().setFailure(ui::SetupStep::Model, failure);
        });
}

bool StepPreviews::arePairs() const
{
    return core::columnsOfTask(m_setUp.spec.task.kind).arePairs();
}

/// Estimated from words until the tokeniser has been trained.
core::PlannedEpoch StepPreviews::plannedEpoch() const
{
    const core::LengthHistogram& lengths
        = arePairs() ? m_setUp.data->targetLengths : m_setUp.data->lengths;
    const double mean = m_meanTokens > 0.0 ? m_meanTokens : double(lengths.median);
    return core::plannedEpoch(
        m_setUp.spec,
        {m_setUp.data->trainRows, mean * double(m_setUp.data->trainRows), lengths.median});
}

void StepPreviews::refreshSchedule()
{
    const core::TrainingSpec& training = m_setUp.spec.training;
    const core::PlannedEpoch epoch = plannedEpoch();
    const int64_t together = std::max<int64_t>(training.accumulation, 1);
    const int64_t perEpoch = (epoch.batches + together - 1) / together;
    int64_t total = perEpoch * training.epochs;
    if (training.maximumUpdates > 0)
        total = std::min(total, training.maximumUpdates);
    m_panel.pages().setScheduleCurve(core::scheduleCurve(training, total, perEpoch, kCurvePoints),
                                     epoch.items);
    const core::Json& own = m_setUp.spec.task.options;
    if (const auto forcing = own.find("teacher_forcing"); forcing != own.end())
        m_panel.pages().setTeacherForcingCurve(
            core::teacherForcingCurve(core::selectionFromJson(*forcing), total, kCurvePoints));
}

} // namespace app
