#include "app/lab/setup_controller.h"

#include "app/lab/decided_settings.h"
#include "app/lab/proposed_name.h"

#include "core/base/schema.h"
#include "core/catalogue/spec_json.h"
#include "core/probe/data_answers.h"
#include "core/task/task_kinds.h"
#include "ui/text/sentences.h"

#include <QDir>

#include <algorithm>
#include <array>
#include <utility>

namespace app {

namespace {

/// Dropped paths in a sentence.
QString namesOf(const QStringList& paths)
{
    if (paths.isEmpty())
        return {};
    const QString first = QDir(paths.first()).dirName();
    return paths.size() == 1
        ? first
        : SetupController::tr("%1 and %2 more").arg(first, ui::count(paths.size() - 1));
}

/// All sections but the data.
constexpr std::array kSettings{"task", "text", "model", "training"};

bool haveSameFiles(const core::DataSpec& one, const core::DataSpec& other)
{
    return one.train == other.train && one.trainTarget == other.trainTarget
        && one.sample == other.sample;
}

} // namespace

SetupController::SetupController(ui::SetupPanel& panel, ModelService& models, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_steps({m_spec, m_problems, m_data}, panel, models, m_previews)
{
    connect(&m_panel, &ui::SetupPanel::specChanged, this, &SetupController::edited);
    connect(&m_panel, &ui::SetupPanel::restored, this, [this] { m_isRestored = true; });
    connect(&m_panel.pages(), &ui::SetupPages::cancelRequested, this, [this](ui::SetupStep step) {
        if (step == ui::SetupStep::Data)
            m_previews.cancelData();
        else
            m_previews.cancelText();
    });
    connect(&m_panel, &ui::SetupPanel::exchangeSidesRequested, this,
            &SetupController::exchangeSides);
    connect(&m_panel.pages(), &ui::SetupPages::repeatRequested, this, &SetupController::repeat);
    connect(&m_panel, &ui::SetupPanel::taskOfFilesChosen, this, [this] {
        m_preset = m_panel.spec(); // The same files decide anew.
        m_suits = Suits::Everything;
    });
    connectData();
}

void SetupController::connectData()
{
    connect(&m_previews, &PreviewService::dataProgressed, this,
            [this](const core::Progress& progress) {
                m_panel.pages().setProgress(ui::SetupStep::Data, progress);
            });
    connect(&m_previews, &PreviewService::vectorsFound, this, &SetupController::vectorsFound);
    connect(&m_previews, &PreviewService::recognised, this, &SetupController::recognised);
    connect(&m_previews, &PreviewService::dataReady, this, &SetupController::dataArrived);
    connect(&m_previews, &PreviewService::dataFailed, this, [this](const core::Failure& failure) {
        m_dataFailure = failure;
        m_isReading = false;
        if (!m_unrecognised.isEmpty())
            m_waitingPaths.clear(); // The data are what they were before.
        m_panel.pages().setFailure(ui::SetupStep::Data, failure);
        Q_EMIT changed();
    });
}

core::Json SetupController::specJson() const
{
    return m_panel.spec();
}

void SetupController::setSpec(const core::ExperimentSpec& spec)
{
    m_suits = core::hasFiles(spec.data) ? Suits::Explained : Suits::Nothing;
    m_panel.setSpec(core::specToJson(spec));
    edited(core::specToJson(spec));
}

void SetupController::takeSpec(const core::ExperimentSpec& spec, const QString& step)
{
    m_waitingPaths.clear(); // The dropped data are obsolete.
    m_unrecognised.clear();
    m_dataFailure.reset();
    m_preset = nullptr;
    m_suits = Suits::Nothing;
    m_decisions.clear();
    m_vectors.reset();
    m_panel.takeSpec(core::specToJson(spec), step);
    edited(core::specToJson(spec));
}

void SetupController::takePreset(const core::ExperimentSpec& spec, const QString& step)
{
    takeSpec(spec, step);
    m_preset = core::specToJson(spec);
}

void SetupController::setDevice(const QString& device)
{
    core::Json json = m_panel.spec();
    json["training"]["device"] = device.toStdString();
    m_panel.takeSpec(json);
    edited(json);
}

void SetupController::edited(const core::Json& json)
{
    const bool isRestored = std::exchange(m_isRestored, false);
    m_problems.clear();
    core::ExperimentSpec spec = core::specFromJson(json, m_problems);
    m_panel.setProblems(m_problems);
    if (m_problems.empty()) {
        // Choosing a sample removes the files, as dropping files removes the sample.
        const bool pickedSample = spec.data.sample != m_spec.data.sample
            && spec.data.sample.kind != "none" && !spec.data.train.empty();
        if (pickedSample) {
            core::DataSpec data;
            data.sample = spec.data.sample;
            spec.data = data;
            spec = core::completedSpec(spec);
        }
        // A name proposed for the previous data is replaced.
        const std::string proposed = proposedName(spec.data);
        const bool renames = spec.name == m_spec.name && spec.name == proposedName(m_spec.data)
            && spec.name != proposed && !proposed.empty();
        if (renames)
            spec.name = proposed;
        if (pickedSample || renames)
            m_panel.setSpec(core::specToJson(spec));
        const bool newData = spec.task.kind != m_spec.task.kind || spec.data != m_spec.data
            || (!m_data && !m_dataFailure && !m_isReading);
        std::swap(m_spec, spec);
        followData(spec, isRestored);
        if (newData) {
            m_data.reset();
            m_dataFailure.reset();
            m_unrecognised.clear();
            m_waitingPaths.clear();
            readData();
        }
        m_steps.refreshSoon();
    }
    Q_EMIT changed();
}

/// An undo brings back the settings together with the data that decided them.
void SetupController::followData(const core::ExperimentSpec& before, bool isRestored)
{
    const bool sameTask = before.task.kind == m_spec.task.kind;
    if (sameTask && before.data == m_spec.data)
        return;
    if (isRestored)
        m_suits = core::hasFiles(m_spec.data) ? Suits::Explained : Suits::Nothing;
    else if (sameTask && m_suits == Suits::Nothing && !m_decisions.empty()
             && haveSameFiles(m_decidedBy, m_spec.data))
        m_suits = Suits::Again;
}

void SetupController::takePaths(const QStringList& paths)
{
    m_waitingPaths = m_unrecognised = paths;
    m_data.reset();
    m_dataFailure.reset();
    m_vectors.reset();
    m_panel.setStep(ui::SetupStep::Data);
    m_isReading = true;
    m_previews.recognise(paths, m_spec.task.kind, m_spec.data);
    Q_EMIT changed();
}

/// Takes recognised data at once, before they are read: the next file may belong to them.
void SetupController::recognised(const core::RecognisedData& data)
{
    m_recognised = data;
    const core::Json json = settingsFor(data);
    const QStringList paths = m_waitingPaths; // Still waiting: for their preview.
    m_panel.takeSpec(json, tr("new data: %1").arg(namesOf(paths)));
    m_data.reset();
    m_dataFailure.reset();
    m_isReading = false;
    edited(json);
    m_waitingPaths = paths;
    if (!m_former.is_null())
        Q_EMIT settingsReplaced();
}

void SetupController::vectorsFound(const core::VectorFile& file, bool alone)
{
    m_vectors = file;
    if (!alone)
        return;
    if (!core::hasFiles(m_spec.data) && m_spec.data.sample.kind == "none") {
        m_vectors.reset();
        Q_EMIT failed({core::ErrorCode::BadSetting,
                       {"%1 holds word vectors, and there are no texts yet.",
                        {namesOf({QString::fromStdString(file.path)}).toStdString()}},
                       {"Drop texts first, or both together.", {}},
                       {}});
    }
    m_waitingPaths.clear();
    m_unrecognised.clear();
    readData(); // The data are what they were before.
}

void SetupController::takeVectors()
{
    const auto file = std::exchange(m_vectors, std::nullopt);
    if (!file)
        return;
    if (!haveSameFiles(m_decidedBy, m_spec.data))
        m_decisions.clear();
    m_decidedBy = m_spec.data;
    try {
        const core::Json made = core::specToJson(core::withVectors(m_spec, *file, m_decisions));
        core::Json json = m_panel.spec();
        for (const char* section : {"task", "model"})
            json[section] = made[section];
        m_panel.takeSpec(json,
                         tr("word vectors: %1").arg(namesOf({QString::fromStdString(file->path)})));
        edited(json);
    } catch (const core::Error& error) {
        Q_EMIT failed(error.failure());
    }
}

core::Json SetupController::settingsFor(const core::RecognisedData& data)
{
    const core::Json before = m_panel.spec();
    const bool sameTask = data.task == m_spec.task.kind;
    const bool awaited = !core::hasFiles(m_spec.data) && m_spec.data.sample.kind == "none";
    const bool keeps = sameTask && (awaited || core::keepsFiles(m_spec.data, data.spec));
    core::Json json
        = keeps ? before : m_panel.settingsOf(data.task, ui::SetupPanel::DataFrom::Files);
    if (!keeps) {
        m_preset = json;
        m_suits = Suits::Everything;
    } else if (awaited) {
        m_suits = m_preset.is_null() ? Suits::Nothing : Suits::Preset;
    }
    const auto differs = [&](const char* section) { return before[section] != json[section]; };
    m_former = nullptr;
    if (sameTask && std::any_of(kSettings.begin(), kSettings.end(), differs))
        m_former = before;
    core::ExperimentSpec holder = m_spec;
    holder.task = {data.task, core::Json::object()}; // Decides which members a file shows.
    holder.data = data.spec;
    json["data"] = core::specToJson(core::completedSpec(holder))["data"];
    const std::string proposed = proposedName(data.spec);
    if (!hasOwnName(m_spec) && !proposed.empty())
        json["name"] = proposed;
    return json;
}

void SetupController::takeFormerSettings()
{
    core::Json json = m_panel.spec();
    if (m_former.is_null() || m_former["task"]["kind"] != json["task"]["kind"])
        return; // Another task has been chosen since.
    for (const char* section : kSettings)
        json[section] = m_former[section];
    m_suits = Suits::Nothing;
    m_panel.takeSpec(json, tr("restoring the previous settings"));
    edited(json);
}

void SetupController::explainSettings()
{
    const core::DataDefaults defaults = defaultsWithVectors(m_spec, *m_data);
    m_decisions = standingDecisions(m_spec, defaults);
    if (!m_decisions.empty())
        m_preset = core::specToJson(defaults.spec);
}

void SetupController::suitSettings()
{
    const Suits suits = std::exchange(m_suits, Suits::Nothing);
    if (suits == Suits::Nothing)
        return;
    m_decidedBy = m_spec.data;
    if (suits == Suits::Explained)
        return explainSettings();
    const core::Json before = m_panel.spec();
    DecidedSettings decided;
    if (suits == Suits::Preset) {
        decided = suitedToFewData(m_spec, before, m_preset, *m_data);
    } else {
        const core::DataDefaults defaults = suits == Suits::Again
            ? defaultsWithVectors(m_spec, *m_data)
            : core::dataDefaults(*m_data);
        decided = decidedSettings(before, m_preset, defaults);
        m_preset = core::specToJson(defaults.spec);
    }
    m_data->notes.insert(m_data->notes.end(), decided.notes.begin(), decided.notes.end());
    m_decisions = std::move(decided.decisions);
    if (decided.json == before)
        return;
    m_panel.takeSpec(decided.json,
                     suits == Suits::Preset ? tr("settings for so few data")
                                            : tr("settings for these data"));
    edited(decided.json);
}

void SetupController::exchangeSides()
{
    // The columns of a table are known from its preview; parallel files need none.
    const bool known = m_data || !m_spec.data.trainTarget.empty();
    if (!known || !m_problems.empty() || !core::columnsOfTask(m_spec.task.kind).arePairs())
        return;
    takeSpec(core::exchangedSides(m_spec, m_data ? m_data->spec : m_spec.data),
             tr("swapping of the sides"));
    if (m_isReading)
        m_suits = Suits::Explained; // Those decisions stay that hold for both directions.
}

QString SetupController::sampleText() const
{
    return m_data && !m_data->sampleTexts.empty()
        ? QString::fromStdString(core::shortSentence(m_data->sampleTexts))
        : QString();
}

void SetupController::dataArrived(const core::DataPreview& preview)
{
    m_data = preview;
    m_isReading = false;
    const core::DataSpec& dropped = m_recognised.spec;
    if (preview.spec.train == dropped.train && preview.spec.trainTarget == dropped.trainTarget)
        m_data->notes.insert(m_data->notes.begin(), m_recognised.notes.begin(),
                             m_recognised.notes.end());
    m_dataFailure.reset();
    m_spec.data = preview.spec;
    // Only the data section, because other forms may be edited at this moment.
    core::Json json = m_panel.spec();
    json["data"] = core::specToJson(m_spec)["data"];
    m_panel.setSpec(json);
    if (m_suits == Suits::Everything && core::hasOnlyFewBadRows(*m_data)) {
        json["data"]["skip_bad_rows"] = true;
        const QStringList paths = m_waitingPaths; // Still waiting: for their preview.
        m_panel.setSpec(json);
        edited(json); // Reads them again.
        m_waitingPaths = paths;
        return;
    }
    if (m_data->problems.empty()) {
        suitSettings();
        takeVectors();
    }
    if (m_decidedBy == m_spec.data)
        m_data->decisions = m_decisions;
    m_panel.setDataPreview(*m_data);
    m_steps.followData();
    if (!m_waitingPaths.isEmpty())
        Q_EMIT pathsTaken(std::exchange(m_waitingPaths, {}));
    m_steps.refresh();
    Q_EMIT changed();
}

void SetupController::repeat(ui::SetupStep step)
{
    m_previews.forget();
    if (step != ui::SetupStep::Data) {
        m_steps.repeatTexts();
    } else if (!m_unrecognised.isEmpty()) {
        takePaths(QStringList(m_unrecognised));
    } else {
        m_dataFailure.reset();
        readData();
        Q_EMIT changed();
    }
}

void SetupController::readData()
{
    m_isReading = true;
    m_previews.previewData(m_spec.task.kind, m_spec.data);
}

bool SetupController::startable() const
{
    return whyNotStartable().isEmpty();
}

QString SetupController::whyNotStartable() const
{
    if (!m_problems.empty())
        return ui::sentence(m_problems.front().what);
    if (m_dataFailure && m_dataFailure->code == core::ErrorCode::Cancelled)
        return tr("Reading the data was stopped. Start it again in the step Data.");
    if (m_dataFailure)
        return ui::sentence(*m_dataFailure);
    if (!m_data)
        return tr("The data is still being read.");
    if (!m_data->problems.empty())
        return ui::sentence(m_data->problems.front());
    return {};
}

} // namespace app
