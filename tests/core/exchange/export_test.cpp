#include "core/exchange/export_kinds.h"

#include "core/base/seal.h"
#include "core/exchange/atomic_folder.h"
#include "core/train/open_run.h"
#include "tests/support/failure.h"
#include "tests/support/stored_run_files.h"
#include "tests/support/stored_translator_files.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <fstream>

using namespace core;
namespace fs = std::filesystem;

class ExportTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_run;
    std::shared_ptr<TextNetwork> m_network;

    fs::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    std::optional<Failure> failureOf(const std::string& format, const fs::path& target) const
    {
        try {
            exportRun(m_run, "last", format, target);
        } catch (const Error& error) {
            return error.failure();
        }
        return {};
    }

    static std::set<std::string> namesIn(const fs::path& folder)
    {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder))
            names.insert(entry.path().filename().string());
        return names;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_run = path("run");
        m_network = support::writeStoredRun(
            m_run, support::smallSpec({{"kind", "mean"}, {"hidden_size", 3}}));
    }

    void everyFormatDescribesItself()
    {
        const auto kinds = exportKinds();
        QCOMPARE(kinds.size(), 9U);
        for (const KindDescription& kind : kinds)
            QVERIFY(!kind.title.empty() && !kind.summary.empty());
        QVERIFY(failureOf("keras", path("x"))->sentence().find("safetensors, pytorch, python")
                != std::string::npos);
    }

    void safetensorsHoldTheWeightsAndNothingOfTheTraining()
    {
        QVERIFY(!failureOf("safetensors", path("w.safetensors")));
        const TensorFile file = readSafetensors(path("w.safetensors"), MissingHash::Refuse);
        QCOMPARE(file.tensors.size(), m_network->named_parameters().size());
        for (const auto& parameter : m_network->named_parameters())
            QVERIFY(torch::equal(*file.find(parameter.key()), parameter.value()));
        QVERIFY(Json::parse(file.metadata.at("classes")) == Json(support::kClasses));
        QVERIFY(Json::parse(file.metadata.at("spec")).at("name") == "small");
        QCOMPARE(file.metadata.at("step"), "7");
    }

    void graphsLeaveWithWhatTheirUseNeeds_data()
    {
        addColumn<QByteArray>("format");
        addColumn<QByteArray>("file");
        addColumn<QByteArray>("metadata");
        newRow("torchscript", QByteArray("torchscript"), QByteArray("network.pt"),
               QByteArray("/extra/functions"));
        newRow("onnx", QByteArray("onnx"), QByteArray("forward.onnx"),
               QByteArray(R"({"forward":{"inputs":[)"));
    }
    void graphsLeaveWithWhatTheirUseNeeds()
    {
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, metadata);
        const fs::path folder = path(format.data());
        QVERIFY(!failureOf(format.data(), folder));
        for (const char* other : {"vocabulary.txt", "text.json"})
            QVERIFY2(fs::exists(folder / other), other);
        QVERIFY(readFile(folder / file.toStdString()).find(metadata.toStdString())
                != std::string::npos);
        const std::string readme = readFile(folder / "README.md");
        QVERIFY(readme.find("`scores` float32 [batch, 3]") != std::string::npos);
        const int64_t longest = readSpec(m_run / "spec.json").text.maximumLength;
        QVERIFY(readme.find("At most " + std::to_string(longest) + " tokens") != std::string::npos);
        QVERIFY(readme.find("- classes: `" + Json(support::kClasses).dump() + "`")
                != std::string::npos);
    }

    void wordVectorsAreTheEmbeddingToTheBit_data()
    {
        addColumn<QByteArray>("format");
        for (const char* format : {"vectors_word2vec_text", "vectors_word2vec_binary",
                                   "vectors_glove", "vectors_fasttext"})
            newRow(format, QByteArray(format));
    }
    void wordVectorsAreTheEmbeddingToTheBit()
    {
        QFETCH(QByteArray, format);
        QVERIFY(!failureOf(format.data(), path("vectors")));
        const WordVectors vectors = readVectors(path("vectors"), Monitor());
        const torch::Tensor table = m_network->encoder().table()->weight;
        QCOMPARE(std::ssize(vectors.words), table.size(0) - 1); // without the padding
        QCOMPARE(vectors.words.front(), "<unk>"s);
        const torch::Tensor read
            = torch::tensor(at::ArrayRef<float>(vectors.values)).view({-1, vectors.dimension});
        QVERIFY(torch::equal(read, table.narrow(0, 1, table.size(0) - 1)));
    }

    void wordVectorsOfATranslatorAreThoseOfItsSource()
    {
        const fs::path run = path("vectors_of");
        ExperimentSpec spec = support::smallTranslationSpec(
            {{"kind", "transformer_seq2seq"}, {"heads", 2}, {"positions", "learned"}});
        support::writeStoredTranslator(run, spec);
        exportRun(run, "last", "vectors_glove", path("source.txt.gz"));
        const WordVectors vectors = readVectors(path("source.txt.gz"), Monitor());
        exportRun(run, "last", "python", path("source_module"));
        const torch::Tensor table = *readSafetensors(path("source_module") / "weights.safetensors")
                                         .find("encoder.embedding.weight");
        const torch::Tensor read
            = torch::tensor(at::ArrayRef<float>(vectors.values)).view({-1, vectors.dimension});
        QVERIFY(torch::equal(read, table.narrow(0, 1, table.size(0) - 1)));
        const std::string vocabulary = readFile(path("source_module") / "vocabulary.txt");
        QVERIFY(support::contains(vocabulary, "\n" + vectors.words.back() + "\n"));
    }

    void thePythonFolderIsWhole()
    {
        const fs::path target = path("module");
        QVERIFY(!failureOf("python", target));
        const std::set<std::string> expected{"README.md",           "model.py",
                                             "text.json",           "vocabulary.txt",
                                             "weights.safetensors", "exported_files.json"};
        QVERIFY(namesIn(target) == expected);
        const std::string readme = readFile(target / "README.md");
        QVERIFY(readme.find("7 updates (epoch 2)") != std::string::npos);
        QVERIFY(readme.find("<<") == std::string::npos);
        QVERIFY(readFile(target / "model.py").find("<<") == std::string::npos);
    }

    /// A run that was handed in may be called anything.
    void namesInTheReadmeAreNoMarkup()
    {
        const fs::path run = path("named");
        fs::copy(m_run, run, fs::copy_options::recursive);
        ExperimentSpec spec = readSpec(run / "spec.json");
        spec.name = "<img src=x> [a](http://b) \u202Egnp.exe";
        writeSpec(spec, run / "spec.json");
        exportRun(run, "last", "python", path("named_module"));
        const std::string readme = readFile(path("named_module") / "README.md");
        QVERIFY(readme.find("<img") == std::string::npos);
        QVERIFY(readme.find("&lt;img src=x&gt; \\[a\\](http://b)") != std::string::npos);
        QVERIFY(readme.find("\u202E") == std::string::npos);
    }

    void aTranslatorsFolderHasBothSidesAndWhatTheRunLearnt()
    {
        const fs::path run = path("translator");
        ExperimentSpec spec = support::smallTranslationSpec(
            {{"kind", "transformer_seq2seq"}, {"heads", 2}, {"positions", "learned"}});
        support::writeStoredTranslator(run, spec);
        spec.text.cleaning.clear(); // edited since: what was learnt counts
        spec.text.tokeniser.kind = "white_space";
        writeSpec(spec, run / "spec.json");

        const fs::path target = path("translator_module");
        for (int time = 0; time < 2; ++time) { // the second replaces the first
            exportRun(run, "last", "python", target);
            const std::set<std::string> expected{
                "README.md",           "model.py",       "text.json",          "target",
                "weights.safetensors", "vocabulary.txt", "exported_files.json"};
            QVERIFY(namesIn(target) == expected);
            QVERIFY(namesIn(target / "target")
                    == (std::set<std::string>{"text.json", "vocabulary.txt"}));
        }
        const std::string module = readFile(target / "model.py");
        const auto says = [&](const char* text) { return module.find(text) != std::string::npos; };
        QVERIFY(!says("<<"));
        QVERIFY(says("clean_lower_case"));
        QVERIFY(says("LONGEST_SOURCE = 7 "));
        QVERIFY(says("LENGTH_FACTOR = 1.3\n"));
        QVERIFY(says("LENGTH_BOUND = 10 ")); // learned positions: 9 tokens and the end mark
        const std::string readme = readFile(target / "README.md");
        QVERIFY(readme.find("<<") == std::string::npos);
        QVERIFY(readme.find("from de to en, trained with Unroll for 7 updates (epoch 2)")
                != std::string::npos);
        QVERIFY(readme.find("sentencepiece") == std::string::npos);
    }

    void anEarlierExportIsReplacedAndAnotherFolderIsNot()
    {
        const fs::path target = path("twice");
        QVERIFY(!failureOf("python", target));
        fs::remove(target / "README.md");
        QVERIFY(!failureOf("python", target / "")); // "twice/" is the same place
        QVERIFY(fs::exists(target / "README.md"));

        const fs::path mine = path("mine");
        fs::create_directory(mine);
        QVERIFY(!failureOf("python", mine)); // empty: welcome
        fs::remove(mine / "exported_files.json");
        const auto failure = failureOf("python", mine);
        QVERIFY(failure && failure->code == ErrorCode::BadSetting);
        QVERIFY(fs::exists(mine / "model.py"));
    }

    void whatTheUserPutIntoAnExportStays()
    {
        const fs::path target = path("used");
        exportRun(path("translator"), "last", "python", target);
        std::ofstream(target / "notes.txt") << "mine";
        std::ofstream(target / "target" / "notes.txt") << "mine, too";
        fs::create_directory_symlink(m_folder.path().toStdString(), target / "link");
        QVERIFY(!failureOf("python", target)); // a classifier, which has no folder "target"
        QCOMPARE(readFile(target / "notes.txt"), "mine");
        QCOMPARE(readFile(target / "target" / "notes.txt"), "mine, too");
        QVERIFY(fs::is_symlink(target / "link"));
        QVERIFY(!fs::exists(target / "target" / "vocabulary.txt"));
        QVERIFY(readFile(target / "model.py").find("CLASSES") != std::string::npos);
        fs::remove(target / "target" / "notes.txt");
        exportRun(path("translator"), "last", "python", target);
        QVERIFY(!failureOf("python", target));
        QVERIFY(!fs::exists(target / "target")); // nothing is left in it
    }

    void whatWasChangedOrStandsInTheWayStays()
    {
        const fs::path target = path("changed");
        QVERIFY(!failureOf("python", target));
        const std::string weights = readFile(target / "weights.safetensors");
        std::ofstream(target / "model.py", std::ios::app) << "# mine";
        const std::string changed = readFile(target / "model.py");
        auto failure = failureOf("python", target);
        QVERIFY(failure && failure->code == ErrorCode::BadSetting);
        QVERIFY(failure->sentence().find("model.py was changed") != std::string::npos);
        QCOMPARE(readFile(target / "model.py"), changed);
        fs::remove(target / "model.py");

        // Of a translator's export, whose file another has made here.
        fs::create_directory_symlink(path("elsewhere"), target / "target");
        fs::create_directory(path("elsewhere"));
        QVERIFY(support::contains(
            support::sentenceOf([&] { exportRun(path("translator"), "last", "python", target); }),
            "in the way"));
        QVERIFY(fs::is_empty(path("elsewhere")));
        QCOMPARE(readFile(target / "weights.safetensors"), weights);
    }

    /// A list of files may come from anybody.
    void aListThatLeadsOutOfItsFolderIsRefused_data()
    {
        addColumn<QByteArray>("name");
        for (const char* name : {"../victim", "a/../../victim", "/tmp/victim", "", "."})
            newRow(name, QByteArray(name));
    }
    void aListThatLeadsOutOfItsFolderIsRefused()
    {
        QFETCH(QByteArray, name);
        const fs::path target = path("forged");
        fs::remove_all(target);
        QVERIFY(!failureOf("python", target));
        std::ofstream(path("victim")) << "mine";
        Json list = Json::parse(readFile(target / "exported_files.json"));
        list["files"][name.toStdString()] = seal("mine");
        std::ofstream(target / "exported_files.json") << list.dump();
        QVERIFY(failureOf("python", target).has_value());
        QCOMPARE(readFile(path("victim")), "mine");
    }

    /// When the second of two renames fails the first is taken back.
    void nothingIsHalfReplaced()
    {
        const fs::path target = path("half");
        const auto fillWith = [](const char* text) {
            return [text](const fs::path& folder) {
                std::ofstream(folder / "a.txt") << text;
                std::ofstream(folder / "b.txt") << text;
            };
        };
        writeFolderAtomically(target, fillWith("old"));
        const auto namesBefore = namesIn(m_folder.path().toStdString());
        std::ofstream(target / "mine") << "mine";
        fs::create_directory(target / "z"); // no file can have this name
        const auto replaceAll = [&] {
            writeFolderAtomically(target, [&](const fs::path& folder) {
                fillWith("new")(folder);
                std::ofstream(folder / "z") << "new";
            });
        };
        QVERIFY_THROWS_EXCEPTION(Error, replaceAll());
        QCOMPARE(readFile(target / "a.txt"), "old");
        QCOMPARE(readFile(target / "b.txt"), "old");
        QCOMPARE(readFile(target / "mine"), "mine");
        QCOMPARE(namesIn(target).size(), 5U); // and the list
        QVERIFY(namesIn(m_folder.path().toStdString()) == namesBefore);
    }

    void whatFailsLeavesNothingBehind()
    {
        const auto before = namesIn(m_folder.path().toStdString());
        const auto halfWritten = [](const fs::path& folder) {
            std::ofstream(folder / "half") << "half";
            throw Error(ErrorCode::FileUnwritable, {"The disk is full.", {}});
        };
        QVERIFY_THROWS_EXCEPTION(Error, writeFolderAtomically(path("never"), halfWritten));
        QVERIFY(namesIn(m_folder.path().toStdString()) == before);
        for (const char* format : {"safetensors", "pytorch", "python", "torchscript", "onnx"}) {
            const auto failure = failureOf(format, path("no/such/place"));
            QVERIFY2(failure && failure->code == ErrorCode::FileUnwritable, format);
        }
        // A file where a folder should be stays.
        std::ofstream(path("file")) << "mine";
        QVERIFY(failureOf("python", path("file")).has_value());
        QCOMPARE(readFile(path("file")), "mine");
    }
};

UNROLL_TEST(ExportTest, QCoreApplication)
#include "export_test.moc"
