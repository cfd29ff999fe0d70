#include "core/base/atomic_file.h"
#include "core/base/schema.h"
#include "core/catalogue/spec_json.h"
#include "core/train/open_run.h"
#include "core/train/planned_transfer.h"
#include "run_comparison.h"
#include "tests/support/test_case.h"

using namespace core;

namespace {

namespace fs = std::filesystem;

/// A text, a number that follows from its class, with the network of small::spec().
ExperimentSpec regression(const fs::path& folder)
{
    ExperimentSpec spec = small::spec(folder);
    std::ofstream file(folder / "numbers.csv");
    file << "text,number\n";
    for (int i = 0; i < 60; ++i)
        file << (i % 2 == 0 ? "a fine story " : "a dull story ") << i << ','
             << (i % 2 == 0 ? 7.5 : 2.25) + i % 3 << '\n';
    spec.task = {"regression", Json::object()};
    spec.data.train = {(folder / "numbers.csv").string()};
    spec.data.valid.clear();
    spec.data.test.clear();
    spec.data.validFraction = 0.2;
    return completedSpec(spec);
}

TensorFile checkpoint(const fs::path& run, const char* name)
{
    return readSafetensors(checkpointPath(run, name));
}

/// The tensors "encoder..." of `a` that are not the same to the bit in `b`.
Strings changedEncoder(const TensorFile& a, const TensorFile& b)
{
    Strings changed;
    for (const auto& [name, tensor] : a.tensors)
        if (name.starts_with("encoder.")
            && (b.find(name) == nullptr || !torch::equal(tensor, *b.find(name))))
            changed.push_back(name);
    return changed;
}

/// The first of a run's reports.
Json startOf(const fs::path& run)
{
    std::ifstream file(run / "events.jsonl");
    std::string line;
    std::getline(file, line);
    return Json::parse(line);
}

std::string startNotes(const fs::path& run)
{
    std::string all;
    const Json start = startOf(run);
    for (const Json& note : start.at("notes"))
        all += note.get<std::string>() + "\n";
    return all;
}

std::string notesOf(const ModelSummary& summary)
{
    std::string all;
    for (const Message& note : summary.notes)
        all += note.plain() + "\n";
    return all;
}

/// The vocabulary of the texts with numbers alone.
constexpr NetworkSizes kOwnSizes{.vocabularySize = 5, .targetVocabularySize = 0, .classes = 0};

std::string refusal(const ExperimentSpec& spec, const fs::path& run)
{
    const EndReport end = small::train(spec, run);
    return end.failure ? end.failure->sentence() : "it was trained";
}

} // namespace

