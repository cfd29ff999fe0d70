#include "app/lab/opening.h"

#include "app/lab/session.h"

#include "core/base/regular_file.h"
#include "core/catalogue/spec_json.h"
#include "core/data/source/archive_reader.h"
#include "core/exchange/packed_folder.h"
#include "core/probe/answers.h"
#include "core/probe/word_vectors/word_vector_questions.h"
#include "core/task/task_kinds.h"
#include "core/train/foreign/import.h"
#include "core/train/open_run.h"
#include "core/train/run_folder.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace app {

namespace {

constexpr size_t kHeadBytes = 256; ///< Settings identify themselves in these.
constexpr qint64 kMostSpecBytes = 1 << 20; ///< Far more than settings need.

/// The first bytes; empty where they cannot be read.
std::string headOf(const QString& path)
{
    if (!QFileInfo(path).isFile())
        return {};
    try {
        std::array<char, kHeadBytes> head{};
        return {head.data(), core::RegularFile(path.toStdString()).read(head.data(), head.size())};
    } catch (...) {
        return {};
    }
}

/// Whether a file identifies itself as settings, even if the rest is damaged.
bool callsItselfSpec(const QString& path)
{
    return headOf(path).find("\"unroll-experiment\"") != std::string::npos;
}

/// Settings may be called .json, too, as most data in JSON are.
bool isSpec(const QString& path)
{
    if (path.endsWith(QLatin1String(".unroll")) || callsItselfSpec(path))
        return true;
    if (!path.endsWith(QLatin1String(".json")) || QFileInfo(path).size() > kMostSpecBytes)
        return false;
    try {
        core::readSpec(path.toStdString());
        return true;
    } catch (...) {
        return false; // Then it is data, and its reader reports problems.
    }
}

bool isArchive(const QString& path)
{
    if (!QFileInfo(path).isFile()) // Reading a pipe would block.
        return false;
    try {
        return core::ArchiveReader::reads(path.toStdString());
    } catch (...) {
        return false;
    }
}

bool scoresWords(const std::string& task)
{
    return !task.empty() && core::answersOf(task).has(core::AskWordScores::kName);
}

/// Reads the whole file, as such files are small.
bool areWordQuestions(const QString& path)
{
    constexpr qint64 kLargest = qint64{16} << 20;
    const QFileInfo file(path);
    return file.isFile() && file.size() <= kLargest && core::holdsWordQuestions(path.toStdString());
}

/// Analogies under headings that begin with a colon, which are data of no task.
bool areAnalogies(const QString& path)
{
    return headOf(path).starts_with(':') && areWordQuestions(path);
}

/// Whether there is anything to read: a set-up keeps its data where there is not.
bool holdsFiles(const QString& path)
{
    const QFileInfo place(path);
    return place.exists() && !(place.isDir() && QDir(path).isEmpty());
}

/// The contents of an archive.
struct LookedInto {
    QString archive;
    core::PackedFolder::Kind kind = core::PackedFolder::Kind::None;
    QString folder; ///< Into which it was unpacked.
};

/// Reads an archive and unpacks a run or an export.
LookedInto lookInto(const QString& archive, const QString& runs, const core::Monitor& monitor)
{
    LookedInto looked{archive, {}, {}};
    const core::PackedFolder packed = core::lookForFolder(archive.toStdString());
    looked.kind = packed.kind;
    const bool isRun = packed.kind == core::PackedFolder::Kind::Run;
    if (isRun || packed.kind == core::PackedFolder::Kind::Export) {
        const auto parent = isRun
            ? std::filesystem::path(runs.toStdString())
            : std::filesystem::path(runs.toStdString()).parent_path() / "exports";
        looked.folder = QString::fromStdString(
            core::unpackFolder(archive.toStdString(), packed.inside, parent, monitor).string());
    }
    return looked;
}

} // namespace

OpenedKind openedKind(const QString& path)
{
    if (isSpec(path))
        return OpenedKind::Settings;
    if (core::isRunFolder(path.toStdString()))
        return OpenedKind::Run;
    if (path.endsWith(QLatin1String(".safetensors"))
        || QFileInfo::exists(path + QStringLiteral("/exported_files.json")))
        return OpenedKind::Export;
    if (core::isPublishedNetwork(path.toStdString()))
        return OpenedKind::Network;
    return isArchive(path) ? OpenedKind::Archive : OpenedKind::Data;
}

