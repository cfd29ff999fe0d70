#include "app/lab/opening.h"
#include "app/lab/proposed_name.h"
#include "core/exchange/packed_folder.h"
#include "core/probe/live_model.h"
#include "core/probe/map/map_question.h"
#include "core/probe/question_kind.h"
#include "core/train/open_run.h"
#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/message_bar.h"

using app::OpenedKind;
using support::kLongMs;
using support::Program;

namespace {

/// The folder at `path` as an archive beside it.
QString packed(const QString& path)
{
    const QFileInfo folder(path);
    const QString archive = path + u".tar.gz"_s;
    QProcess::execute(u"tar"_s, {u"-czf"_s, archive, u"-C"_s, folder.path(), folder.fileName()});
    return archive;
}

std::string name(const Program& program)
{
    return program.window.setup().spec()["name"].get<std::string>();
}

} // namespace

/// One command opens everything: what it is is found out by looking.
class LaboratoryOpenTest : public QObject {
    Q_OBJECT
private:
    std::shared_ptr<support::Home> m_home = std::make_shared<support::Home>();
    QString m_run, m_export; ///< Of a network trained once.

private Q_SLOTS:
    void initTestCase()
    {
        Program program;
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("1")});
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(ended.wait(kLongMs));
        m_run = m_home->folder.filePath(u"handed-in"_s);
        m_export = m_home->folder.filePath(u"exported"_s);
        const std::string run = program.laboratory.runs().rows().front().id.toStdString();
        std::filesystem::copy(run, m_run.toStdString(), std::filesystem::copy_options::recursive);
        core::exportRun(run, "best", "python", m_export.toStdString());
        core::exportRun(run, "best", "safetensors", (m_export + ".safetensors").toStdString());
    }

    void everyThingIsKnownByALook()
    {
        const Program program;
        QCOMPARE(app::openedKind(m_run), OpenedKind::Run);
        QCOMPARE(app::openedKind(m_run + "/spec.json"), OpenedKind::Settings);
        QCOMPARE(app::openedKind(program.tinySpec("1")), OpenedKind::Settings);
        QCOMPARE(app::openedKind(m_export), OpenedKind::Export);
        QCOMPARE(app::openedKind(m_export + ".safetensors"), OpenedKind::Export);
        QCOMPARE(app::openedKind(packed(m_run)), OpenedKind::Archive);
        QCOMPARE(app::openedKind(m_home->folder.path()), OpenedKind::Data);
        QCOMPARE(app::openedKind(program.write("a.json", "[{\"text\": \"a\"}]")), OpenedKind::Data);
        QCOMPARE(app::openedKind(u"/nowhere/at.all"_s), OpenedKind::Data);
        // Settings that are cut off are damaged settings, not texts, whatever their name is.
        QFile whole(program.tinySpec("1"));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray part = whole.read(400);
        for (const char* name : {"cut.unroll", "cut.json", "cut.unroll.part"})
            QCOMPARE(app::openedKind(program.write(QLatin1String(name), part)),
                     OpenedKind::Settings);
    }

    void aPackedRunIsUnpackedAndOpened()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        Q_EMIT program.window.openRequested({packed(m_run)});
        QTRY_COMPARE_WITH_TIMEOUT(program.laboratory.runs().rows().size(), size_t{1}, kLongMs);
        const ui::RunRow& row = program.laboratory.runs().rows().front();
        QCOMPARE(row.id, program.folder.filePath(u"runs/handed-in"_s));
        QVERIFY(row.summary.problem.text.empty());
        const auto model = core::openRun(row.id.toStdString(), "best");
        QVERIFY(model != nullptr); // All of it is there.
        Q_EMIT program.window.openRequested({packed(m_run)}); // Again: nothing is overwritten.
        QTRY_COMPARE_WITH_TIMEOUT(program.laboratory.runs().rows().size(), size_t{2}, kLongMs);
        QCOMPARE(program.laboratory.runs().rows().back().id,
                 program.folder.filePath(u"runs/handed-in-2"_s));
    }

    void aPublishedNetworkBecomesARun_data()
    {
        addColumns<QString>("path");
        newRow("folder", u"/tests/data/published_gpt2"_s);
        newRow("its config.json", u"/tests/data/published_gpt2/config.json"_s);
    }
    void aPublishedNetworkBecomesARun()
    {
        QFETCH(QString, path);
        path.prepend(QStringLiteral(UNROLL_SOURCE_DIR));
        QCOMPARE(app::openedKind(path), OpenedKind::Network);
        Program program;
        program.window.show();
        program.laboratory.begin();
        Q_EMIT program.window.openRequested({path});
        QTRY_COMPARE_WITH_TIMEOUT(program.laboratory.runs().rows().size(), size_t{1}, kLongMs);
        const ui::RunRow& row = program.laboratory.runs().rows().front();
        QVERIFY(row.summary.problem.text.empty());
        QCOMPARE(row.summary.spec.task.kind, std::string("language_model"));
        const core::VectorMap map
            = core::openRun(row.id.toStdString(), "best")->ask(core::AskMap());
        QCOMPARE(map.epoch, core::kImportedEpoch); // Trained elsewhere, for an unknown time.
        QVERIFY(core::toJson(core::readoutOf<core::AskMap>(map)).at("epoch").is_null());
    }

    void aRunOffersItsSettings()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        Q_EMIT program.window.presetChosen(u"names"_s);
        Q_EMIT program.window.openRequested({m_run});
        QTRY_VERIFY_WITH_TIMEOUT(program.says(u"The set-up shows names; the run shown is"_s),
                                 kLongMs);
        for (auto* button : program.window.findChildren<QPushButton*>("messageOfferButton"))
            if (button->isVisible()) // Views have banners of their own.
                button->click();
        const ui::RunRow& row = program.laboratory.runs().rows().front();
        QCOMPARE(name(program), row.summary.spec.name);
        program.window.showNotice({"Something else.", {}});
        Q_EMIT program.window.openRequested({m_run}); // Now they are the same.
        QTest::qWait(300);
        QVERIFY(!program.says(u"The set-up shows"_s));
    }

    void anExportBringsItsSettingsAndItsWeights_data()
    {
        addColumn<bool>("archive");
        newRow("folder", false);
        newRow("archive", true);
    }

    void anExportBringsItsSettingsAndItsWeights()
    {
        QFETCH(bool, archive);
        Program program;
        program.window.show();
        program.laboratory.begin();
        Q_EMIT program.window.presetChosen(u"names"_s);
        Q_EMIT program.window.openRequested({archive ? packed(m_export) : m_export});
        const QString folder = archive ? program.folder.filePath(u"exports/exported"_s) : m_export;
        const auto from = [&] {
            return program.window.setup().spec()["model"]["start"]["from"].get<std::string>();
        };
        QTRY_COMPARE_WITH_TIMEOUT(from(), folder.toStdString(), kLongMs);
        QVERIFY(program.says(u"starts from its weights"_s));
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(ended.wait(kLongMs));
        QCOMPARE(ended.first().first().value<core::EndReport>().state, core::RunState::Completed);
    }

    void weightsAloneAreRefusedInASentence()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        const QString weights = program.folder.filePath(u"network.pt"_s);
        core::exportRun(m_run.toStdString(), "best", "pytorch", weights.toStdString());
        Q_EMIT program.window.openRequested({weights});
        QTRY_VERIFY_WITH_TIMEOUT(program.says(u"network.pt contains only weights"_s), kLongMs);
        program.write(u"other.safetensors"_s, "12345678{}"_ba);
        Q_EMIT program.window.openRequested({program.folder.filePath(u"other.safetensors"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(program.says(u"other.safetensors"_s), kLongMs);
    }

    void aFolderThatIsNoRunIsNotTakenForData()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        const core::Json before = program.window.setup().spec();
        const QString folder = program.folder.filePath(u"texts"_s);
        QVERIFY(QDir().mkpath(folder));
        program.write(u"texts/all.csv"_s, support::labelledTable(60));
        Q_EMIT program.window.runOpenRequested({folder});
        QTRY_VERIFY_WITH_TIMEOUT(program.says(u"texts is not a run: it has no spec.json"_s),
                                 kLongMs);
        QVERIFY(program.window.setup().spec() == before);
        Q_EMIT program.window.runOpenRequested({m_run});
        QTRY_VERIFY_WITH_TIMEOUT(!program.laboratory.runs().rows().empty(), kLongMs);
    }

    /// A run that is opened with them is no reason to pass over them, and the set-up keeps its
    /// data.
    void whatCannotBeOpenedIsSaidBesideARun()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        QSignalSpy shown(&program.window, &ui::MainWindow::failureShown);
        const auto saidLast
            = [&] { return shown.isEmpty() ? QString() : shown.last()[0].toString(); };
        const core::Json before = program.window.setup().spec();
        QVERIFY(QDir(program.folder.path()).mkdir(u"empty"_s));
        const auto openBeside = [&](const QString& bad) {
            shown.clear();
            program.laboratory.open({m_run, bad});
            QTRY_COMPARE_WITH_TIMEOUT(shown.count(), 1, kLongMs);
            // The run's own messages do not take its place.
            QSignalSpy opened(&program.laboratory.runs(), &app::RunLibrary::opened);
            program.laboratory.open({m_run});
            QVERIFY(opened.wait(kLongMs));
            QVERIFY2(program.says(saidLast()), qPrintable(saidLast()));
        };
        openBeside(u"/nowhere/run"_s);
        QVERIFY2(saidLast().contains(u"no file or folder /nowhere/run"_s), qPrintable(saidLast()));
        openBeside(program.folder.filePath(u"empty"_s));
        QVERIFY2(saidLast().contains(u"no files in"_s), qPrintable(saidLast()));
        QVERIFY(QDir(program.folder.path()).mkdir(u"damaged"_s));
        program.write(u"damaged/spec.json"_s, "{broken"_ba);
        openBeside(program.folder.filePath(u"damaged"_s));
        QVERIFY2(saidLast().contains(u"damaged cannot be opened"_s), qPrintable(saidLast()));
        QVERIFY(program.window.setup().spec() == before);
    }

    void questionsAboutWordsAreSettingsOfWordVectors()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        const QString pairs
            = program.write(u"pairs.tsv"_s, "king\tqueen\t8.5\nking\tcabbage\t0.2\n"_ba);
        program.laboratory.open({program.written("word2vec", {})});
        const auto questions = [&] {
            return program.window.setup().spec()["task"].value("questions", core::Json());
        };
        QTRY_VERIFY_WITH_TIMEOUT(questions().is_array(), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        program.laboratory.open({pairs});
        QTRY_COMPARE_WITH_TIMEOUT(questions().size(), size_t{1}, kLongMs);
        QCOMPARE(questions()[0].get<std::string>(), pairs.toStdString());
        QVERIFY(program.says(u"questions about words"_s));
        program.laboratory.open({pairs}); // Once is enough.
        QCOMPARE(questions().size(), size_t{1});
    }

    void aMissingFileOfQuestionsIsSaidBeforeARunIsMade()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open(
            {program.written("word2vec", {{"task.questions", "/nowhere/pairs.tsv"}})});
        const QString said = u"Questions about words names /nowhere/pairs.tsv"_s;
        QTRY_VERIFY_WITH_TIMEOUT(program.startable() || program.says(said), kLongMs);
        QVERIFY(program.says(said));
        QVERIFY(program.laboratory.runs().rows().empty());
    }

    /// They would pass for texts with a class each.
    void analogiesAreDataOfNoTask()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("1")});
        const core::Json before = program.window.setup().spec();
        program.laboratory.open({program.write(
            u"questions-words.txt"_s,
            ": capitals\nAthens Greece Oslo Norway\nOslo Norway Athens Greece\n"_ba)});
        QVERIFY(program.says(u"questions about words"_s));
        QVERIFY(program.says(u"Choose the task Word vectors"_s));
        QVERIFY(program.window.setup().spec() == before);
    }

    void anArchiveOfDataIsData()
    {
        Program program;
        program.laboratory.begin();
        QVERIFY(QDir(program.folder.path()).mkdir(u"messages"_s));
        program.write(u"messages/train.csv"_s, support::labelledTable(60));
        Q_EMIT program.window.openRequested({packed(program.folder.filePath(u"messages"_s))});
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.setup().spec()["data"]["train"].dump().find("messages.tar.gz")
                != std::string::npos,
            kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QCOMPARE(name(program), "messages"s);
    }

    void membersThatLeadOutAreLeftOut()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(u"inner"_s));
        for (const char* file : {"inner/spec.json", "inner/events.jsonl", "evil"}) {
            QFile written(folder.filePath(QLatin1String(file)));
            QVERIFY(written.open(QIODevice::WriteOnly));
            written.write("{}");
        }
        const QString archive = folder.filePath(u"evil.tar"_s);
        QCOMPARE(QProcess::execute(u"tar"_s,
                                   {"-cf", archive, "-C", folder.path(), "--transform",
                                    "s,^evil$,inner/../../evil,", "-P", "inner", "evil"}),
                 0);
        const core::PackedFolder found = core::lookForFolder(archive.toStdString());
        QCOMPARE(found.kind, core::PackedFolder::Kind::Run);
        QCOMPARE(found.inside, "inner/"s);
        const std::filesystem::path place = folder.filePath(u"to"_s).toStdString();
        const std::filesystem::path unpacked
            = core::unpackFolder(archive.toStdString(), found.inside, place / "runs");
        QCOMPARE(unpacked, place / "runs" / "inner");
        QVERIFY(std::filesystem::exists(unpacked / "spec.json"));
        QVERIFY(!std::filesystem::exists(place / "evil"));
        QVERIFY(!std::filesystem::exists(place / "runs" / "evil"));
    }

    void runsAreCalledAfterTheirData_data()
    {
        addColumns<QString, QString>("path", "proposed");
        newRow("file", u"/data/spam.csv"_s, u"spam"_s);
        newRow("packed", u"/data/spam.csv.gz"_s, u"spam"_s);
        newRow("folder", u"/data/aclImdb"_s, u"aclImdb"_s);
        newRow("part", u"/data/imdb/train.csv"_s, u"imdb"_s);
        newRow("parts", u"/data/imdb/data/train"_s, u"imdb"_s);
        newRow("side", u"/data/multi30k/train.de"_s, u"multi30k"_s);
        newRow("member", u"/data/tatoeba.zip/train.en"_s, u"tatoeba"_s);
    }

    void runsAreCalledAfterTheirData()
    {
        QFETCH(QString, path);
        QFETCH(QString, proposed);
        core::DataSpec data;
        data.train = {path.toStdString()};
        QCOMPARE(QString::fromStdString(app::proposedName(data)), proposed);
    }

    void theNameFollowsTheDataUnlessItIsAPersonsOwn()
    {
        Program program;
        program.laboratory.begin();
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        const std::string before = name(program);
        const QString spam = program.write(u"spam.csv"_s, support::labelledTable(60));
        program.laboratory.open({spam});
        QTRY_COMPARE_WITH_TIMEOUT(name(program), "spam"s, kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        program.laboratory.open({program.write(u"mail.csv"_s, support::labelledTable(60))});
        QTRY_COMPARE_WITH_TIMEOUT(name(program), "mail"s, kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        core::Json mine = program.window.setup().spec();
        mine["name"] = "mine";
        program.window.setup().takeSpec(mine);
        Q_EMIT program.window.setup().specChanged(mine);
        program.laboratory.open({spam});
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.setup().spec()["data"]["train"].dump().find("spam.csv")
                != std::string::npos,
            kLongMs);
        QCOMPARE(name(program), "mine"s);
        QVERIFY(before != "mine");
    }
};

UNROLL_TEST(LaboratoryOpenTest, QApplication)
#include "laboratory_open_test.moc"
