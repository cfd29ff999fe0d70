// Runs that somebody else has made: whatever lies in them, nothing outside them is touched, nothing
// waits for ever, and what is wrong is said.
#include "small_run.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/exchange/safetensors.h"
#include "core/nn/tensors.h"
#include "core/probe/live_model.h"
#include "core/text/text_pipeline.h"
#include "core/train/open_run.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <sys/resource.h>
#include <sys/stat.h>

namespace fs = std::filesystem;

namespace {

std::string nested(size_t levels)
{
    return std::string(levels, '[') + std::string(levels, ']');
}

} // namespace

class HandedInRunTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    fs::path root() const { return m_folder.path().toStdString(); }
    fs::path run() const { return root() / "runs" / "handed-in"; }
    fs::path outside() const { return root() / "outside"; }

    /// Changes the numbers of the place in the checkpoint from which a resume goes on.
    void changePlace(const std::string& name, const core::Json& value) const
    {
        core::TensorFile file = core::readSafetensors(core::checkpointPath(run(), "last"));
        core::Json state = core::Json::parse(file.metadata.at("training"));
        state["place"][name] = value;
        file.metadata["training"] = state.dump();
        core::writeSafetensors(core::checkpointPath(run(), "last"), file);
    }

    /// Takes from every checkpoint the metadata whose names begin so.
    void takeMetadata(const std::string& prefix) const
    {
        for (const char* name : {"last", "previous", "best"}) {
            core::TensorFile file = core::readSafetensors(core::checkpointPath(run(), name));
            std::erase_if(file.metadata,
                          [&](const auto& entry) { return entry.first.starts_with(prefix); });
            core::writeSafetensors(core::checkpointPath(run(), name), file);
        }
    }

    /// The training state as versions wrote it that kept neither the spec nor a fingerprint a
    /// split.
    void makeStateOfEarlierVersion() const
    {
        for (const char* name : {"last", "previous"}) {
            core::TensorFile file = core::readSafetensors(core::checkpointPath(run(), name));
            core::Json state = core::readJson(file.metadata.at("training")).value.value();
            state.erase("spec");
            state["data"] = "0123456789abcdef";
            file.metadata["training"] = state.dump();
            core::writeSafetensors(core::checkpointPath(run(), name), file);
        }
    }

    /// Neither looking into the run nor going on with it, and both say why.
    void isRefused(const char* part) const
    {
        const std::string opening = support::sentenceOf([&] { core::openRun(run(), "best"); });
        QVERIFY2(opening.find(part) != std::string::npos, opening.c_str());
        const core::EndReport end = small::resume(run());
        QVERIFY2(small::contains(end, part), small::sentence(end));
    }

    /// Everything that looks into the run; each must end, however it ends.
    void useEveryWay() const
    {
        core::listRuns(run().parent_path());
        support::sentenceOf([&] { core::readRunHistory(run()); });
        support::sentenceOf([&] { core::openRun(run(), "last"); });
        small::resume(run());
    }

