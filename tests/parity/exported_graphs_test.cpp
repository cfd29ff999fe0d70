#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/exchange/graph/onnx_model.h"
#include "core/exchange/graph/torchscript_module.h"
#include "core/model/text_network.h"
#include "core/model/translator.h"
#include "core/model/word_vectors.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/tensors.h"
#include "core/task/tagging/tag_decoder.h"
#include "core/task/tagging/tagger_parts.h"
#include "core/task/task.h"
#include "core/text/tokens/vocabulary.h"
#include "tests/parity/every_kind.h"
#include "tests/parity/network_folder.h"
#include "tests/parity/python.h"

using namespace core;

namespace {

namespace fs = std::filesystem;

/// A case's folder: the exports, inputs of calls of their functions, and what they are to return.
class CaseFolder {
public:
    explicit CaseFolder(const fs::path& folder) : m_path(folder), m_folder(folder) { }

    /// @param inputs    tensors by the names of ports; a text is "<call>.<output>" of before.
    /// @param expected  likewise, by the names of outputs.
    /// @param mask      [batch, length] bool: where they count; undefined: everywhere.
    void addCall(const std::string& function,
                 const std::vector<std::pair<std::string, std::any>>& inputs,
                 const std::map<std::string, torch::Tensor>& expected,
                 const torch::Tensor& mask = {})
    {
        Json call{{"function", function}};
        for (const auto& [name, value] : inputs)
            call["inputs"][name] = value.type() == typeid(std::string)
                ? Json(std::any_cast<std::string>(value))
                : stored(std::any_cast<torch::Tensor>(value));
        for (const auto& [name, value] : expected)
            call["expected"][name] = stored(value);
        if (mask.defined())
            call["mask"] = stored(mask);
        m_calls.push_back(call);
    }
    std::string lastCall() const { return std::to_string(m_calls.size() - 1) + "."; }

    void finish(const std::string& name, const torch::nn::Module& network,
                const ExportedTask& exported)
    {
        Json json{{"name", name}, {"calls", m_calls}};
        for (const GraphFunction& function : exported.graphs) {
            writeFileAtomically(m_path / (function.name + ".onnx"),
                                onnxBytes(network, function, {{"made_by", "Unroll"}}));
            for (const GraphPort& port : function.outputs)
                json["outputs"][function.name].push_back(port.name);
            for (const GraphPort& port : function.inputs)
                json["inputs"][function.name].push_back(port.name);
        }
        writeFileAtomically(m_path / "network.pt",
                            torchScriptBytes(network, exported.graphs, exported.graphSource,
                                             {{"made_by", "Unroll"}}));
        writeFileAtomically(m_path / "case.json", json.dump());
    }

private:
    Json stored(const torch::Tensor& tensor)
    {
        const std::string file = std::to_string(m_files++) + ".bin";
        m_folder.store(file.c_str(), tensor);
        return {{"file", file},
                {"shape", tensor.sizes().vec()},
                {"type",
                 tensor.scalar_type() == torch::kFloat      ? "float32"
                     : tensor.scalar_type() == torch::kBool ? "bool"
                                                            : "int64"}};
    }

