#include "core/base/schema.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/translator.h"
#include "tests/parity/network_folder.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <torch/optim/adam.h>

/// Each translator's generated Python against the translator itself: logits all at once and step
/// by step, gradients of all parameters, and 20 updates agree as far as float32
/// can (parity_cases.py).
class TranslatorParityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pythonOfEachTranslatorAgrees();
};

namespace {

using core::Json;

constexpr int64_t kSource = 23, kTarget = 19, kDimension = 6;
constexpr int64_t kBegin = 2, kEnd = 3;
/// No row of weights and no gradient over the 24 tokens of the batch is longer.
constexpr int64_t kLongestSum = 64;

struct TranslatorCase {
    std::string name;
    Json network;
    bool joint = false;
};

void addRecurrent(std::vector<TranslatorCase>& cases)
{
    const auto add = [&](const std::string& name, Json options, bool joint = false) {
        options["kind"] = "seq2seq";
        options["hidden_size"] = 5;
        options["dropout"] = 0.0;
        options["readout_dropout"] = 0.0;
        cases.push_back({"seq2seq_" + name, std::move(options), joint});
    };
    const std::vector<std::pair<std::string, Json>> scores
        = {{"none", "none"},
           {"dot", "dot"},
           {"scaled_dot", "scaled_dot"},
           {"general", "general"},
           {"concat", {{"kind", "concat"}, {"size", 4}}},
           {"additive", "additive"},
           {"reduced_rank", {{"kind", "reduced_rank"}, {"rank", 2}}}};
    for (const auto& [name, score] : scores) {
        const bool equal = name.find("dot") != std::string::npos;
        const Json base = {{"attention", score}, {"decoder_size", equal ? 10 : 7}};
        const auto with = [&](Json more) {
            more.update(base);
            return more;
        };
        add(name + "_lstm_current", with({{"layers", 2}}));
        add(name + "_gru_previous",
            with({{"cell", "gru"}, {"query", "previous"}, {"readout", "concat"}}));
        if (name != "none")
            add(name + "_rnn_fed", with({{"cell", "rnn"}, {"input_feeding", true}}));
    }
    add("one_way_no_bridge",
        {{"bidirectional", false}, {"bridge", "none"}, {"layers", 2}, {"query", "previous"}});
    add("maxout", {{"readout", "maxout"}, {"query", "previous"}});
    add("maxout_without_attention", {{"readout", "maxout"}, {"attention", "none"}});
    add("concat_without_attention", {{"readout", "concat"}, {"attention", "none"}});
    add("mean_start", {{"start", "mean"}, {"layers", 2}});
    add("tied", {{"tied_embeddings", true}, {"input_feeding", true}});
    add("tied_joint", {{"tied_embeddings", true}, {"readout", "maxout"}}, true);
}

void addTransformer(std::vector<TranslatorCase>& cases)
{
    const auto add = [&](const std::string& name, const Json& options, bool joint = false) {
        Json network = {{"kind", "transformer_seq2seq"}, {"encoder_layers", 1},
                        {"decoder_layers", 2},           {"heads", 3},
                        {"feed_forward_size", 11},       {"dropout", 0.0}};
        network.update(options);
        cases.push_back({"transformer_" + name, std::move(network), joint});
    };
    add("post", Json::object());
    add("as_in_torch", {{"final_norm", true}, {"encoder_layers", 2}});
    add("pre_learned",
        {{"norm", "pre"}, {"positions", "learned"}, {"activation", "gelu"}, {"heads", 2}});
    add("rezero_tied",
        {{"norm", "rezero"}, {"tied_embeddings", "output"}, {"scale_embeddings", false}});
    add("rezero_learned_gelu",
        {{"norm", "rezero"}, {"positions", "learned"}, {"activation", "gelu"}});
    add("all_tied", {{"tied_embeddings", "all"}, {"heads", 1}}, true);
}

/// Each cell that is given by its equations: both ways and two layers deep at once, and step by
/// step.
void addCells(std::vector<TranslatorCase>& cases)
{
    for (const core::CellEntry& cell : core::cellEntries()) {
        const std::string& id = cell.description.id;
        const auto add = [&](const std::string& name, const Json& options) {
            Json network = {{"kind", "seq2seq"}, {"cell", id},     {"hidden_size", 5},
                            {"decoder_size", 7}, {"dropout", 0.0}, {"readout_dropout", 0.0}};
            network.update(options);
            cases.push_back({"seq2seq_" + id + "_" + name, std::move(network)});
        };
        add("at_once", {{"layers", 2}});
        add("fed", {{"input_feeding", true}, {"bidirectional", false}});
    }
}

/// Every translator, and every option that changes what is computed, at least once.
std::vector<TranslatorCase> translatorCases()
{
    std::vector<TranslatorCase> cases;
    addRecurrent(cases);
    addCells(cases);
    addTransformer(cases);
    return cases;
}

std::shared_ptr<core::Translator> makeNetwork(const TranslatorCase& parityCase)
{
    core::TranslatorContext context;
    context.sourceVocabulary = parityCase.joint ? kTarget : kSource;
    context.targetVocabulary = kTarget;
    context.joint = parityCase.joint;
    context.longestSource = context.longestTarget = 12;
    context.embedding.dimension = kDimension;
    core::ModelSpec spec;
    spec.network = core::selectionFromJson(parityCase.network);
    auto network = core::makeTranslator(spec, context);
    parity::scatter(*network);
    return network;
}

core::TranslationBatch makeBatch(int64_t sourceVocabulary)
{
    core::TranslationBatch batch;
    batch.source.lengths = torch::tensor({7, 3, 1, 9, 4}, torch::kInt64);
    batch.source.ids = torch::randint(4, sourceVocabulary, {5, 9}, torch::kInt64);
    batch.source.ids.masked_fill_(batch.source.mask().logical_not(), 0);
    batch.target.lengths = torch::tensor({4, 8, 2, 5, 3}, torch::kInt64);
    batch.target.ids = torch::randint(4, kTarget, {5, 8}, torch::kInt64);
    batch.target.ids.masked_fill_(batch.target.mask().logical_not(), 0);
    for (int64_t b = 0; b < 5; ++b) {
        batch.target.ids[b][0] = kBegin;
        batch.target.ids[b][batch.target.lengths[b].item<int64_t>() - 1] = kEnd;
    }
    return batch;
}

/// y_1 ... y_n <eos> of each pair, one after another.
torch::Tensor labelsOf(const core::SequenceBatch& target)
{
    std::vector<torch::Tensor> parts;
    for (int64_t b = 0; b < target.ids.size(0); ++b)
        parts.push_back(target.ids[b].narrow(0, 1, target.lengths[b].item<int64_t>() - 1));
    return torch::cat(parts);
}

/// Writes the results of one case into its folder.
class TranslatorCaseWriter {
public:
    TranslatorCaseWriter(const TranslatorCase& parityCase, const std::filesystem::path& folder)
        : m_folder(folder), m_options(parityCase.network)
    {
        torch::manual_seed(5);
        m_network = makeNetwork(parityCase);
        m_batch = makeBatch(parityCase.joint ? kTarget : kSource);
        m_labels = labelsOf(m_batch.target);
    }

