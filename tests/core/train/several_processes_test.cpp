#include "core/catalogue/spec_settings.h"
#include "core/distributed/launch_environment.h"
#include "core/task/batch_plan.h"
#include "core/train/run_folder.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/followers.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

#include <QProcess>

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <optional>

namespace fs = std::filesystem;

namespace {

using Variables = std::map<std::string, std::string>;

std::optional<core::LaunchEnvironment> readFrom(const Variables& variables)
{
    return core::launchEnvironment([&](const char* name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

} // namespace

class SeveralProcessesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path path(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }
    fs::path dataFolder() const
    {
        fs::create_directories(path("data"));
        return path("data");
    }

    /// Trains in so many processes.
    core::EndReport train(core::ExperimentSpec spec, const std::string& run, int64_t processes)
    {
        spec.training.processes = processes;
        return small::train(core::completedSpec(spec), path(run));
    }

    /// With dropout everywhere. @param change  "path=value", as on the command line; empty: none.
    core::ExperimentSpec droppingSpec(const std::string& task, const std::string& change = {}) const
    {
        core::ExperimentSpec spec = small::ofTask(task, dataFolder());
        spec.model.embedding.dropout = 0.2;
        if (const size_t at = change.find('='); at != std::string::npos)
            spec = core::withValue(spec, change.substr(0, at), change.substr(at + 1));
        return spec;
    }

    core::ExperimentSpec endless(int64_t processes) const
    {
        core::ExperimentSpec spec = small::ofTask("classification", dataFolder());
        spec.training.epochs = 100000;
        spec.training.keepEpochs = "none";
        spec.training.processes = processes;
        return core::completedSpec(spec);
    }

    /// The first difference of two curves; empty: there is none above rounding.
    QString difference(const std::string& a, const std::string& b) const
    {
        const core::RunHistory first = core::readRunHistory(path(a)),
                               second = core::readRunHistory(path(b));
        if (first.updates.empty() || first.updates.size() != second.updates.size())
            return u"%1 and %2 updates"_s.arg(first.updates.size()).arg(second.updates.size());
        for (size_t i = 0; i < first.updates.size(); ++i) {
            const core::UpdateReport &one = first.updates[i], &other = second.updates[i];
            if (!support::near(one.loss, other.loss, 1e-5)
                || !support::near(one.gradientNorm, other.gradientNorm, 1e-4))
                return u"update %1: loss %2 and %3, gradient norm %4 and %5"_s.arg(i + 1)
                    .arg(one.loss, 0, 'g', 8)
                    .arg(other.loss, 0, 'g', 8)
                    .arg(one.gradientNorm, 0, 'g', 8)
                    .arg(other.gradientNorm, 0, 'g', 8);
            if (one.tokens != other.tokens)
                return u"update %1: tokens"_s.arg(i + 1);
        }
        for (size_t i = 0; i < first.epochs.size(); ++i) {
            if (!support::near(first.epochs[i].validLoss, second.epochs[i].validLoss, 1e-5))
                return u"epoch %1: %2 and %3"_s.arg(i + 1)
                    .arg(first.epochs[i].validLoss)
                    .arg(second.epochs[i].validLoss);
            if (const QString found
                = difference(first.epochs[i].validScores, second.epochs[i].validScores);
                !found.isEmpty())
                return u"epoch %1: %2"_s.arg(i + 1).arg(found);
        }
        return difference(first.end.testScores, second.end.testScores);
    }
    static QString difference(const std::vector<core::Score>& one,
                              const std::vector<core::Score>& other)
    {
        if (one.size() != other.size())
            return u"%1 and %2 scores"_s.arg(one.size()).arg(other.size());
        for (size_t i = 0; i < one.size(); ++i)
            if (one[i].name != other[i].name || !support::near(one[i].value, other[i].value, 1e-4))
                return u"%1: %2 and %3"_s.arg(QString::fromStdString(one[i].name))
                    .arg(one[i].value)
                    .arg(other[i].value);
        return {};
    }

private Q_SLOTS:
    void launchersAreRecognised()
    {
        QVERIFY(!readFrom({}));
        QVERIFY(!readFrom({{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"MASTER_PORT", "29500"}}));
        const auto torchrun = readFrom({{"RANK", "3"},
                                        {"WORLD_SIZE", "4"},
                                        {"LOCAL_RANK", "1"},
                                        {"LOCAL_WORLD_SIZE", "2"},
                                        {"MASTER_ADDR", "node7"},
                                        {"MASTER_PORT", "29511"},
                                        {"TORCHELASTIC_USE_AGENT_STORE", "True"},
                                        {"TORCHELASTIC_RESTART_COUNT", "2"}});
        QVERIFY(torchrun);
        QCOMPARE(torchrun->rank, 3);
        QCOMPARE(torchrun->size, 4);
        QCOMPARE(torchrun->localRank, 1);
        QCOMPARE(torchrun->localSize, 2);
        QCOMPARE(torchrun->address, "node7"s);
        QCOMPARE(torchrun->port, uint16_t{29511});
        QVERIFY(torchrun->launcherServes);
        QCOMPARE(torchrun->restarts, 2);

        const Variables step{{"SLURM_PROCID", "5"},
                             {"SLURM_STEP_NUM_TASKS", "6"},
                             {"SLURM_LOCALID", "2"},
                             {"SLURM_STEP_TASKS_PER_NODE", "3(x2)"},
                             {"SLURM_LAUNCH_NODE_IPADDR", "10.0.0.1"},
                             {"SLURM_JOB_ID", "4711"}};
        const auto slurm = readFrom(step);
        QVERIFY(slurm);
        QCOMPARE(slurm->localSize, 3);
        QCOMPARE(slurm->address, "10.0.0.1"s);
        QVERIFY(slurm->port >= 29500 && slurm->port == readFrom(step)->port);
        // A batch script is no step of its own.
        QVERIFY(
            !readFrom({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "6"}, {"SLURM_JOB_ID", "4711"}}));

        const auto mpi = readFrom({{"OMPI_COMM_WORLD_RANK", "1"},
                                   {"OMPI_COMM_WORLD_SIZE", "2"},
                                   {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                                   {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                                   {"PMIX_NAMESPACE", "prterun-1@1"}});
        QVERIFY(mpi);
        QCOMPARE(mpi->address, "127.0.0.1"s);
    }

    void wrongVariablesAreNamed_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("a word") << u"RANK"_s << u"first"_s
                                << u"RANK of the environment is \"first\""_s;
        QTest::newRow("beyond the size") << u"RANK"_s << u"2"_s << u"RANK of the environment"_s;
        QTest::newRow("no process") << u"WORLD_SIZE"_s << u"0"_s << u"WORLD_SIZE of the env"_s;
        QTest::newRow("no port") << u"MASTER_PORT"_s << QString()
                                 << u"MASTER_PORT of the environment, which torchrun sets, is"_s;
        QTest::newRow("no address")
            << u"MASTER_ADDR"_s << QString() << u"By RANK and WORLD_SIZE this is process 0 of 2"_s;
        QTest::newRow("a port") << u"MASTER_PORT"_s << u"70000"_s << u"MASTER_PORT of the"_s;
    }

    void wrongVariablesAreNamed()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, sentence);
        Variables variables{
            {"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_PORT", "29500"}, {"MASTER_ADDR", "node7"}};
        variables[name.toStdString()] = value.toStdString();
        if (value.isEmpty())
            variables.erase(name.toStdString());
        try {
            readFrom(variables);
            QFAIL("It was accepted.");
        } catch (const core::Error& error) {
            const std::string said = error.failure().sentence();
            QVERIFY2(said.find(sentence.toStdString()) != std::string::npos, said.c_str());
        }
    }

