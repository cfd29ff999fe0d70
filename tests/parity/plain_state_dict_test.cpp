// State dicts of plain PyTorch code as runs of ours: plain_state_dict.py.
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/catalogue/spec_json.h"
#include "core/model/text_network.h"
#include "core/nn/tensors.h"
#include "core/text/text_pipeline.h"
#include "core/train/foreign/state_dict.h"
#include "core/train/stored_run.h"
#include "tests/parity/python.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <fstream>

using namespace core;
using State = TensorRow::State;

class PlainStateDictTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path at(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    StateDictImport import(const std::string& weights) const
    {
        const ExperimentSpec spec
            = specFromJson({{"task", "classification"},
                            {"data", {{"train", {at("labels.csv").string()}}}},
                            {"text", {{"tokeniser", "punctuation"}, {"minimum_frequency", 1}}},
                            {"model",
                             {{"embedding", {{"dimension", 5}}},
                              {"network",
                               {{"kind", "lstm"},
                                {"hidden_size", 3},
                                {"layers", 2},
                                {"bidirectional", true},
                                {"pooling", "maximum"}}}}}});
        return {at(weights), spec, at("tokens.txt"), {}, {}};
    }
    ImportPlan imported(const StateDictImport& what) const
    {
        return importStateDict(
            what, [&](const ImportPlan&) { return at("run"); }, Monitor());
    }
    void verifyRun() const
    {
        const StoredRun run = readStoredRun(at("run"), "best", "cpu");
        const TextPipeline pipeline = TextPipeline::load(at("run"));
        const torch::NoGradGuard noGradient;
        for (const Json& each : readJsonFile(at("expected.json"))) {
            const std::vector<int32_t> ids = pipeline.ids(each[0].get<std::string>());
            const auto length = std::ssize(ids);
            const torch::Tensor row
                = tensorOf(std::vector<int64_t>(ids.begin(), ids.end())).unsqueeze(0);
            const torch::Tensor scores
                = static_cast<TextNetwork*>(run.network)->forward({row, torch::full({1}, length)});
            const torch::Tensor wanted = torch::tensor(each[1].get<std::vector<float>>());
            QVERIFY((scores.softmax(1)[0] - wanted).abs().max().item<double>() < 1e-5);
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        const std::string python = parity::pythonWith(u"torch"_s);
        if (python.empty())
            QSKIP("No Python with PyTorch: install python3-torch.");
        const auto result = parity::runPython(
            python,
            {u"-B"_s, QStringLiteral(UNROLL_PARITY_SCRIPTS "/plain_state_dict.py"),
             m_folder.path()});
        QVERIFY2(result.succeeded, result.errors.c_str());
    }
    void cleanup() { std::filesystem::remove_all(at("run")); }

    void namesAndShapesAreEnough_data()
    {
        addColumns<QByteArray>("weights");
        newRow("state dict", "plain.pt"_ba);
        newRow("in a checkpoint of DataParallel", "nested.pt"_ba);
    }
    void namesAndShapesAreEnough()
    {
        QFETCH(QByteArray, weights);
        const ImportPlan plan = imported(import(weights.toStdString()));
        QVERIFY(plan.table.isComplete());
        QCOMPARE(plan.table.count(State::LeftOver), 0);
        verifyRun();
    }

    void nothingIsGuessed()
    {
        StateDictImport what = import("doubtful.pt");
        what.writtenMapping = at("mapping.json");
        const Failure failure = support::failureOf([&] { imported(what); });
        QCOMPARE(failure.code, ErrorCode::BadData);
        QVERIFY(!std::filesystem::exists(at("run")));
        Json mapping = readJsonFile(what.writtenMapping);
        QCOMPARE(mapping.at("head.output.weight"), Json({"fc.weight", "old_fc.weight"}));
        QCOMPARE(mapping.at("head.output.bias"), Json("fc.bias"));

        mapping["head.output.weight"] = "fc.weight";
        std::ofstream(at("corrected.json")) << mapping.dump();
        what.mapping = at("corrected.json");
        what.writtenMapping.clear();
        QCOMPARE(imported(what).table.count(State::LeftOver), 1);
        verifyRun();
    }

    void partsMayBeBegunAnew()
    {
        StateDictImport what = import("plain.pt");
        what.writtenMapping = at("mapping.json");
        const ImportPlan plan = importStateDict(
            what, [](const ImportPlan&) { return std::filesystem::path(); }, Monitor());
        QVERIFY(plan.table.isComplete());
        Json mapping = readJsonFile(what.writtenMapping);
        mapping["head.output.weight"] = nullptr;
        mapping["head.output.bias"] = nullptr;
        std::ofstream(at("corrected.json")) << mapping.dump();
        what.mapping = at("corrected.json");
        QCOMPARE(imported(what).table.count(State::LeftOver), 2);
        mapping["head.output.bias"] = "nothing.of.this.name";
        std::ofstream(at("corrected.json")) << mapping.dump();
        QCOMPARE(support::failureOf([&] { imported(what); }).code, ErrorCode::FileMalformed);
    }

    void anotherNetworkIsRefusedWithATable()
    {
        StateDictImport what = import("plain.pt");
        what.spec.model.network.options["hidden_size"] = 4;
        QCOMPARE(support::failureOf([&] { imported(what); }).code, ErrorCode::BadData);
    }
};

UNROLL_TEST(PlainStateDictTest, QCoreApplication)
#include "plain_state_dict_test.moc"