    fs::path m_path;
    parity::NetworkFolder m_folder;
    Json m_calls = Json::array();
    int m_files = 0;
};

/// Rows of a parameter; 0: there is none.
int64_t rowsOf(const torch::nn::Module& network, const std::string& name)
{
    const auto parameters = network.named_parameters();
    const torch::Tensor* found = parameters.find(name);
    return found == nullptr ? 0 : found->size(0);
}

/// Texts of random ids. The first is as long as the batch, the last has `shortest` tokens.
SequenceBatch randomBatch(int64_t vocabulary, int64_t batch, int64_t length, int64_t shortest = 1)
{
    SequenceBatch texts;
    texts.lengths = torch::randint(shortest, length + 1, {batch}, torch::kLong);
    texts.lengths[0] = length;
    texts.lengths[batch - 1] = shortest;
    texts.ids = torch::randint(1, vocabulary, {batch, length}, torch::kLong);
    texts.ids.masked_fill_(texts.mask().logical_not(), 0);
    return texts;
}

/// Words for a batch, with all parts that the network may read.
std::shared_ptr<WordForms> randomWords(const torch::nn::Module& network, const SequenceBatch& texts)
{
    constexpr int64_t kWords = 6, kLongest = 5;
    const auto ids = [&](const std::string& table, at::IntArrayRef sizes) {
        return torch::randint(1, std::max<int64_t>(2, rowsOf(network, "encoder." + table)), sizes,
                              torch::kLong);
    };
    auto words = std::make_shared<WordForms>();
    words->ofToken = torch::randint(1, kWords, texts.ids.sizes(), torch::kLong)
                         .masked_fill(texts.mask().logical_not(), 0);
    words->lengths = torch::randint(1, kLongest + 1, {kWords}, torch::kLong);
    words->lengths[0] = 1;
    words->characters
        = ids("characters.embedding.weight", {kWords, kLongest})
              .masked_fill(torch::arange(kLongest).unsqueeze(0).ge(words->lengths.unsqueeze(1)), 0);
    words->characters[0].zero_();
    words->cases = ids("cases.weight", {kWords});
    std::vector<torch::Tensor> columns;
    while (rowsOf(network, "encoder.feature_" + std::to_string(columns.size() + 1) + ".weight") > 0)
        columns.push_back(
            ids("feature_" + std::to_string(columns.size() + 1) + ".weight", {kWords}));
    if (!columns.empty())
        words->features = torch::stack(columns, 1);
    return words;
}

/// Calls of a network for texts, with our own scores.
class TextCalls {
public:
    /// @param forbidden  moves between tags that are not chosen.
    TextCalls(TextNetwork& network, CaseFolder& folder, const std::optional<CrfScores>& forbidden)
        : m_network(network), m_folder(folder), m_forbidden(forbidden)
    {
    }

    void addForward(int64_t batch, int64_t length, CarriedState* carried = nullptr)
    {
        const bool marked = m_network.marks() == TextMarks::Around;
        const SequenceBatch texts = withParts(
            randomBatch(vocabulary(), batch, length + (marked ? 2 : 0), marked ? 3 : 1));
        SequenceBatch scored = texts;
        if (marked)
            scored = {texts.ids.narrow(1, 0, length), texts.lengths - 2};
        std::vector<std::pair<std::string, std::any>> inputs{{"ids", texts.ids},
                                                             {"lengths", texts.lengths}};
        addParts(inputs, texts);
        add("forward", inputs, m_network.forward(texts, carried), scored);
    }
    /// More tokens behind those of the last call.
    void addStep(int64_t length, CarriedState& carried, const std::vector<GraphPort>& state)
    {
        const SequenceBatch texts = withParts(
            randomBatch(vocabulary(), m_classes.defined() ? m_classes.size(0) : carried.rows(),
                        length, length));
        std::vector<std::pair<std::string, std::any>> inputs{{"ids", texts.ids}};
        addParts(inputs, texts);
        for (const GraphPort& port : state)
            inputs.emplace_back(port.name, m_folder.lastCall() + "next_" + port.name);
        add("step", inputs, m_network.forward(texts, &carried), texts);
    }

private:
    int64_t vocabulary() const { return rowsOf(m_network, "encoder.embedding.weight"); }

