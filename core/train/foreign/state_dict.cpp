#include "core/train/foreign/state_dict.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/catalogue/spec_json.h"
#include "core/exchange/temporary_folder.h"
#include "core/exchange/tensor_files.h"
#include "core/probe/network_scope.h"
#include "core/task/task.h"
#include "core/text/text_files.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokens/vocabulary.h"
#include "core/train/checkpoint.h"
#include "core/train/foreign/tensor_matching.h"
#include "core/train/foreign/written_run.h"
#include "core/train/training.h"
#include "core/train/untrained_network.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr uint64_t kLargestTokenList = uint64_t{64} << 20;

/// Names of <pad>, <unk>, <bos> and <eos> in other programs.
constexpr std::array<std::array<std::string_view, 4>, kSpecialTokens> kTheirSpecials{
    {{"<pad>", "<PAD>", "[PAD]", "<blank>"},
     {"<unk>", "<UNK>", "[UNK]", "<oov>"},
     {"<bos>", "<BOS>", "<s>", "<sos>"},
     {"<eos>", "<EOS>", "</s>", "<end>"}}};

/// A vocabulary of another program as a run has it.
struct TakenVocabulary {
    std::vector<std::string> tokens; ///< With our special ones first.
    std::vector<int32_t> rows; ///< The row of each in the other program; -1: none.
    int64_t theirs = 0;
};

TakenVocabulary takenVocabulary(const std::filesystem::path& path)
{
    std::vector<std::string> lines;
    const std::string content = readFile(path, kLargestTokenList);
    for (size_t begin = 0; begin < content.size();) {
        const size_t end = std::min(content.find('\n', begin), content.size());
        std::string line = content.substr(begin, end - begin);
        if (line.ends_with('\r'))
            line.pop_back();
        lines.push_back(std::move(line));
        begin = end + 1;
    }
    TakenVocabulary taken{Vocabulary().tokens(), std::vector<int32_t>(kSpecialTokens, -1),
                          std::ssize(lines)};
    for (size_t row = 0; row < lines.size(); ++row) {
        const auto special
            = std::find_if(kTheirSpecials.begin(), kTheirSpecials.end(), [&](const auto& names) {
                  return std::find(names.begin(), names.end(), lines[row]) != names.end();
              });
        const auto id = special - kTheirSpecials.begin();
        if (id < kSpecialTokens && taken.rows[static_cast<size_t>(id)] < 0) {
            taken.rows[static_cast<size_t>(id)] = static_cast<int32_t>(row);
            continue;
        }
        taken.tokens.push_back(std::move(lines[row]));
        taken.rows.push_back(static_cast<int32_t>(row));
    }
    Vocabulary::fromTokens(taken.tokens); // Refuses a token that is there twice.
    return taken;
}

/// Writes the vocabulary into `folder`, as a run has it.
void writeVocabulary(const TakenVocabulary& taken, TextSpec spec,
                     const std::filesystem::path& folder)
{
    if (tokeniserRegistry().make(spec.tokeniser)->hasModel())
        throw Error(ErrorCode::BadSetting,
                    {"The tokeniser \"%1\" has a model of its own; a list of tokens cannot replace "
                     "it.",
                     {spec.tokeniser.kind}},
                    {"Choose a tokeniser that divides texts into words or characters.", {}});
    spec.vocabularySize = std::ssize(taken.tokens);
    writeTextFiles({std::move(spec), taken.tokens, std::nullopt}, folder);
}

Json mappingIn(const StateDictImport& import, const torch::nn::Module& network,
               const TensorFile& shapes, const VocabularySizes& sizes)
{
    Json mapping = import.mapping.empty() ? matchedTensors(network, shapes, sizes)
                                          : readJsonFile(import.mapping);
    if (!import.writtenMapping.empty())
        writeFileAtomically(import.writtenMapping, mapping.dump(2) + "\n");
    return mapping;
}

/// Weights of the network: those of the checkpoint, and fresh ones where the mapping wants such.
TensorFile weightsFrom(const TensorSources& sources, const torch::nn::Module& network,
                       TensorFile theirs)
{
    TensorFile weights = assembledWeights(sources, std::move(theirs));
    for (const auto& [name, tensor] : weightsOf(network).tensors)
        if (weights.find(name) == nullptr)
            weights.tensors.emplace_back(name, tensor);
    return weights;
}

void copyFiles(const std::filesystem::path& from, const std::filesystem::path& run)
{
    std::error_code error;
    std::filesystem::copy(from, run,
                          std::filesystem::copy_options::recursive
                              | std::filesystem::copy_options::overwrite_existing,
                          error);
    if (error)
        throw Error(ErrorCode::FileUnwritable, {"The run %1 could not be written.", {run.string()}},
                    {"Choose a folder that you can write to.", {}}, error.message());
}

} // namespace

ImportPlan importStateDict(const StateDictImport& import,
                           const std::function<std::filesystem::path(const ImportPlan&)>& runFor,
                           const Monitor& monitor)
{
    const TensorFile shapes = readTensorFile(import.weights, TensorContents::ShapesOnly);
    ImportPlan plan;
    plan.title = "State dict";
    plan.spec = completedSpec(import.spec);
    TakenVocabulary taken;
    const TemporaryFolder texts(std::filesystem::temp_directory_path() / "vocabulary");
    ExperimentSpec learning = plan.spec;
    if (!import.vocabulary.empty()) {
        taken = takenVocabulary(import.vocabulary);
        writeVocabulary(taken, plan.spec.text, texts.path());
        learning.model.start.from = texts.path().string();
    }
    const std::unique_ptr<TemporaryFolder> learned = learnedFolder(learning, monitor);
    plan.spec.text = readTextFiles(learned->path()).spec;

    const RandomStateScope scope(torch::kCPU);
    torch::manual_seed(static_cast<uint64_t>(plan.spec.training.seed)); // What is begun anew.
    const std::unique_ptr<Task> task = makeTask(plan.spec);
    task->restore(learned->path());
    const torch::nn::Module& network
        = task->makeNetwork(torch::kCPU, Task::Weights::ToBeLoaded, monitor, plan.notes);
    const VocabularySizes sizes{std::ssize(taken.tokens), taken.theirs};
    const Json mapping = mappingIn(import, network, shapes, sizes);
    TensorSources sources = sourcesOf(mapping, network, shapes, sizes);
    sources.rows = taken.rows;
    plan.table = mappedTable(mapping, network, sources, shapes);
    for (const torch::Tensor& parameter : network.parameters())
        plan.parameters += parameter.numel();

    plan.run = runFor(plan);
    if (plan.run.empty())
        return plan;
    refuseIncomplete(plan.table, import.weights);
    for (Message& note : importNotes(import.weights, plan.table))
        plan.notes.push_back(std::move(note));
    TensorFile weights = weightsFrom(sources, network, readTensorFile(import.weights));
    makeRunFolder(plan.run);
    copyFiles(learned->path(), plan.run);
    completeImportedRun(plan.run, {plan.spec, {}, {}, plan.parameters, plan.notes},
                        std::move(weights));
    return plan;
}

} // namespace core