    void batchesAreDealtByTokens_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {1, 2, 3, 7})
            QTest::addRow("%d processes", size) << size;
    }

    /// Each item of a batch has one process, the first has at least one item, and the tokens of two
    /// processes differ by at most those of two items.
    void batchesAreDealtByTokens()
    {
        QFETCH(int, size);
        std::vector<int32_t> lengths;
        for (int32_t item = 0; item < 101; ++item)
            lengths.push_back(1 + item * 7 % 23);
        const core::BatchPlan plan = core::planEpoch(lengths, {16, 0}, 5, 1);
        std::vector<core::BatchPlan> parts;
        for (int rank = 0; rank < size; ++rank)
            parts.push_back(plan.dealt(rank, size, lengths, core::Dealing::ByTokens));
        for (int64_t batch = 0; batch < plan.batchCount(); ++batch) {
            std::vector<int32_t> joined;
            std::vector<int64_t> tokens;
            int32_t longest = 0;
            for (const core::BatchPlan& part : parts) {
                QCOMPARE(part.begin(batch) - plan.begin(batch), std::ssize(joined));
                tokens.push_back(0);
                for (const int32_t item : part.batch(batch)) {
                    joined.push_back(item);
                    tokens.back() += lengths[size_t(item)];
                    longest = std::max(longest, lengths[size_t(item)]);
                }
            }
            const auto whole = plan.batch(batch);
            QVERIFY(std::equal(joined.begin(), joined.end(), whole.begin(), whole.end()));
            QVERIFY(!parts.front().batch(batch).empty());
            const auto [least, most] = std::minmax_element(tokens.begin(), tokens.end());
            QVERIFY(*most - *least <= 2 * longest);
        }
    }

    /// A row of a stream stays with its process, in the shorter last batch as well.
    void rowsOfAStreamStay()
    {
        const std::vector<int32_t> lengths(37, 4);
        const core::BatchPlan plan = core::planStream(lengths, 5);
        const core::BatchPlan first = plan.dealt(0, 2, lengths, core::Dealing::ByRows),
                              second = plan.dealt(1, 2, lengths, core::Dealing::ByRows);
        for (int64_t batch = 0; batch < plan.batchCount(); ++batch) {
            QCOMPARE(first.batch(batch).size(), std::min<size_t>(3, plan.batch(batch).size()));
            QCOMPARE(first.batch(batch).size() + second.batch(batch).size(),
                     plan.batch(batch).size());
        }
    }

    void severalGiveTheCurveOfOne_data()
    {
        addColumns<QString, QString, int>("task", "change", "processes");
        for (const char* task :
             {"classification", "regression", "tagging", "crf", "letters", "stream",
              "class_to_text", "translation", "transformer", "masked", "both_sides"})
            QTest::addRow("%s", task) << QString::fromLatin1(task) << QString() << 2;
        newRow("three processes", u"translation"_s, QString(), 3);
        newRow("three processes, stream", u"stream"_s, QString(), 3);
        const QString network = u"model.network="_s;
        newRow("layers", u"classification"_s,
               network + uR"({"kind":"gru","layers":2,"bidirectional":true,"hidden_size":5})"_s, 3);
        newRow("Transformer encoder", u"classification"_s,
               network + uR"({"kind":"transformer","layers":2,"heads":2,"feed_forward_size":9})"_s,
               3);
        newRow("locked", u"tagging"_s,
               network + uR"({"kind":"lstm","layers":2,"hidden_size":5,"locked_dropout":true})"_s,
               3);
        newRow("drawn tokens", u"classification"_s,
               network + uR"({"kind":"gru","hidden_size":5,"pooling":{"kind":"hard_attention"}})"_s,
               3);
        newRow("words", u"letters"_s, u"task.word_dropout=0.3"_s, 3);
        newRow("whole words", u"whole_words"_s, QString(), 3);
        newRow(
            "decoder's layers", u"translation"_s,
            network
                + uR"({"kind":"seq2seq","cell":"lstm","layers":2,"hidden_size":7,"dropout":0.3})"_s,
            2);
        const QString forcing = u"task.teacher_forcing={\"kind\":\"constant\",\"ratio\":0.6}"_s;
        newRow("forced", u"translation"_s, forcing, 3);
        newRow("forced Transformer", u"transformer"_s, forcing, 2);
        newRow("forced for a class", u"class_to_text"_s, forcing, 3);
    }

    void severalGiveTheCurveOfOne()
    {
        QFETCH(QString, task);
        QFETCH(QString, change);
        QFETCH(int, processes);
        const std::string name
            = "curve-" + QString::fromLatin1(QTest::currentDataTag()).remove(u'\'').toStdString();
        const core::ExperimentSpec spec = droppingSpec(task.toStdString(), change.toStdString());
        const core::EndReport alone = train(spec, name + "-alone", 1);
        QCOMPARE(small::shortfall(alone), ""s);
        const core::EndReport together = train(spec, name + "-together", processes);
        QVERIFY2(small::shortfall(together).empty(), small::sentence(together));
        QCOMPARE(difference(name + "-alone", name + "-together"), QString());
        QVERIFY(!std::isfinite(alone.waitedShare));
        QVERIFY(together.waitedShare > 0.0 && together.waitedShare < 1.0);
        QCOMPARE(core::readRunHistory(path(name + "-together")).end.waitedShare,
                 together.waitedShare);
        QCOMPARE(support::followers().size(), size_t{0});
    }

    /// By other numbers of processes in turn.
    void aRunGoesOnWithAnotherNumber()
    {
        core::ExperimentSpec spec = droppingSpec("stream");
        spec.training.epochs = 3;
        QCOMPARE(small::shortfall(train(spec, "whole", 1)), ""s);
        spec.training.epochs = 1;
        const core::EndReport begun = train(spec, "parts", 3);
        QVERIFY2(small::shortfall(begun).empty(), small::sentence(begun));
        for (const int64_t processes : {1, 2}) {
            ++spec.training.epochs;
            spec.training.processes = processes;
            core::RunControl control;
            core::Json told;
            core::TrainingListener listener;
            listener.started = [&](const core::StartReport& report) {
                for (const core::StartFact& fact : report.facts)
                    if (fact.name == "processes")
                        told = fact.value;
            };
            QCOMPARE(small::shortfall(
                         core::resume(path("parts"), control, listener, core::completedSpec(spec))),
                     ""s);
            QCOMPARE(told.dump(), processes == 1 ? "null"s : std::to_string(processes));
        }
        QCOMPARE(difference("whole", "parts"), QString());
    }

    /// Whoever is left ends with a sentence and a checkpoint of the last whole update.
    void aKilledProcessEndsTheOthers()
    {
        const core::ExperimentSpec spec = endless(3);
        core::RunControl control;
        std::atomic<int64_t> updates = 0;
        bool killed = false;
        core::TrainingListener listener;
        listener.updated = [&](const core::UpdateReport& report) {
            updates = report.step;
            if (report.step >= 5 && !killed)
                killed = ::kill(support::followers().at(0), SIGKILL) == 0;
        };
        QElapsedTimer timer;
        timer.start();
        const core::EndReport end = core::train(spec, path("killed"), control, listener);
        QVERIFY(killed);
        QCOMPARE(end.state, core::RunState::Failed);
        QVERIFY2(end.reason.plain().find("processes has ended") != std::string::npos
                     || end.reason.plain().find("has ended: ") != std::string::npos,
                 end.reason.plain().c_str());
        QVERIFY(timer.elapsed() < 30000);
        QVERIFY(support::followers().empty());
        QCOMPARE(core::readRunSummary(path("killed")).steps, updates.load());
        core::RunControl stopping;
        core::TrainingListener again;
        int64_t first = 0;
        again.updated = [&](const core::UpdateReport& report) {
            first = first == 0 ? report.step : first;
            stopping.stop();
        };
        QCOMPARE(core::resume(path("killed"), stopping, again).state, core::RunState::Stopped);
        QCOMPARE(first, updates + 1);
    }

    void theOthersGoOn_data()
    {
        QTest::addColumn<QString>("task");
        for (const char* task : {"classification", "stream", "transformer"})
            QTest::addRow("%s", task) << QString::fromLatin1(task);
    }

    /// Two of three processes are killed one after the other: the curve is that of one process.
    void theOthersGoOn()
    {
        QFETCH(QString, task);
        const std::string name = "elastic-" + task.toStdString();
        core::ExperimentSpec spec = droppingSpec(task.toStdString());
        spec.training.epochs = 4;
        spec = core::completedSpec(spec);
        QCOMPARE(small::shortfall(small::train(spec, path(name + "-alone"))), ""s);
        spec.training.processes = 3;
        spec.training.elastic = true;
        core::RunControl control;
        core::TrainingListener listener;
        size_t kills = 0;
        std::vector<std::string> lost, notes;
        listener.processesLost
            = [&](const core::Message& sentence) { lost.push_back(sentence.plain()); };
        listener.started = [&](const core::StartReport& report) {
            for (const core::Message& note : report.notes)
                if (note.plain().find("have ended") != std::string::npos
                    || note.plain().find("has ended") != std::string::npos)
                    notes.push_back(note.plain());
        };
        listener.updated = [&](const core::UpdateReport& report) {
            if (report.step == int64_t(3 + 4 * kills) && kills < 2
                && ::kill(support::followers().at(0), SIGKILL) == 0)
                ++kills;
        };
        const core::EndReport end = core::train(spec, path(name), control, listener);
        QVERIFY2(small::shortfall(end).empty(), small::sentence(end));
        QCOMPARE(kills, size_t{2});
        QCOMPARE(difference(name + "-alone", name), QString());
        QCOMPARE(notes.size(), size_t{2});
        QVERIFY2(notes[0].starts_with("1 process of this training has ended. The training goes on "
                                      "with 2 processes."),
                 notes[0].c_str());
        QVERIFY2(notes[1].starts_with("1 process of this training has ended. The training goes on "
                                      "with 1 process."),
                 notes[1].c_str());
        QCOMPARE(lost, notes);
        QVERIFY(support::followers().empty());
    }

    /// A stop in the middle of an evaluation, which all processes share, ends it in all of them.
    void aStopEndsAnEvaluation_data()
    {
        QTest::addColumn<QString>("task");
        for (const char* task : {"classification", "transformer", "masked"})
            QTest::addRow("%s", task) << QString::fromLatin1(task);
    }

    void aStopEndsAnEvaluation()
    {
        QFETCH(QString, task);
        const std::string name = "evaluation-" + task.toStdString();
        core::ExperimentSpec spec = droppingSpec(task.toStdString());
        spec.training.processes = 3;
        spec = core::completedSpec(spec);
        core::RunControl control;
        core::TrainingListener listener;
        listener.progress = [&](const core::Progress& progress) {
            if (progress.stage.plain().find("Validating") != std::string::npos)
                control.stop();
        };
        const core::EndReport end = core::train(spec, path(name), control, listener);
        QVERIFY2(end.state == core::RunState::Stopped, small::sentence(end));
        core::RunControl again;
        QCOMPARE(small::shortfall(core::resume(path(name), again, {})), ""s);
        spec.training.processes = 1;
        QCOMPARE(small::shortfall(small::train(spec, path(name + "-alone"))), ""s);
        QCOMPARE(difference(name + "-alone", name), QString());
    }

    /// A pause, a stop and a changed setting reach all of them.
    void wishesReachAll()
    {
        const core::ExperimentSpec spec = endless(2);
        core::RunControl control;
        core::TrainingListener listener;
        int64_t changedAt = 0, last = 0;
        listener.updated = [&](const core::UpdateReport& report) {
            last = report.step;
            if (report.step == 3)
                control.change({{1, "training.batch_size", core::Json(), core::Json(5)}});
            if (changedAt > 0 && report.step == changedAt + 4)
                control.stop();
        };
        listener.changed = [&](const core::ChangeReport& report) {
            QCOMPARE(report.changes.size(), size_t{1});
            changedAt = last;
        };
        const core::EndReport end = core::train(spec, path("wishes"), control, listener);
        QCOMPARE(end.state, core::RunState::Stopped);
        QVERIFY(changedAt >= 3 && last <= changedAt + 6);
    }
};

UNROLL_TEST(SeveralProcessesTest, QCoreApplication)
#include "several_processes_test.moc"