    bool reads(const std::string& input) const
    {
        const std::vector<GraphPort> ports = m_network.encoder().graphInputs();
        return std::any_of(ports.begin(), ports.end(),
                           [&](const GraphPort& port) { return port.name == input; });
    }
    SequenceBatch withParts(SequenceBatch texts)
    {
        if (reads("words"))
            texts.words = randomWords(m_network, texts);
        if (!reads("classes") && !reads("numbers"))
            return texts;
        const int64_t rows = std::max(rowsOf(m_network, "encoder.condition.weight"),
                                      rowsOf(m_network, "encoder.initial.weight"));
        if (!m_classes.defined() || m_classes.size(0) != texts.ids.size(0))
            m_classes = reads("numbers")
                ? torch::randn({texts.ids.size(0), 1}) // Samples have one column.
                : torch::randint(0, rows - 1, {texts.ids.size(0)}, torch::kLong);
        texts.classes = m_classes;
        return texts;
    }
    void addParts(std::vector<std::pair<std::string, std::any>>& inputs,
                  const SequenceBatch& texts) const
    {
        for (const GraphPort& port : m_network.encoder().graphInputs())
            inputs.emplace_back(port.name,
                                port.name == "classes" || port.name == "numbers" ? texts.classes
                                    : port.name == "words"             ? texts.words->ofToken
                                    : port.name == "characters"        ? texts.words->characters
                                    : port.name == "character_lengths" ? texts.words->lengths
                                    : port.name == "cases"             ? texts.words->cases
                                                                       : texts.words->features);
    }
    /// @param texts  the tokens that have scores.
    void add(const std::string& function,
             const std::vector<std::pair<std::string, std::any>>& inputs,
             const torch::Tensor& scores, const SequenceBatch& texts)
    {
        std::map<std::string, torch::Tensor> expected{{"scores", scores}};
        const TokenLayout layout(texts);
        if (scores.dim() == 2 && scores.size(0) == texts.ids.size(0)
            && m_network.head().graphOutputs().front().axes.size() == 2) {
            m_folder.addCall(function, inputs, expected);
            return;
        }
        if (scores.dim() == 2)
            expected["scores"] = layout.unpack(scores);
        if (m_network.head().graphOutputs().front().axes.size() == 4)
            expected["scores"] = expected["scores"].unflatten(2, {2, -1});
        // The head of spans is one of tags that leaves the choice to its task.
        const auto* tags = dynamic_cast<const TagHead*>(&m_network.head());
        if (tags != nullptr && tags->graphOutputs().size() > 1)
            expected["tags"]
                = layout.unpack(TagDecoder(*tags, m_forbidden).best(scores, layout.offsets()));
        m_folder.addCall(function, inputs, expected, layout.mask());
    }

    TextNetwork& m_network;
    CaseFolder& m_folder;
    std::optional<CrfScores> m_forbidden;
    torch::Tensor m_classes;
};

void addTextCalls(TextNetwork& network, const ExportedTask& exported, CaseFolder& folder,
                  const std::optional<CrfScores>& forbidden = {})
{
    TextCalls calls(network, folder, forbidden);
    calls.addForward(3, 7);
    calls.addForward(2, 1);
    if (exported.graphs.size() == 1) {
        calls.addForward(5, 4);
        return;
    }
    CarriedState carried;
    calls.addForward(5, 4, &carried);
    const std::vector<GraphPort> state = network.encoder().graphState();
    calls.addStep(1, carried, state);
    calls.addStep(3, carried, state);
}

/// The tokens that are written greedily [batch, longest], 0 behind their end.
torch::Tensor greedyTokens(Translator& network, const SequenceBatch& source, int64_t longest)
{
    const auto state = network.start({source});
    torch::Tensor tokens = torch::full({source.ids.size(0)}, kBeginId);
    torch::Tensor goesOn = torch::ones_like(tokens);
    const torch::Tensor written = torch::zeros({source.ids.size(0), longest}, torch::kLong);
    for (int64_t i = 0; i < longest; ++i) {
        torch::Tensor scores = network.step(*state, tokens).clone();
        for (const int64_t never : {kPadId, kUnknownId, kBeginId})
            scores.select(1, never).fill_(-1e30);
        tokens = scores.argmax(1);
        goesOn = goesOn * tokens.ne(kEndId);
        written.select(1, i).copy_(tokens * goesOn);
    }
    return written;
}

void addTranslatorCalls(Translator& network, CaseFolder& folder)
{
    const int64_t sources = rowsOf(network, "encoder.embedding.weight");
    const int64_t targets = rowsOf(network, "output.bias");
    for (const auto& [batch, length, targetLength] :
         std::vector<std::array<int64_t, 3>>{{3, 5, 7}, {4, 1, 2}}) {
        TranslationBatch pairs{randomBatch(sources, batch, length),
                               randomBatch(targets, batch, targetLength, 2)};
        pairs.target.ids.select(1, 0).fill_(kBeginId);
        const TokenLayout layout(SequenceBatch{pairs.target.ids.narrow(1, 0, targetLength - 1),
                                               pairs.target.lengths - 1});
        const torch::Tensor scores = layout.unpack(network.forward(pairs, 1.0));
        const std::vector<std::pair<std::string, std::any>> source{
            {"source", pairs.source.ids}, {"source_lengths", pairs.source.lengths}};
        auto inputs = source;
        inputs.emplace_back("target", pairs.target.ids);
        folder.addCall("forward", inputs, {{"scores", scores}}, layout.mask());
        folder.addCall("encode", source, {});
        const std::string encoded = folder.lastCall();
        for (int64_t t = 0; t + 1 < targetLength; ++t) {
            std::vector<std::pair<std::string, std::any>> step{
                {"tokens", pairs.target.ids.select(1, t).contiguous()}};
            for (const GraphPort& port : network.graphSources())
                step.emplace_back(port.name, encoded + port.name);
            for (const GraphPort& port : network.graphPlace())
                step.emplace_back(port.name,
                                  t == 0 ? encoded + port.name
                                         : folder.lastCall() + "next_" + port.name);
            folder.addCall("step", step, {{"scores", scores.select(1, t)}},
                           layout.mask().select(1, t).contiguous());
        }
        auto greedy = source;
        constexpr int64_t kLongest = 6;
        greedy.emplace_back("longest", torch::full({}, kLongest));
        folder.addCall("greedy", greedy, {{"ids", greedyTokens(network, pairs.source, kLongest)}});
    }
}

/// The network of an experiment with weights of which none is zero, and its export.
struct Made {
    std::unique_ptr<Task> task;
    torch::nn::Module* network = nullptr;
    ExportedTask exported;
};

/// The moves that a tagger with such a constraint never chooses.
std::optional<CrfScores> forbiddenOf(const Task& task)
{
    const std::any parts = task.parts();
    const auto* tagger = std::any_cast<TaggerParts>(&parts);
    if (tagger == nullptr || !tagger->options.constrained())
        return {};
    return forbiddenMoves(tagger->tags);
}

Made madeFor(const ExperimentSpec& spec, const fs::path& run)
{
    fs::create_directories(run);
    Made made{makeTask(spec), nullptr, {}};
    made.task->prepare(run, Task::Preparation::Learn, Monitor());
    std::vector<Message> notes;
    torch::manual_seed(3);
    made.network = &made.task->makeNetwork(torch::kCPU, Task::Weights::Fresh, Monitor(), notes);
    parity::scatter(*made.network);
    made.network->eval();
    made.exported = made.task->exported({});
    return made;
}

} // namespace