private Q_SLOTS:
    void initTestCase()
    {
        const core::EndReport end = small::trainUntil(small::spec(root()), root() / "made", 20);
        QVERIFY2(end.state == core::RunState::Stopped, small::sentence(end));
    }

    void init()
    {
        fs::remove_all(root() / "runs");
        fs::remove_all(outside());
        fs::create_directories(outside());
        fs::create_directories(run().parent_path());
        fs::copy(root() / "made", run(), fs::copy_options::recursive);
    }

    void anUntouchedOneGoesOn()
    {
        QVERIFY(core::readRunSummary(run()).problem.empty());
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
    }

    void aLinkInThePlaceOfAFolderIsRefused_data()
    {
        addColumn<QByteArray>("name");
        newRow("checkpoints", "checkpoints"_ba);
        newRow("target", "target"_ba);
    }
    void aLinkInThePlaceOfAFolderIsRefused()
    {
        QFETCH(QByteArray, name);
        std::ofstream(outside() / ".profile") << "mine";
        std::ofstream(outside() / ".next.safetensors") << "mine";
        fs::remove_all(run() / name.toStdString());
        fs::create_directory_symlink(outside(), run() / name.toStdString());
        const core::EndReport end = small::resume(run());
        QVERIFY2(small::contains(end, "is a link"), small::sentence(end));
        QVERIFY(core::readRunSummary(run()).problem.plain().find("is a link") != std::string::npos);
        QCOMPARE(core::readFile(outside() / ".profile"), "mine"s);
        QCOMPARE(core::readFile(outside() / ".next.safetensors"), "mine"s);
        QCOMPARE(std::distance(fs::directory_iterator(outside()), {}), std::ptrdiff_t{2});
    }

    void aLinkInThePlaceOfAFileIsRefused_data()
    {
        addColumn<QByteArray>("name");
        for (const char* name : {"events.jsonl", "run.lock", "spec.json", "text.json",
                                 "vocabulary.txt", "classes.json", "checkpoints/last.safetensors"})
            newRow(name, QByteArray(name));
    }
    void aLinkInThePlaceOfAFileIsRefused()
    {
        QFETCH(QByteArray, name);
        const fs::path file = run() / name.toStdString();
        fs::remove(core::checkpointPath(run(), "previous"));
        const fs::path elsewhere = outside() / "file";
        if (fs::exists(file))
            fs::copy_file(file, elsewhere);
        else
            std::ofstream(elsewhere) << "mine\nno line's end";
        const std::string before = core::readFile(elsewhere);
        fs::remove(file);
        fs::create_symlink(elsewhere, file);
        const core::EndReport end = small::resume(run());
        QVERIFY2(small::contains(end, "is a link"), small::sentence(end));
        QCOMPARE(core::readFile(elsewhere), before);
    }

    /// Like a copy by `cp -al`: each file has a second name in the other folder.
    void aCopyByHardLinksLeavesTheOriginalAlone()
    {
        const fs::path copy = root() / "runs" / "copy";
        fs::create_directories(copy / "checkpoints");
        for (const char* inner : {".", "checkpoints"})
            for (const auto& entry : fs::directory_iterator(run() / inner))
                if (entry.is_regular_file())
                    fs::create_hard_link(entry.path(), copy / inner / entry.path().filename());
        const auto contents = [&] {
            std::string all;
            for (const char* inner : {".", "checkpoints"})
                for (const std::string& name : core::fileNames(run() / inner))
                    all += name + "\n" + core::readFile(run() / inner / name);
            return all;
        };
        const std::string before = contents();
        QCOMPARE(small::shortfall(small::resume(copy)), ""s);
        QVERIFY(contents() == before);
        QCOMPARE(small::resume(run()).state, core::RunState::Completed);
    }

    /// The run stays the folder that was locked and looked at, whatever takes its place.
    void aLinkPutInDuringTrainingIsNotFollowed()
    {
        core::RunControl control;
        core::TrainingListener listener;
        const fs::path aside = root() / "runs" / "aside";
        fs::remove_all(aside);
        int64_t begun = 0;
        listener.updated = [&](const core::UpdateReport& report) {
            if (begun++ > 0)
                return;
            fs::rename(run() / "checkpoints", aside);
            fs::create_directory_symlink(outside(), run() / "checkpoints");
            QVERIFY(report.step > 0);
        };
        QCOMPARE(small::shortfall(core::resume(run(), control, listener)), ""s);
        QVERIFY(fs::is_empty(outside()));
        QVERIFY(fs::last_write_time(aside / "last.safetensors")
                > fs::last_write_time(root() / "made" / "checkpoints" / "last.safetensors"));
    }

    void aCheckpointIsAName()
    {
        fs::copy_file(core::checkpointPath(run(), "best"), outside() / "x.safetensors");
        const std::string failure
            = support::sentenceOf([&] { core::openRun(run(), "../../../outside/x"); });
        QVERIFY2(failure.find("has no checkpoint") != std::string::npos, failure.c_str());
    }

    void aChangeOfWhatIsNoSettingIsASentence_data()
    {
        addColumn<QByteArray>("setting");
        for (const char* setting : {"~/~2/", "", ".", "training..epochs", "data.train.4000000000",
                                    "Training", "training.epochs/x"})
            newRow(setting, QByteArray(setting));
    }
    void aChangeOfWhatIsNoSettingIsASentence()
    {
        QFETCH(QByteArray, setting);
        core::Json spec = core::readJsonFile(run() / "spec.json");
        const core::Json change
            = {{"step", 1}, {"setting", setting.toStdString()}, {"old", 1}, {"new", 2}};
        spec["changes"] = core::Json::array({change});
        std::ofstream(run() / "spec.json") << spec.dump();
        const core::EndReport end = small::resume(run());
        QVERIFY(end.state == core::RunState::Failed);
        QVERIFY2(small::contains(end, "The changes that"), small::sentence(end));
        QVERIFY2(!small::contains(end, "json.exception"), small::sentence(end));
    }

    void whatLiesBesideTheCheckpointsStays()
    {
        const fs::path folder = run() / "checkpoints";
        for (const char* name : {".notes", ".best.safetensors", ".mine.safetensors.a1B2c3",
                                 ".next.safetensors.bak", ".epoch-x.safetensors.a1B2c3"})
            std::ofstream(folder / name) << "mine";
        for (const char* name :
             {".next.safetensors", "..next.safetensors.a1B2c3", ".link-to-epoch-12.safetensors",
              ".best.safetensors.a1B2c3", ".epoch-3.safetensors.ZZZZZZ"})
            std::ofstream(folder / name) << "left by a killed process";
        fs::create_directory(folder / ".last.safetensors.a1B2c3");
        std::ofstream(run() / ".summary.json.a1B2c3") << "left";
        std::ofstream(run() / ".summary.json.old") << "mine";
        small::resume(run());
        std::set<std::string> hidden;
        for (const auto& place : {folder, run()})
            for (const auto& entry : fs::directory_iterator(place))
                if (entry.path().filename().string().starts_with('.'))
                    hidden.insert(entry.path().filename().string());
        QByteArray names; // One text, so that a failure shows them.
        for (const std::string& name : hidden)
            names += QByteArray::fromStdString(name) + ' ';
        QCOMPARE(names,
                 ".best.safetensors .epoch-x.safetensors.a1B2c3 "
                 ".last.safetensors.a1B2c3 .mine.safetensors.a1B2c3 "
                 ".next.safetensors.bak .notes .summary.json.old "_ba);
    }

    /// A pipe without anybody at its other end: an ordinary open() never returns.
    void aPipeHoldsNothingUp_data()
    {
        addColumn<QByteArray>("name");
        for (const char* name :
             {"spec.json", "summary.json", "events.jsonl", "run.lock", "name.txt", "text.json",
              "vocabulary.txt", "classes.json", "checkpoints/last.safetensors"})
            newRow(name, QByteArray(name));
    }
    void aPipeHoldsNothingUp()
    {
        QFETCH(QByteArray, name);
        const fs::path file = run() / name.toStdString();
        fs::remove(file);
        QCOMPARE(::mkfifo(file.c_str(), 0600), 0);
        useEveryWay();
        QCOMPARE(core::listRuns(run().parent_path()).size(), size_t{1});
    }

    /// The library's own reader and what it makes would need the stack for each level.
    void deepJsonIsRefused_data()
    {
        addColumns<QByteArray, int>("name", "levels");
        newRow("spec.json", "spec.json"_ba, 1'000'000);
        for (const char* name : {"summary.json", "text.json", "classes.json", "events.jsonl"})
            newRow(name, QByteArray(name), 50'000);
    }
    void deepJsonIsRefused()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, levels);
        std::ofstream(run() / name.toStdString()) << nested(static_cast<size_t>(levels)) << '\n';
        useEveryWay();
        QCOMPARE(core::listRuns(run().parent_path()).size(), size_t{1});
    }

    void eventsOfAnotherTypeAreSkippedAndCounted()
    {
        const std::string good = core::readFile(run() / "events.jsonl");
        const core::RunHistory whole = core::readRunHistory(run());
        std::string lines;
        for (const char* bad :
             {"[]", "7", R"({"event": 7})", R"({"event": "update", "step": "one"})",
              R"({"event": "update", "step": 1e300})", R"({"event": "update", "step": -1})",
              R"({"event": "epoch", "best": "yes"})",
              R"({"event": "start", "resumed_at_step": {}})", R"({"event": "end", "state": []})",
              R"({"event": "end", "failure": 3})", "no json"})
            lines += std::string(bad) + "\n";
        std::ofstream(run() / "events.jsonl") << lines << good;
        const core::RunHistory history = core::readRunHistory(run());
        QCOMPARE(history.skippedLines, 11);
        QCOMPARE(whole.skippedLines, 0);
        QCOMPARE(history.updates.size(), whole.updates.size());
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        // The good lines behind the damaged ones are still there, and no update is there twice.
        QCOMPARE(core::readRunHistory(run()).updates.size(), size_t{45});
    }

    void aDamagedSummaryHidesNoRun_data()
    {
        addColumn<QByteArray>("content");
        newRow("a list", "[1]"_ba);
        newRow("a text for a number", R"({"steps": "many"})"_ba);
        newRow("a number beyond int64", R"({"steps": 1e300})"_ba);
        newRow("a number for a text", R"({"created_utc": 7})"_ba);
        newRow("no JSON", "{"_ba);
    }
    void aDamagedSummaryHidesNoRun()
    {
        QFETCH(QByteArray, content);
        std::ofstream(run() / "summary.json") << content.toStdString();
        const core::RunSummary summary = core::readRunSummary(run());
        QVERIFY2(summary.problem.empty(), summary.problem.plain().c_str());
        QVERIFY(summary.note.plain().find("summary.json") != std::string::npos);
        QCOMPARE(summary.state, core::RunState::Stopped);
        QVERIFY(!summary.checkpoints.empty());
        QCOMPARE(small::shortfall(small::resume(run())), ""s);
        QVERIFY(core::readRunSummary(run()).note.empty());
    }

    void classesInAnotherOrderAreRefused()
    {
        core::Json classes = core::Json::parse(core::readFile(run() / "classes.json"));
        std::reverse(classes.begin(), classes.end());
        std::ofstream(run() / "classes.json") << classes.dump();
        isRefused("classes.json is not the one with which the checkpoint was trained");
    }

    void textFilesOfAnotherRunAreRefused()
    {
        const core::TextSpec spec = core::readSpec(run() / "spec.json").text;
        const Strings others{"some other words", "of another run"};
        core::TextPipeline::learn(spec, others, {}).save(run());
        isRefused("text.json is not the one with which the checkpoint was trained");
    }

    void aChangedVocabularyIsRefused()
    {
        std::string vocabulary = core::readFile(run() / "vocabulary.txt");
        vocabulary[vocabulary.size() - 2] = '~'; // of the last token
        std::ofstream(run() / "vocabulary.txt") << vocabulary;
        isRefused("vocabulary.txt has changed since it was written");
    }

    void checkpointsOfEarlierVersionsOpenWithANote()
    {
        QVERIFY(core::openRun(run(), "best")->notes().empty());
        takeMetadata("bound/");
        makeStateOfEarlierVersion();
        QCOMPARE(core::openRun(run(), "best")->notes().size(), size_t{1});
        core::RunControl control;
        core::TrainingListener listener;
        core::StartReport start;
        listener.started = [&](const core::StartReport& report) { start = report; };
        const core::EndReport end = core::resume(run(), control, listener);
        QVERIFY2(end.state == core::RunState::Completed, small::sentence(end));
        QVERIFY(std::any_of(start.notes.begin(), start.notes.end(), [](const core::Message& note) {
            return note.plain().find("earlier version") != std::string::npos;
        }));
        // What is written now says it.
        QVERIFY(core::openRun(run(), "last")->notes().empty());
    }

    void aSpecCannotAskForMoreMemoryThanTheWeights()
    {
        core::ExperimentSpec spec = core::readSpec(run() / "spec.json");
        core::writeSpec(core::withValue(spec, "model.network.hidden_size", "8192"),
                        run() / "spec.json");
        rusage before{}, after{};
        ::getrusage(RUSAGE_SELF, &before);
        const std::string opening = support::sentenceOf([&] { core::openRun(run(), "best"); });
        QVERIFY2(opening.find("spec.json is far larger than the weights") != std::string::npos,
                 opening.c_str());
        QVERIFY(small::resume(run()).state == core::RunState::Failed);
        ::getrusage(RUSAGE_SELF, &after);
        QVERIFY((after.ru_maxrss - before.ru_maxrss) / 1024 < 300); // MB; it took gigabytes
    }

    void aStateOfAnotherLengthIsRefused()
    {
        core::TensorFile file = core::readSafetensors(core::checkpointPath(run(), "last"));
        for (auto& [name, tensor] : file.tensors)
            if (name == "training/random/cpu")
                tensor = torch::zeros(7, torch::kByte);
        core::writeSafetensors(core::checkpointPath(run(), "last"), file);
        const core::EndReport end = small::resume(run());
        QVERIFY2(small::contains(end, "training state is damaged"), small::sentence(end));
    }

    void aPlaceThatIsNoneIsRefused_data()
    {
        addColumns<QByteArray, QByteArray>("name", "value");
        for (const char* name : {"epoch", "batch", "step", "event_bytes", "best_epoch"})
            for (const char* value : {"-1", "1e300", "18446744073709551615", "\"1\"", "null"})
                addRow("%s %s", name, value) << QByteArray(name) << QByteArray(value);
    }
    void aPlaceThatIsNoneIsRefused()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        changePlace(name.toStdString(), core::Json::parse(value.toStdString()));
        const core::EndReport end = small::resume(run());
        QVERIFY(end.state == core::RunState::Failed);
        QVERIFY2(small::contains(end, "training state is damaged"), small::sentence(end));
    }
};
UNROLL_TEST(HandedInRunTest, QCoreApplication)
#include "handed_in_run_test.moc"
