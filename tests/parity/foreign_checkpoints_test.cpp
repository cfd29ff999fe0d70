// Networks of other programs beside plain equations in Python: foreign_checkpoints.py.
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/exchange/tensor_files.h"
#include "core/model/text_network.h"
#include "core/nn/tensors.h"
#include "core/probe/attention/attention_questions.h"
#include "core/probe/language_model/language_questions.h"
#include "core/probe/map/map_question.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/texts/inspection.h"
#include "core/probe/trace/trace_question.h"
#include "core/task/encoded_texts.h"
#include "core/text/pieces/renumbered_pieces.h"
#include "core/text/text_pipeline.h"
#include "core/train/foreign/import.h"
#include "core/train/open_run.h"
#include "core/train/stored_run.h"
#include "tests/core/train/small_run.h"
#include "tests/parity/python.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <fstream>

using namespace core;

namespace {

Json gpt2Sizes(int layers, int heads, int features, int positions)
{
    return {{"n_layer", layers},         {"n_head", heads},    {"n_embd", features},
            {"n_positions", positions},  {"n_ctx", positions}, {"activation_function", "gelu_new"},
            {"layer_norm_epsilon", 1e-5}};
}

Json bertSizes(int layers, int heads, int features, int inner, int positions)
{
    return {{"num_hidden_layers", layers},
            {"num_attention_heads", heads},
            {"hidden_size", features},
            {"intermediate_size", inner},
            {"max_position_embeddings", positions},
            {"type_vocab_size", 2},
            {"hidden_act", "gelu"},
            {"layer_norm_eps", 1e-12}};
}

/// The logits of an imported run for published ids, at the places of the published ids.
/// @return the largest difference from `reference` over all tokens that are no padding.
double largestDifference(const std::filesystem::path& folder, const StoredRun& run)
{
    const Json reference = readJsonFile(folder / "reference.json");
    const RenumberedPieces pieces = renumbered(readPieceModel(folder));
    std::map<int32_t, int64_t> idOfRow;
    for (size_t id = pieces.rows.size(); id-- > 0;)
        idOfRow[pieces.rows[id]] = static_cast<int64_t>(id);
    const auto theirs = reference.at("ids").get<std::vector<std::vector<int32_t>>>();
    const auto lengths = reference.at("lengths").get<std::vector<int64_t>>();
    const auto logits = reference.at("logits").get<std::vector<float>>();
    const auto batch = static_cast<int64_t>(theirs.size());
    const auto length = static_cast<int64_t>(theirs.front().size());
    torch::Tensor ids = torch::zeros({batch, length}, torch::kInt64);
    for (int64_t row = 0; row < batch; ++row)
        for (int64_t place = 0; place < lengths[static_cast<size_t>(row)]; ++place)
            ids[row][place]
                = idOfRow.at(theirs[static_cast<size_t>(row)][static_cast<size_t>(place)]);
    const torch::NoGradGuard noGradient;
    const torch::Tensor mask
        = torch::arange(length).unsqueeze(0) < tensorOf(std::vector(lengths)).unsqueeze(1);
    torch::Tensor ours
        = static_cast<TextNetwork*>(run.network)->forward({ids, tensorOf(std::vector(lengths))});
    ours = ours.dim() == 3 ? ours.index({mask}) : ours; // [tokens, ids]
    const auto vocabulary = static_cast<int64_t>(logits.size()) / (batch * length);
    const torch::Tensor wanted
        = torch::tensor(logits).view({batch, length, vocabulary}).index({mask});
    std::vector<int64_t> columns, rows;
    for (const auto& [row, id] : idOfRow)
        if (row >= 0) {
            rows.push_back(row);
            // <|endoftext|> is predicted as <eos>.
            columns.push_back(id == kBeginId && pieces.rows[kEndId] == row ? kEndId : id);
        }
    return (ours.index_select(1, tensorOf(std::move(columns)))
            - wanted.index_select(1, tensorOf(std::move(rows))))
        .abs()
        .max()
        .item<double>();
}

} // namespace

class ForeignCheckpointsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path at(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    /// Writes a published network by Python.
    void publish(const std::string& name, const Json& description)
    {
        const std::string python = parity::pythonWith(u"torch"_s);
        if (python.empty())
            QSKIP("No Python with PyTorch: install python3-torch.");
        std::ofstream(at(name + ".json")) << description.dump();
        const auto result = parity::runPython(
            python,
            {u"-B"_s, QStringLiteral(UNROLL_PARITY_SCRIPTS "/foreign_checkpoints.py"),
             QString::fromStdString(at(name).string()),
             QString::fromStdString(at(name + ".json").string())});
        QVERIFY2(result.succeeded, result.errors.c_str());
    }

    /// A tagger of texts that are longer than it reads at once.
    ExperimentSpec taggerFrom(const std::filesystem::path& start, const Json& options)
    {
        std::string text;
        for (const char* last : {"a", "b", "c", "d", "e", "f"})
            for (int times = 0; times < 4; ++times)
                text += std::string("the DET\nfilm NOUN\nwas VERB\n") + last
                    + " ADJ\n, PUNCT\nthe DET\nfilm NOUN\nwas VERB\n" + last
                    + " ADJ\n, PUNCT\nthe DET\nfilm NOUN\n. PUNCT\n\n";
        std::ofstream(at("tags.txt")) << text;
        Json task = {{"kind", "tagging"}};
        task.update(options);
        Json model = readJsonFile(start / "spec.json").at("model");
        model["start"] = {{"from", start.string()}};
        return specFromJson({{"task", task},
                             {"data", {{"train", {at("tags.txt").string()}}}},
                             {"model", model},
                             {"training",
                              {{"epochs", 3},
                               {"batch_size", 4},
                               {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
                               {"threads", 1},
                               {"checkpoint_seconds", 0.0}}}});
    }
    /// Python finds the tags that the run finds.
    void checkExportedTagger(const std::filesystem::path& run, LiveModel& model)
    {
        exportRun(run, "last", "python", at("module"));
        const std::string text = "the film was b , the film was c , a film . the";
        const auto result = parity::runPython(
            parity::pythonWith(u"torch"_s),
            {u"-B"_s, u"-c"_s,
             u"import sys, pathlib; sys.path.insert(0, sys.argv[1]); import repeated_training; "
             "print(*repeated_training.load_module(pathlib.Path(sys.argv[2])).tag("
             "sys.argv[3].split()))"_s,
             QStringLiteral(UNROLL_PARITY_SCRIPTS), QString::fromStdString(at("module").string()),
             QString::fromStdString(text)});
        QVERIFY2(result.succeeded, result.errors.c_str());
        const TaggedText tagged = model.ask(AskTags{{.text = text, .division = Division::OfData}});
        QCOMPARE(tagged.tags.size(), size_t{14});
        std::string wanted;
        for (const int32_t tag : tagged.tags)
            wanted += (wanted.empty() ? "" : " ") + tagged.tagNames[static_cast<size_t>(tag)];
        QCOMPARE(result.output, wanted + "\n");
    }

private Q_SLOTS:
    void gpt2IsAsItsEquations_data()
    {
        addColumns<QByteArray>("published");
        const auto add = [](const char* name, const Json& sizes, const char* type, const char* form,
                            const Json& more) {
            Json published = {{"kind", "gpt2"}, {"sizes", sizes}, {"type", type},
                              {"form", form},   {"seed", 3},      {"lengths", {9, 4, 1}}};
            published.update(more);
            newRow(name, QByteArray::fromStdString(published.dump()));
        };
        add("one layer", gpt2Sizes(1, 1, 8, 12), "float32", "safetensors", Json::object());
        add("prefix and second name of the embedding", gpt2Sizes(2, 3, 12, 20), "float32", "bin",
            {{"prefix", "transformer."}, {"head", true}});
        add("before PyTorch 1.6", gpt2Sizes(2, 2, 16, 16), "float32", "bin_before_1_6",
            {{"prefix", "transformer."}, {"head", true}});
        add("half, in two files", gpt2Sizes(3, 4, 64, 33), "float16", "safetensors_shards",
            Json::object());
        add("bfloat16", gpt2Sizes(2, 4, 32, 24), "bfloat16", "safetensors", Json::object());
        add("bfloat16 of PyTorch, in two files", gpt2Sizes(2, 4, 32, 24), "bfloat16", "bin_shards",
            {{"lengths", {20, 24, 2}}});
    }
    void gpt2IsAsItsEquations()
    {
        QFETCH(QByteArray, published);
        publish("published", Json::parse(published.toStdString()));
        const ImportPlan plan = importNetwork(
            at("published"), [&](const ImportPlan&) { return at("run"); }, Monitor());
        QVERIFY(plan.table.isComplete());
        QCOMPARE(plan.table.count(TensorRow::State::LeftOver), 0);
        const StoredRun run = readStoredRun(at("run"), "best", "cpu");
        QCOMPARE(run.spec.task.kind, std::string("language_model"));
        const double difference = largestDifference(at("published"), run);
        qInfo("largest difference %g", difference);
        QVERIFY(difference < 1e-4);
        lineEndsAreTokens(*openRun(at("run"), "best"));
    }
    /// <|endoftext|> stands behind the text alone.
    static void lineEndsAreTokens(LiveModel& model)
    {
        const std::string text = "a\n\nb";
        const ReadText read = model.ask(AskReading{text});
        QCOMPARE(read.tokens.size(), size_t{5});
        for (size_t i = 0; i < read.tokens.size(); ++i) {
            QCOMPARE(read.tokens[i].id == kEndId, i == text.size());
            QCOMPARE(read.tokens[i].begin, static_cast<int64_t>(i));
        }
        QCOMPARE(read.tokens[1].id, read.tokens[2].id);
    }
    void bertIsAsItsEquations_data()
    {
        addColumns<QByteArray>("published");
        const auto add = [](const char* name, const Json& sizes, const char* type, const char* form,
                            const Json& more) {
            Json published = {{"kind", "bert"}, {"sizes", sizes}, {"type", type},
                              {"form", form},   {"seed", 5},      {"lengths", {11, 8, 3}}};
            published.update(more);
            newRow(name, QByteArray::fromStdString(published.dump()));
        };
        add("one layer", bertSizes(1, 1, 8, 16, 12), "float32", "safetensors", Json::object());
        add("prefix and second name of the embedding", bertSizes(2, 3, 12, 20, 16), "float32",
            "bin", {{"prefix", "bert."}, {"head", true}});
        add("old names, before PyTorch 1.6", bertSizes(2, 2, 16, 40, 11), "float32",
            "bin_before_1_6", {{"prefix", "bert."}, {"old_names", true}, {"head", true}});
        add("half, in two files", bertSizes(3, 4, 64, 100, 40), "float16", "safetensors_shards",
            {{"lengths", {40, 7, 21, 2}}});
        add("bfloat16, in two files", bertSizes(2, 4, 32, 64, 24), "bfloat16", "bin_shards",
            {{"prefix", "bert."}});
    }
    void bertIsAsItsEquations()
    {
        QFETCH(QByteArray, published);
        publish("published", Json::parse(published.toStdString()));
        const ImportPlan plan = importNetwork(
            at("published"), [&](const ImportPlan&) { return at("run"); }, Monitor());
        QCOMPARE(plan.table.count(TensorRow::State::LeftOver), 4); // The pooler and next sentences.
        const StoredRun run = readStoredRun(at("run"), "best", "cpu");
        QCOMPARE(run.spec.task.kind, std::string("masked_language_model"));
        const double difference = largestDifference(at("published"), run);
        qInfo("largest difference %g", difference);
        QVERIFY(difference < 1e-4);
    }

    void bertWithoutItsHeadIsAStart()
    {
        publish("published",
                {{"kind", "bert"},
                 {"sizes", bertSizes(1, 1, 8, 16, 12)},
                 {"type", "float32"},
                 {"form", "bin"},
                 {"without_head", true},
                 {"seed", 1},
                 {"lengths", {2}}});
        const ImportPlan plan = importNetwork(
            at("published"), [&](const ImportPlan&) { return at("run"); }, Monitor());
        QCOMPARE(plan.table.count(TensorRow::State::Constant), 5);
        QVERIFY(plan.notes.back().plain().find("start for other tasks") != std::string::npos);
        QVERIFY(readStoredRun(at("run"), "best", "cpu").network != nullptr);
    }

    /// [CLS] the film was good . [SEP] in the run's ids.
    void bertsTextsStandBetweenMarks()
    {
        publish("published",
                {{"kind", "bert"},
                 {"sizes", bertSizes(1, 1, 8, 16, 12)},
                 {"type", "float32"},
                 {"form", "bin"},
                 {"seed", 1},
                 {"lengths", {2}}});
        importNetwork(
            at("published"), [&](const ImportPlan&) { return at("run"); }, Monitor());
        const TextPipeline pipeline = TextPipeline::load(at("run"));
        std::string tokens;
        for (const int32_t id : pipeline.ids("The film was big."))
            tokens += pipeline.token(id) + " ";
        QCOMPARE(tokens, std::string("<bos> the film was b ##i ##g . <eos> "));
        const std::vector<int32_t> longest = pipeline.ids("a b c d e f g h i j k l m n o p q");
        QCOMPARE(longest.size(), 12U);
        QCOMPARE(longest.back(), static_cast<int32_t>(kEndId));
        QCOMPARE(pipeline.ids(""), (std::vector<int32_t>{kBeginId, kEndId}));
        const std::vector<std::string> seen = seenText("the film", pipeline).tokens; // As shown.
        QCOMPARE(seen, (std::vector<std::string>{"[CLS]", "the", "film", "[SEP]"}));
    }

    void taggersOnBertReadTheMarks_data()
    {
        addColumns<QString>("head");
        newRow("softmax", u"softmax"_s);
        newRow("crf", u"crf"_s);
    }
    /// [CLS] the film was b . [SEP], in which the marks have no tags.
    void taggersOnBertReadTheMarks()
    {
        QFETCH(QString, head);
        publish("published",
                {{"kind", "bert"},
                 {"sizes", bertSizes(2, 2, 8, 16, 12)},
                 {"type", "float32"},
                 {"form", "bin"},
                 {"seed", 1},
                 {"lengths", {2}}});
        importNetwork(
            at("published"), [&](const ImportPlan&) { return at("run"); }, Monitor());
        const std::filesystem::path run = at("tagger");
        const EndReport end
            = small::train(taggerFrom(at("run"), {{"head", {{"kind", head.toStdString()}}}}), run);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));

        // The states at the words in the whole sequence give the scores.
        const StoredRun stored = readStoredRun(run, "last", "cpu");
        auto& network = *static_cast<TextNetwork*>(stored.network);
        network.eval();
        const torch::NoGradGuard noGradient;
        const TextPipeline pipeline = TextPipeline::load(run);
        const std::vector<int32_t> ids = pipeline.ids("the film was b .");
        QCOMPARE(ids.size(), size_t{7});
        const std::array<IdRow, 1> rows{ids};
        const torch::Tensor states
            = network.encoder().forward(paddedBatch(rows, torch::kCPU)).tokens.states;
        const auto parameters = network.named_parameters();
        const torch::Tensor wanted
            = states[0].narrow(0, 1, 5).matmul(parameters["head.output.weight"].t())
            + parameters["head.output.bias"];

        const auto model = openRun(run, "last");
        const Example example{.text = "the film was b .", .division = Division::OfData};
        const Trellis trellis = model->ask(AskTrellis{.example = example});
        QCOMPARE(trellis.tokens, (Strings{"the", "film", "was", "b", "."}));
        const torch::Tensor found = torch::tensor(trellis.emissions).view_as(wanted);
        QVERIFY((found - wanted).abs().max().item<double>() < 1e-5);
        QCOMPARE(model->ask(AskTags{example}).tags.size(), size_t{5});
        // Views show what the network reads, and nothing above the marks.
        QCOMPARE(model->ask(AskInspection{example}).tokens,
                 (Strings{"[CLS]", "the", "film", "was", "b", ".", "[SEP]"}));
        const Trace trace = model->ask(AskTrace{example});
        QCOMPARE(trace.tokens.size(), size_t{7});
        QCOMPARE(trace.outputs.size(), size_t{7});
        QVERIFY(trace.outputs.front().empty() && trace.outputs.back().empty());
        QVERIFY(!trace.outputs[1].empty() && !trace.outputs[5].empty());
        const AttentionTest attention = model->ask(AskAttentionTest{.example = example});
        QCOMPARE(attention.tokens.size(), size_t{7});
        auto data = std::make_shared<CorpusPart>();
        data->columns.resize(2);
        data->columns[0].texts = TextColumn(Strings{"the film was b ."});
        data->columns[1].texts = TextColumn(Strings{"DET NOUN VERB ADJ PUNCT"});
        const VectorMap map = model->ask(AskMap{.what = "tokens", .rows = data});
        QCOMPARE(map.labels.size(), size_t{7});
        const auto wrong = std::find_if(map.columns.begin(), map.columns.end(),
                                        [](const MapColumn& each) { return each.name == "wrong"; });
        QVERIFY(wrong != map.columns.end());
        QVERIFY(wrong->names.front().empty() && !wrong->names[1].empty());
        checkExportedTagger(run, *model);
    }

    void aFolderWithoutANetworkSaysWhatItIs()
    {
        const auto said = [](const std::filesystem::path& path) {
            return support::failureOf([&] { planImport(path); }).sentence();
        };
        std::filesystem::create_directories(at("empty"));
        std::filesystem::create_directories(at("run"));
        std::ofstream(at("run") / "spec.json") << "{}";
        QVERIFY(said(at("nowhere")).find("does not exist") != std::string::npos);
        QVERIFY(said(at("empty")).find("no published network") != std::string::npos);
        QVERIFY(said(at("run")).find("needs no import") != std::string::npos);
    }

    void tensorsThatDoNotFitAreATable()
    {
        publish("published",
                {{"kind", "gpt2"},
                 {"sizes", gpt2Sizes(2, 1, 8, 12)},
                 {"type", "float32"},
                 {"form", "safetensors"},
                 {"seed", 1},
                 {"lengths", {2}}});
        Json config = readJsonFile(at("published") / "config.json");
        config["n_layer"] = 3;
        config["n_positions"] = 16;
        std::ofstream(at("published") / "config.json") << config.dump();
        const ImportPlan plan = planImport(at("published"));
        QCOMPARE(plan.table.count(TensorRow::State::OtherShape), 1);
        QCOMPARE(plan.table.count(TensorRow::State::Missing), 12);
        QVERIFY(plan.table.text().find("encoder.positions.weight") != std::string::npos);
        const Failure failure = support::failureOf([&] {
            importNetwork(
                at("published"), [&](const ImportPlan&) { return at("run"); }, Monitor());
        });
        QCOMPARE(failure.code, ErrorCode::BadData);
        QVERIFY(!std::filesystem::exists(at("run")));
        config["n_layer"] = 1; // The second layer is left over now, with its mask.
        config["n_positions"] = 12;
        std::ofstream(at("published") / "config.json") << config.dump();
        QCOMPARE(planImport(at("published")).table.count(TensorRow::State::LeftOver), 13);
        config["activation_function"] = "swish";
        std::ofstream(at("published") / "config.json") << config.dump();
        QCOMPARE(support::failureOf([&] { planImport(at("published")); }).code,
                 ErrorCode::BadSetting);
        config["model_type"] = "llama";
        std::ofstream(at("published") / "config.json") << config.dump();
        QVERIFY(support::sentenceOf([&] { planImport(at("published")); }).find("llama")
                != std::string::npos);
    }

    void cleanup()
    {
        for (const char* name : {"published", "run", "tagger", "module"})
            std::filesystem::remove_all(at(name));
    }
};

UNROLL_TEST(ForeignCheckpointsTest, QCoreApplication)
#include "foreign_checkpoints_test.moc"