/// Every network of every registry as TorchScript and ONNX: a program that knows nothing of ours
/// gets the same scores, for other sizes than any it was exported with, and with padding.
class ExportedGraphsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_cases = 0;

    /// Those that differ in their network.
    static std::map<std::string, ExperimentSpec> differentNetworks()
    {
        std::map<std::string, ExperimentSpec> found;
        std::set<std::string> seen;
        for (const auto& [name, json] : every_kind::experiments()) {
            Json network{json.at("task"), json.at("model")};
            for (const char* other : {"target_text", "decoding", "writing", "teacher_forcing"})
                network[0].erase(other);
            for (const char* other : {"start", "initialisation"})
                network[1].erase(other);
            const bool joint = json.at("task").contains("target_text")
                && json.at("task").at("target_text").value("joint", false);
            // All cells have one way to a pooling.
            const bool known = name.find(" pooling=") != std::string::npos
                && name.find("=rnn ") == std::string::npos
                && name.find("=directions_apart ") == std::string::npos
                && name.find("=transformer ") == std::string::npos;
            if (!known && seen.insert(network.dump() + (joint ? "joint" : "")).second)
                found.emplace(name, specFromJson(json));
        }
        return found;
    }

private Q_SLOTS:
    void everyNetworkLeaves_data()
    {
        addColumn<QString>("name");
        for (const auto& [name, spec] : differentNetworks())
            newRow(name.c_str(), QString::fromStdString(name));
    }
    void everyNetworkLeaves()
    {
        QFETCH(QString, name);
        static const std::map<std::string, ExperimentSpec> all = differentNetworks();
        const torch::NoGradGuard noGradient;
        const QTemporaryDir run;
        Made made = madeFor(all.at(name.toStdString()), run.path().toStdString());
        QVERIFY(!made.exported.graphs.empty());
        CaseFolder folder(nextPlace());
        if (auto* texts = dynamic_cast<TextNetwork*>(made.network))
            addTextCalls(*texts, made.exported, folder, forbiddenOf(*made.task));
        else if (auto* translator = dynamic_cast<Translator*>(made.network))
            addTranslatorCalls(*translator, folder);
        else if (auto* vectors = dynamic_cast<WordVectorNetwork*>(made.network))
            folder.addCall(
                "forward", {{"ids", torch::tensor({2, 0, 5}, torch::kLong)}},
                {{"vectors",
                  vectors->vectors().index_select(0, torch::tensor({2, 0, 5}, torch::kLong))}});
        folder.finish(name.toStdString(), *made.network, made.exported);
    }

    /// Parts of networks that no experiment of the bundled samples has.
    void everyPartOfNetworksLeaves_data()
    {
        addColumn<QString>("network");
        addColumn<QString>("head");
        const QString lstm = u"lstm"_s, transformer = u"transformer"_s;
        for (const QString& network : {lstm, transformer})
            for (const char* head : {"crf", "next_token", "masked_token"})
                if (network == lstm || head != "next_token"_L1)
                    QTest::addRow("%s %s", qPrintable(network), head)
                        << network << QString::fromUtf8(head);
        QTest::addRow("neighbour_token") << u"directions_apart"_s << u"neighbour_token"_s;
    }
    void everyPartOfNetworksLeaves()
    {
        QFETCH(QString, network);
        QFETCH(QString, head);
        constexpr int64_t kSize = 4;
        const bool tags = head == "crf"_L1, oneWay = head == "next_token"_L1;
        ModelSpec model;
        model.embedding.dimension = kSize;
        model.network = {network.toStdString(), Json::object()};
        if (network == "transformer"_L1)
            model.network.options = {{"heads", 2}, {"feed_forward_size", 6}, {"segments", 2}};
        else
            model.network.options = {{"hidden_size", kSize}};
        if (network == "lstm"_L1)
            model.network.options["bidirectional"] = tags;
        NetworkContext context{.vocabularySize = 20,
                               .outputs = tags ? 3 : 20,
                               .maximumLength = 12,
                               .embedding = model.embedding,
                               .tied = !tags,
                               .transform = {head == "masked_token"_L1 ? "gelu" : "none", 1e-5}};
        if (tags) {
            context.parts = {defaultSelection(catalogue(), "characters", "cnn"),
                             9,
                             3,
                             5,
                             {{"lemma", 6}, {"tag", 7}},
                             2};
            context.marks = TextMarks::Around;
        }
        if (oneWay) {
            context.classes = 3;
            context.condition = "first_input";
        }
        const torch::NoGradGuard noGradient;
        torch::manual_seed(5);
        const auto made = makeTextNetwork(model, findHead(head.toStdString()), context);
        parity::scatter(*made);
        made->eval();
        ExportedTask exported;
        exported.graphs = made->graphs();
        CaseFolder folder(nextPlace());
        addTextCalls(*made, exported, folder);
        folder.finish((network + u" "_s + head).toStdString(), *made, exported);
    }

    void pythonLoadsThemWithoutOurCode()
    {
        const std::string python = parity::pythonWith(u"torch"_s);
        if (python.empty())
            QSKIP("There is no Python with PyTorch here (python3-torch).");
        compare(python, u"torch"_s);
    }

    void onnxRuntimeComputesTheSame()
    {
        const std::string python = parity::pythonWith(u"onnxruntime"_s);
        if (python.empty()) // Debian 12 has none: then only the form of the models is checked.
            qInfo("There is no Python with ONNX Runtime here (python3-onnxruntime).");
        else
            compare(python, u"onnxruntime"_s);
    }

private:
    fs::path nextPlace()
    {
        const QString name = QStringLiteral("%1").arg(m_cases++, 4, 10, QLatin1Char('0'));
        return fs::path(m_folder.path().toStdString()) / name.toStdString();
    }

    void compare(const std::string& python, const QString& module)
    {
        const auto result = parity::runPython(
            python,
            {u"-B"_s, QStringLiteral(UNROLL_PARITY_SCRIPTS "/exported_graphs.py"), module,
             m_folder.path()});
        QVERIFY2(result.succeeded, (result.output + result.errors).c_str());
        QCOMPARE(std::count(result.output.begin(), result.output.end(), '\n'),
                 std::ptrdiff_t{m_cases});
    }
};

UNROLL_TEST(ExportedGraphsTest, QCoreApplication)
#include "exported_graphs_test.moc"