Opening::Opening(ui::MainWindow& window, SetupController& setup, RunLibrary& runs,
                 TrainingController& training, ModelService& models, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_setup(setup)
    , m_runs(runs)
    , m_training(training)
    , m_models(models)
    , m_worker(QStringLiteral("open"))
{
}

void Opening::openRuns(const QStringList& paths)
{
    for (const QString& path : paths)
        if (openedKind(path) == OpenedKind::Data)
            m_window.showFailure({core::ErrorCode::FileMissing,
                                  {"%1 is not a run: it has no spec.json.", {path.toStdString()}},
                                  {"Choose a folder that a training has written, or a network that "
                                   "was exported. Data are chosen in step 1.",
                                   {}},
                                  {}});
        else
            open({path});
}

void Opening::open(const QStringList& paths, const std::string& shownTask)
{
    const bool mayBeQuestions = scoresWords(shownTask) || scoresWords(m_setup.spec().task.kind);
    QStringList data, archives, questions;
    for (const QString& path : paths) {
        switch (openedKind(path)) {
        case OpenedKind::Settings:
            openSpec(path);
            break;
        case OpenedKind::Run:
            m_runs.open(path);
            break;
        case OpenedKind::Export:
            openExport(path);
            break;
        case OpenedKind::Archive:
            archives.append(path);
            break;
        case OpenedKind::Network:
            openNetwork(path);
            break;
        case OpenedKind::Data:
            if (!holdsFiles(path))
                m_window.showFailure(
                    {core::ErrorCode::FileMissing,
                     QFileInfo::exists(path)
                         ? core::Message{"There are no files in %1.", {path.toStdString()}}
                         : core::Message{"There is no file or folder %1.", {path.toStdString()}},
                     {"Check the name.", {}},
                     {}});
            else if (areAnalogies(path) || (mayBeQuestions && areWordQuestions(path)))
                questions.append(path);
            else
                data.append(path);
            break;
        }
    }
    if (!questions.isEmpty())
        openQuestions(questions);
    if (archives.isEmpty())
        openData(data);
    else
        openArchives(archives, data);
}

/// @param data  what was opened together with them.
void Opening::openArchives(const QStringList& archives, const QStringList& data)
{
    m_worker.run(
        this,
        [archives, runs = m_runs.folder(), monitor = m_worker.monitor()] {
            std::vector<LookedInto> all;
            for (const QString& archive : archives)
                all.push_back(lookInto(archive, runs, monitor));
            return all;
        },
        [this, data](const std::vector<LookedInto>& all) {
            QStringList rest = data;
            for (const LookedInto& each : all) {
                if (each.kind == core::PackedFolder::Kind::Run)
                    m_runs.open(each.folder);
                else if (each.kind == core::PackedFolder::Kind::Export)
                    openExport(each.folder);
                else if (each.kind == core::PackedFolder::Kind::Weights)
                    m_window.showFailure(
                        {core::ErrorCode::FileMalformed,
                         {"%1 contains only weights, without settings and vocabulary.",
                          {each.archive.toStdString()}},
                         {"Open the run that they come from, or export it as a Python module.", {}},
                         {}});
                else
                    rest.append(each.archive);
            }
            openData(rest);
        },
        // The reader of data reports problems of a damaged archive.
        [this, all = data + archives](const core::Failure&) { openData(all); });
}

void Opening::openData(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    if (m_training.active()) {
        m_window.showNotice({"Data can be changed once the training has ended.", {}});
        return;
    }
    m_window.showView(QStringLiteral("preview"));
    m_setup.takePaths(paths);
}

/// They become settings of the set-up where its task has them.
void Opening::openQuestions(const QStringList& paths)
{
    const std::string names = paths.size() == 1 ? QFileInfo(paths.first()).fileName().toStdString()
                                                : std::to_string(paths.size()) + " files";
    if (!scoresWords(m_setup.spec().task.kind)) {
        m_window.showNotice(
            {"%1: questions about words, which score word vectors after each epoch. "
             "Choose the task Word vectors, or take the settings of such a run, and open them "
             "again.",
             {names}});
        return;
    }
    attempt(m_window, [&] {
        core::Json spec = m_setup.specJson();
        core::Json& all = spec["task"]["questions"];
        for (const QString& path : paths)
            if (const core::Json each = path.toStdString();
                std::find(all.begin(), all.end(), each) == all.end())
                all.push_back(each);
        m_setup.takeSpec(core::specFromJson(spec), tr("questions about words"));
        m_window.showNotice({"%1: questions about words. The next training scores its vectors by "
                             "them after each epoch; step 1 names the files.",
                             {names}});
    });
}

/// Settings and weights to start from: an export has neither curves nor checkpoints.
void Opening::openExport(const QString& path)
{
    attempt(m_window, [&] {
        core::ExperimentSpec spec = core::exportedSpec(path.toStdString());
        const bool canStartFrom = QFileInfo(path).isDir()
            && core::taskDescription(spec.task.kind).has(core::TaskTrait::OneText);
        if (canStartFrom)
            spec.model.start.from = path.toStdString();
        const QString name = QFileInfo(path).fileName();
        m_setup.takeSpec(spec, tr("opening of %1").arg(name));
        Q_EMIT opened({path});
        m_window.showNotice({canStartFrom
                                 ? "The set-up is that of the exported network %1, and a training "
                                   "starts from its weights."
                                 : "The set-up is that of the exported network %1; a training "
                                   "starts from fresh weights.",
                             {name.toStdString()}});
    });
}

/// The window remains usable: a network of 124 million parameters takes some seconds.
void Opening::openNetwork(const QString& path)
{
    m_window.showNotice({"The network in %1 is being imported.", {path.toStdString()}});
    m_models.importNetwork(
        path, m_runs.folder(),
        [this](const core::ImportPlan& plan) {
            m_runs.open(QString::fromStdString(plan.run.string()));
            const int64_t left = plan.table.count(core::TensorRow::State::LeftOver);
            m_window.showNotice(
                {left == 0 ? "%1 was imported as the run %2: %3 {tensor|tensors}."
                           : "%1 was imported as the run %2: %3 {tensor|tensors}; %4 of the file "
                             "are not used.",
                 {plan.title, plan.run.filename().string(),
                  std::to_string(plan.table.count(core::TensorRow::State::Taken)),
                  std::to_string(left)}});
        },
        [this](const core::Failure& failure) { m_window.showFailure(failure); });
}

void Opening::openSpec(const QString& path)
{
    attempt(m_window, [&] {
        m_setup.takeSpec(core::readSpec(path.toStdString()),
                         tr("opening of %1").arg(QFileInfo(path).fileName()));
        Q_EMIT opened({path});
    });
}

} // namespace app
