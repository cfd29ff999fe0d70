#include "core/train/untrained_network.h"

#include "core/data/corpus_cache.h"
#include "core/exchange/temporary_folder.h"
#include "core/nn/threads/compute_threads.h"
#include "core/probe/network_scope.h"
#include "core/task/task.h"
#include "core/task/task_kinds.h"
#include "core/train/open_run.h"
#include "core/train/transfer.h"

#include <filesystem>
#include <utility>
#include <vector>

namespace core {

namespace {

/// The settings that decide how a network is begun.
ExperimentSpec beginningOf(const ExperimentSpec& spec)
{
    ExperimentSpec beginning = spec;
    beginning.name.clear();
    beginning.training = {};
    beginning.training.seed = spec.training.seed;
    return beginning;
}

/// The settings that decide what is learned from the data.
ExperimentSpec textsOf(const ExperimentSpec& spec)
{
    ExperimentSpec texts = beginningOf(spec);
    texts.training = {};
    texts.model = {};
    texts.model.start = spec.model.start; // A vocabulary may be taken over from there,
    if (const EmbeddingSpec& embedding = spec.model.embedding; !embedding.vectors.empty()) {
        texts.model.embedding.vectors = embedding.vectors; // or grow by the words of a file.
        texts.model.embedding.dimension = embedding.dimension;
        texts.model.embedding.fileWords = embedding.fileWords;
    }
    return texts;
}

} // namespace

std::unique_ptr<TemporaryFolder> learnedFolder(const ExperimentSpec& spec, const Monitor& monitor)
{
    const std::filesystem::path cache = cacheFolder();
    const std::filesystem::path parent
        = cache.empty() ? std::filesystem::temp_directory_path() : cache;
    std::filesystem::create_directories(parent);
    auto folder = std::make_unique<TemporaryFolder>(parent / "set-up");
    makeTask(withVectorsOfRun(spec, folder->path()))
        ->prepare(folder->path(), Task::Preparation::Learn, monitor);
    return folder;
}

bool beginAlike(const ExperimentSpec& a, const ExperimentSpec& b)
{
    return beginningOf(a) == beginningOf(b);
}

UntrainedNetwork::UntrainedNetwork() = default;
UntrainedNetwork::~UntrainedNetwork() = default;

bool UntrainedNetwork::learn(const ExperimentSpec& spec, const Monitor& monitor)
{
    const ExperimentSpec wanted = textsOf(spec);
    const std::string stamps = stampsOf(filesOnDisk(spec.data));
    if (m_folder != nullptr && wanted == m_learned && stamps == m_stamps)
        return false;
    m_folder.reset();
    m_folder = learnedFolder(spec, monitor);
    m_learned = wanted;
    m_stamps = stamps;
    return true;
}

LiveModel& UntrainedNetwork::open(const ExperimentSpec& spec, const Monitor& monitor)
{
    prepareToCompute();
    const torch::Device place(torch::kCPU);
    const RandomStateScope scope(place);
    if (!learn(spec, monitor) && m_model != nullptr && beginAlike(spec, m_spec))
        return *m_model;
    const std::unique_ptr<Task> task = makeTask(withVectorsOfRun(spec, m_folder->path()));
    task->restore(m_folder->path());
    torch::manual_seed(static_cast<uint64_t>(spec.training.seed)); // As before a training.
    std::vector<Message> notes;
    torch::nn::Module& network = task->makeNetwork(place, Task::Weights::Fresh, monitor, notes);
    if (!spec.model.start.from.empty())
        startFrom(network, spec.model.start);
    network.eval();
    m_model = answersOf(spec.task.kind).open(task->parts(), [] {
        return std::pair<int64_t, int64_t>(0, 0);
    });
    m_model->setNotes(notes);
    m_spec = spec;
    return *m_model;
}

} // namespace core
