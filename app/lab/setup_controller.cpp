#include "app/lab/setup_controller.h"

#include "core/experiment/spec_json.h"
#include "core/train/schedule_curve.h"
#include "ui/text/sentences.h"

#include <algorithm>

namespace app {

namespace {

constexpr int kRefreshDelayMs = 250; ///< Typing goes on: do not begin a preview at each key.
constexpr int kCurvePoints = 400;

} // namespace

SetupController::SetupController(ui::SetupPanel& panel, ModelService& models, QObject* parent)
    : QObject(parent), m_panel(panel), m_models(models)
{
    m_refreshTimer.setSingleShot(true);
    m_refreshTimer.setInterval(kRefreshDelayMs);
    connect(&m_refreshTimer, &QTimer::timeout, this, &SetupController::refresh);
    connect(&m_panel, &ui::SetupPanel::specChanged, this, &SetupController::edited);
    connect(&m_panel, &ui::SetupPanel::stepChanged, this, &SetupController::refresh);
    connect(&m_panel, &ui::SetupPanel::filesChosen, this, &SetupController::takePaths);
    connect(&m_panel, &ui::SetupPanel::cancelRequested, this, [this](ui::SetupStep step) {
        if (step == ui::SetupStep::Data)
            m_previews.cancelData();
        else
            m_previews.cancelText();
    });
    connectPreviews();
}

void SetupController::connectPreviews()
{
    connect(&m_previews, &PreviewService::dataProgressed, &m_panel,
            &ui::SetupPanel::setDataProgress);
    connect(&m_previews, &PreviewService::dataReady, this, &SetupController::dataArrived);
    connect(&m_previews, &PreviewService::dataFailed, this, [this](const core::Failure& failure) {
        m_waitingPaths.clear();
        m_dataFailure = failure;
        m_panel.setDataFailure(failure);
        Q_EMIT changed();
    });
    connect(&m_previews, &PreviewService::textProgressed, &m_panel,
            &ui::SetupPanel::setTextProgress);
    connect(&m_previews, &PreviewService::textFailed, &m_panel, &ui::SetupPanel::setTextFailure);
    connect(&m_previews, &PreviewService::textReady, this,
            [this](const core::TextPreview& preview) {
                m_vocabularySize = preview.vocabularySize;
                m_panel.setTextPreview(preview);
                refresh();
            });
}

core::Json SetupController::specJson() const
{
    return m_panel.spec();
}

void SetupController::setSpec(const core::ExperimentSpec& spec)
{
    m_panel.setSpec(core::specToJson(spec));
    edited(core::specToJson(spec));
}

void SetupController::setDevice(const QString& device)
{
    core::Json json = m_panel.spec();
    json["training"]["device"] = device.toStdString();
    m_panel.setSpec(json);
    edited(json);
}

void SetupController::edited(const core::Json& json)
{
    m_problems.clear();
    core::ExperimentSpec spec = core::specFromJson(json, m_problems);
    m_panel.setProblems(m_problems);
    if (m_problems.empty()) {
        // Picking a sample lays files aside, as dropping files lays the sample aside.
        const bool pickedSample = spec.data.sample != m_spec.data.sample
            && spec.data.sample.kind != "none" && !spec.data.train.empty();
        if (pickedSample) {
            core::DataSpec data;
            data.sample = spec.data.sample;
            spec.data = data;
            spec = core::completedSpec(spec);
            m_panel.setSpec(core::specToJson(spec));
        }
        const bool newData = spec.data != m_spec.data || (!m_data && !m_dataFailure);
        m_spec = std::move(spec);
        if (newData) {
            m_data.reset();
            m_dataFailure.reset();
            m_previews.previewData(m_spec.data);
        }
        m_refreshTimer.start();
    }
    Q_EMIT changed();
}

void SetupController::takePaths(const QStringList& paths)
{
    m_waitingPaths = paths;
    m_data.reset();
    m_dataFailure.reset();
    m_panel.setStep(ui::SetupStep::Data);
    m_previews.recognise(paths, m_spec.data);
    Q_EMIT changed();
}

void SetupController::dataArrived(const core::DataPreview& preview)
{
    m_data = preview;
    m_dataFailure.reset();
    m_spec.data = preview.spec;
    // Only the data section: what is being typed in other forms stays as it is.
    core::Json json = m_panel.spec();
    json["data"] = core::specToJson(m_spec)["data"];
    m_panel.setSpec(json);
    m_panel.setDataPreview(preview);
    if (!m_waitingPaths.isEmpty())
        Q_EMIT pathsTaken(std::exchange(m_waitingPaths, {}));
    refresh();
    Q_EMIT changed();
}

void SetupController::refresh()
{
    if (!m_data || !m_problems.empty())
        return;
    refreshText();
    refreshModel();
    refreshSchedule();
}

void SetupController::refreshText()
{
    // The model's summary needs the vocabulary's size, so this is not for the Text step alone.
    const bool current = m_textData == m_spec.data && m_textSpec == m_spec.text;
    const bool wanted
        = m_panel.step() == ui::SetupStep::Text || m_panel.step() == ui::SetupStep::Model;
    if (current || !wanted || !m_data->problems.empty())
        return;
    m_textData = m_spec.data;
    m_textSpec = m_spec.text;
    m_vocabularySize = 0;
    m_previews.previewText(m_spec.data, m_spec.text);
}

void SetupController::refreshModel()
{
    if (m_panel.step() != ui::SetupStep::Model || m_vocabularySize == 0)
        return;
    m_models.summarise(
        m_spec, m_vocabularySize, static_cast<qint64>(std::max<size_t>(2, m_data->classes.size())),
        [this](const core::ModelSummary& summary) { m_panel.setModelSummary(summary); },
        [this](const core::Failure& failure) { m_panel.setModelFailure(failure); });
}

void SetupController::refreshSchedule()
{
    const core::TrainingSpec& training = m_spec.training;
    const int64_t perBatch = std::max<int64_t>(1, training.batchSize * training.accumulation);
    const int64_t perEpoch = std::max<int64_t>(1, (m_data->trainRows + perBatch - 1) / perBatch);
    int64_t total = perEpoch * training.epochs;
    if (training.maximumUpdates > 0)
        total = std::min(total, training.maximumUpdates);
    m_panel.setScheduleCurve(core::scheduleCurve(training, total, perEpoch, kCurvePoints));
}

bool SetupController::startable() const
{
    return whyNotStartable().isEmpty();
}

QString SetupController::whyNotStartable() const
{
    if (!m_problems.empty())
        return ui::sentence(m_problems.front().what);
    if (m_dataFailure)
        return ui::sentence(*m_dataFailure);
    if (!m_data)
        return tr("The data is still being read.");
    if (!m_data->problems.empty())
        return ui::sentence(m_data->problems.front());
    return {};
}

} // namespace app