/// A network that starts from another task's run (N12).
class TransferTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    ExperimentSpec m_spec; ///< Of a regression that starts from `source`.
    fs::path folder() const { return m_folder.path().toStdString(); }
    fs::path source() const { return folder() / "source"; }

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(small::shortfall(small::train(small::spec(folder()), source())), ""s);
        m_spec = regression(folder());
        m_spec.model.start.from = source().string();
    }

    /// A run that was imported reaches 1024 positions; few trainings need so many.
    void fewerPositionsAreTheFirstOnes()
    {
        ExperimentSpec spec = small::spec(folder());
        spec.model.network = {"transformer", {{"positions", "learned"}, {"heads", 1}}};
        const fs::path far = folder() / "far", near = folder() / "near";
        QVERIFY(small::train(spec, far).state == RunState::Completed);
        spec.task = {"language_model", {{"window", 2}}};
        spec.model.network.kind = "transformer_decoder";
        spec.model.network.options["layers"] = 1;
        spec.model.start = {far.string(), {"encoder.positions"}};
        spec.training.maximumUpdates = 1;
        QVERIFY(small::train(completedSpec(spec), near).state == RunState::Completed);
        const TensorFile all = checkpoint(far, "best"), first = checkpoint(near, "last");
        const torch::Tensor* ours = first.find("encoder.positions.weight");
        QCOMPARE(ours->size(0), 2);
        QVERIFY(torch::equal(*ours, all.find("encoder.positions.weight")->narrow(0, 0, 2)));
    }

    void theEncoderIsThatOfTheOtherRun()
    {
        ExperimentSpec spec = m_spec;
        spec.training.maximumUpdates = 1;
        spec.model.start.freeze = {"encoder"};
        const fs::path run = folder() / "taken";
        QVERIFY(small::train(spec, run).state == RunState::Completed);
        const TensorFile theirs = checkpoint(source(), "best"), ours = checkpoint(run, "last");
        QCOMPARE(changedEncoder(theirs, ours), Strings());
        QVERIFY(ours.find("encoder.rnn.weight_ih_l0") != nullptr);
        QCOMPARE(ours.find("head.output.weight")->size(0), 1); // of its own
        QCOMPARE(readFile(run / "vocabulary.txt"), readFile(source() / "vocabulary.txt"));
        QCOMPARE(readFile(run / "text.json"), readFile(source() / "text.json"));
        const std::string notes = startNotes(run);
        QVERIFY2(notes.find("Taken from " + m_spec.model.start.from
                            + ": encoder.embedding, encoder.rnn.")
                     != std::string::npos,
                 notes.c_str());
        QVERIFY2(notes.find("Begun anew: head.output, because it belongs to what is predicted.")
                     != std::string::npos,
                 notes.c_str());
    }

    void whatWillBeTakenIsSaidBefore()
    {
        const ModelSummary summary = plannedModel(m_spec, kOwnSizes);
        const std::string planned = notesOf(summary), notes = startNotes(folder() / "taken");
        QVERIFY2(notes.find(planned) != std::string::npos, planned.c_str());
        // With the vocabulary that is taken over, not with that of its own texts.
        QCOMPARE(summary.parameters, startOf(folder() / "taken").at("parameters").get<int64_t>());
        ExperimentSpec fresh = m_spec;
        fresh.model.start.from.clear();
        QVERIFY(plannedModel(fresh, kOwnSizes).notes.empty());
        QVERIFY(plannedModel(fresh, kOwnSizes).parameters < summary.parameters);
    }

    /// The network that is announced is the one that the task makes: tied weights, classes, window
    /// and the head that the task's options choose count.
    void whatWillBeTakenIsSaidOfTheTasksOwnNetwork_data()
    {
        addColumns<QString, QString>("task", "network");
        newRow("language model, tied", R"({"kind":"language_model","tied":true})",
               R"({"kind":"lstm","hidden_size":6})");
        newRow("language model, window of learned positions",
               R"({"kind":"language_model","window":9})",
               R"({"kind":"transformer_decoder","layers":1,"heads":2,"positions":"learned"})");
        newRow("class to text", R"({"kind":"class_to_text"})",
               R"({"kind":"lstm","hidden_size":6})");
    }
    void whatWillBeTakenIsSaidOfTheTasksOwnNetwork()
    {
        QFETCH(QString, task);
        QFETCH(QString, network);
        ExperimentSpec spec = small::spec(folder());
        spec.task = selectionFromJson(Json::parse(task.toStdString()));
        spec.model.network = selectionFromJson(Json::parse(network.toStdString()));
        spec.training.monitor = "valid_loss";
        spec = completedSpec(spec);
        const fs::path first = folder() / (QTest::currentDataTag() + " first"s);
        EndReport end = small::trainUntil(spec, first, 1);
        QVERIFY2(end.state == RunState::Stopped, small::sentence(end));
        spec.model.start.from = first.string();
        const fs::path second = folder() / (QTest::currentDataTag() + " second"s);
        end = small::trainUntil(spec, second, 1);
        QVERIFY2(end.state == RunState::Stopped, small::sentence(end));
        const ModelSummary summary = plannedModel(spec, {.vocabularySize = 5, .classes = 2});
        const std::string planned = notesOf(summary), notes = startNotes(second);
        QVERIFY2(notes.find(planned) != std::string::npos, (planned + "\n" + notes).c_str());
        QCOMPARE(summary.parameters, startOf(second).at("parameters").get<int64_t>());
    }

    /// A language model reads one place more, that of the mark in front.
    void theFirstOfMorePositionsAreTaken()
    {
        ExperimentSpec spec = small::spec(folder());
        spec.model.network = selectionFromJson({{"kind", "transformer_decoder"},
                                                {"layers", 1},
                                                {"heads", 2},
                                                {"positions", "learned"}});
        ExperimentSpec language = spec;
        language.task = {"language_model", {{"reading", "lines"}}};
        language.training.monitor = "valid_loss";
        const fs::path first = folder() / "written", second = folder() / "classified";
        EndReport end = small::trainUntil(completedSpec(language), first, 1);
        QVERIFY2(end.state == RunState::Stopped, small::sentence(end));
        spec.model.start = {first.string(), {"encoder"}};
        end = small::trainUntil(completedSpec(spec), second, 1);
        QVERIFY2(end.state == RunState::Stopped, small::sentence(end));
        const TensorFile before = checkpoint(first, "last"), after = checkpoint(second, "last");
        const torch::Tensor *table = before.find("encoder.positions.weight"),
                            *taken = after.find("encoder.positions.weight");
        QVERIFY(table != nullptr && taken != nullptr && table->size(0) == taken->size(0) + 1);
        QVERIFY(torch::equal(table->narrow(0, 0, taken->size(0)), *taken));
    }

    void theRunsOwnSpecHasTheSettingsOfTextsThatWereTakenOver()
    {
        ExperimentSpec spec = m_spec;
        spec.text.maximumLength = 3;
        spec.training.maximumUpdates = 1;
        const fs::path run = folder() / "other settings";
        QVERIFY(small::train(spec, run).state == RunState::Completed);
        QVERIFY(readSpec(run / "spec.json").text == readSpec(source() / "spec.json").text);
    }

    void anExportedModuleIsAStartLikeItsRun()
    {
        const fs::path module = folder() / "module", moved = folder() / "handed in";
        exportRun(source(), "best", "python", module);
        fs::rename(module, moved);
        ExperimentSpec spec = m_spec;
        spec.model.start.freeze = {"encoder.embedding:1"};
        const fs::path fromRun = folder() / "from run", fromModule = folder() / "from module";
        QVERIFY(small::train(spec, fromRun).state == RunState::Completed);
        spec.model.start.from = moved.string();
        QCOMPARE(small::shortfall(small::train(spec, fromModule)), ""s);
        QCOMPARE(small::difference(fromRun, fromModule), ""s);
        QVERIFY(startNotes(fromModule).find("Taken from " + moved.string()) != std::string::npos);
        QCOMPARE(plannedModel(spec, kOwnSizes).parameters,
                 startOf(fromModule).at("parameters").get<int64_t>());

        // Its files must belong together, as those of a run.
        ExperimentSpec other = small::spec(folder());
        other.text.maximumLength = 9;
        QVERIFY(small::train(completedSpec(other), folder() / "nine").state == RunState::Completed);
        fs::copy_file(folder() / "nine" / "text.json", moved / "text.json",
                      fs::copy_options::overwrite_existing);
        const std::string mixed = refusal(spec, folder() / "from mixed module");
        QVERIFY2(mixed.find("not the one with which") != std::string::npos, mixed.c_str());
        fs::remove(moved / "weights.safetensors");
        const std::string none = refusal(spec, folder() / "from no module");
        QVERIFY2(none.find("neither a run folder nor") != std::string::npos, none.c_str());
    }

    /// The preview reads the header; training reads and checks everything.
    void damagedWeightsAreRefusedWhenTheyAreTaken()
    {
        const fs::path damaged = folder() / "damaged";
        fs::copy(source(), damaged, fs::copy_options::recursive);
        const fs::path file = checkpointPath(damaged, "best");
        std::string bytes = readFile(file);
        bytes.back() = static_cast<char>(bytes.back() ^ 1);
        fs::remove(file); // may be a second name of another checkpoint
        std::ofstream(file, std::ios::binary) << bytes;
        ExperimentSpec spec = m_spec;
        spec.model.start.from = damaged.string();
        QVERIFY(!plannedModel(spec, kOwnSizes).notes.empty());
        const std::string said = refusal(spec, folder() / "from damaged");
        QVERIFY2(said.find("its checksum does not fit") != std::string::npos, said.c_str());
    }

    void frozenLayersLearnWhenTheirEpochsAreOver()
    {
        ExperimentSpec spec = m_spec;
        spec.model.start.freeze = {"encoder.embedding:1", "encoder.rnn:2"};
        spec.training.patience = 0;
        const fs::path run = folder() / "frozen";
        QVERIFY(small::train(spec, run).state == RunState::Completed);
        const TensorFile theirs = checkpoint(source(), "best");
        QCOMPARE(changedEncoder(theirs, checkpoint(run, "epoch-1")), Strings());
        QCOMPARE(changedEncoder(theirs, checkpoint(run, "epoch-2")),
                 Strings{"encoder.embedding.weight"});
        QVERIFY(changedEncoder(theirs, checkpoint(run, "epoch-3")).size() > 3);
    }

    void withoutFreezingAllLearnsAtOnce()
    {
        ExperimentSpec spec = m_spec;
        spec.training.epochs = 1;
        const fs::path run = folder() / "learning";
        QVERIFY(small::train(spec, run).state == RunState::Completed);
        QVERIFY(changedEncoder(checkpoint(source(), "best"), checkpoint(run, "last")).size() > 3);
    }

    /// Also where the other run is gone meanwhile.
    void aResumedRunIsTheUninterruptedOne_data()
    {
        addColumn<int>("step");
        for (const int step : {1, 6, 7, 13, 15})
            addRow("after update %d", step) << step;
    }
    void aResumedRunIsTheUninterruptedOne()
    {
        QFETCH(int, step);
        const fs::path other = folder() / "source that goes";
        fs::remove_all(other);
        fs::copy(source(), other, fs::copy_options::recursive);
        ExperimentSpec spec = m_spec;
        spec.model.start = {other.string(), {"encoder.embedding:1", "encoder.rnn:2"}};
        const fs::path whole = folder() / "whole", run = folder() / "run";
        fs::remove_all(whole);
        fs::remove_all(run);
        QVERIFY(small::train(spec, whole).state == RunState::Completed);
        QVERIFY(small::trainUntil(spec, run, step).state == RunState::Stopped);
        fs::remove_all(other);
        QVERIFY(small::resume(run).state == RunState::Completed);
        QCOMPARE(small::difference(whole, run), ""s);
    }

    void whatDoesNotFitIsSaid()
    {
        ExperimentSpec spec = m_spec;
        spec.model.network = {"lstm", {{"hidden_size", 7}}};
        const std::string notes = notesOf(plannedModel(completedSpec(spec), kOwnSizes));
        QVERIFY2(notes.find(": encoder.embedding.\n") != std::string::npos, notes.c_str());
        QVERIFY2(notes.find("encoder.rnn, because it is 28 x 6 here and 20 x 6 there")
                     != std::string::npos,
                 notes.c_str());
        spec.model.embedding.dimension = 9;
        const std::string said = refusal(completedSpec(spec), folder() / "misfit");
        QVERIFY2(said.find("Nothing of the network") != std::string::npos, said.c_str());
    }

    void wrongSettingsAreSentences_data()
    {
        addColumns<QString, QStringList, QString>("from", "freeze", "said");
        const QString here = QString::fromStdString(source().string());
        const auto row
            = [&](const char* name, const QString& from, const QStringList& freeze,
                  const char* said) { newRow(name, from, freeze, QString::fromLatin1(said)); };
        row("no such run", u"/nowhere/run"_s, {}, "/nowhere/run");
        row("no such layer", here, {u"encoder.rn"_s},
            "Choose among: encoder.embedding, encoder.rnn, head.output");
        row("no number", here, {u"encoder:two"_s}, "number of epochs");
        row("no epochs", here, {u"encoder:0"_s}, "number of epochs");
        row("nothing left", here, {u"encoder"_s, u"head:1"_s}, "leaves no layer that learns");
    }
    void wrongSettingsAreSentences()
    {
        QFETCH(QString, from);
        QFETCH(QStringList, freeze);
        QFETCH(QString, said);
        ExperimentSpec spec = m_spec;
        spec.model.start.from = from.toStdString();
        for (const QString& layer : freeze)
            spec.model.start.freeze.push_back(layer.toStdString());
        const std::string sentence
            = refusal(spec, folder() / ("wrong " + std::string(QTest::currentDataTag())));
        QVERIFY2(sentence.find(said.toStdString()) != std::string::npos, sentence.c_str());
    }

    /// Rows of the table would be those of other words.
    void anotherRunsVocabularyIsRefused()
    {
        const fs::path mixed = folder() / "mixed";
        fs::copy(source(), mixed, fs::copy_options::recursive);
        std::string words = readFile(mixed / "vocabulary.txt");
        const size_t first = words.find("film");
        QVERIFY(first != std::string::npos);
        words.replace(first, 4, "lmfi");
        std::ofstream(mixed / "vocabulary.txt") << words;
        ExperimentSpec spec = m_spec;
        spec.model.start.from = mixed.string();
        QVERIFY2(refusal(spec, folder() / "from mixed").find("vocabulary.txt") != std::string::npos,
                 refusal(spec, folder() / "from mixed again").c_str());
        // A whole pipeline of another run, sealed in itself.
        ExperimentSpec other = small::spec(folder());
        other.text.maximumLength = 7;
        QVERIFY(small::train(completedSpec(other), folder() / "other").state
                == RunState::Completed);
        for (const char* file : {"text.json", "vocabulary.txt"})
            fs::copy_file(folder() / "other" / file, mixed / file,
                          fs::copy_options::overwrite_existing);
        const std::string said = refusal(spec, folder() / "from other");
        QVERIFY2(said.find("not the one with which the checkpoint was trained")
                     != std::string::npos,
                 said.c_str());
    }

    void aRunWithoutACheckpointIsRefused()
    {
        const fs::path empty = folder() / "empty";
        fs::create_directories(empty);
        fs::copy(source() / "spec.json", empty / "spec.json");
        fs::copy(source() / "text.json", empty / "text.json");
        fs::copy(source() / "vocabulary.txt", empty / "vocabulary.txt");
        ExperimentSpec spec = m_spec;
        spec.model.start.from = empty.string();
        const std::string said = refusal(spec, folder() / "from empty");
        QVERIFY2(said.find("no checkpoint") != std::string::npos, said.c_str());
    }
};
UNROLL_TEST(TransferTest, QCoreApplication)
#include "transfer_test.moc"