    void write()
    {
        writeInputs();
        m_network->eval();
        m_folder.store("logits.bin", m_network->forward(m_batch, 1.0));
        m_network->train();
        backward();
        m_folder.store("gradients.bin", parity::joinedGradients(*m_network));
        torch::optim::Adam optimiser(m_network->parameters(), torch::optim::AdamOptions(1e-3));
        parity::updateTwentyTimes(optimiser, [&] { backward(); });
        m_network->eval();
        m_folder.store("adam_logits.bin", m_network->forward(m_batch, 1.0));
    }

private:
    void writeInputs()
    {
        m_folder.storeNetwork(*m_network,
                              {{"batch", m_batch.source.ids.size(0)},
                               {"source_length", m_batch.source.ids.size(1)},
                               {"target_length", m_batch.target.ids.size(1)},
                               {"vocabulary", kTarget},
                               {"longest_sum", kLongestSum},
                               {"network", m_options}});
        m_folder.store("source.bin", m_batch.source.ids);
        m_folder.store("source_lengths.bin", m_batch.source.lengths);
        m_folder.store("target.bin", m_batch.target.ids);
        m_folder.store("target_lengths.bin", m_batch.target.lengths);
    }

    void backward()
    {
        m_network->zero_grad();
        torch::nn::functional::cross_entropy(m_network->forward(m_batch, 1.0), m_labels).backward();
    }

    parity::NetworkFolder m_folder;
    Json m_options;
    std::shared_ptr<core::Translator> m_network;
    core::TranslationBatch m_batch;
    torch::Tensor m_labels;
};

} // namespace

void TranslatorParityTest::pythonOfEachTranslatorAgrees()
{
    parity::compareInPython(UNROLL_PARITY_SCRIPTS "/translator_parity.py", translatorCases(),
                            [](const TranslatorCase& each, const std::filesystem::path& folder) {
                                TranslatorCaseWriter(each, folder).write();
                            });
}

UNROLL_TEST(TranslatorParityTest, QCoreApplication)
#include "translator_parity_test.moc"
