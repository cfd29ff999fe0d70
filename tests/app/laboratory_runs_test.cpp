#include "core/train/run_folder.h"
#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "tests/ui/shown_widgets.h"
#include "ui/results/results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/message_bar.h"

using support::Home;
using support::kLongMs;
using support::Program;

/// The list of runs in the whole program: what is done to a run stays done, and is undone whole.
class LaboratoryRunsTest : public QObject {
    Q_OBJECT
private:
    /// Folders of runs that were never trained: they can be listed, named and deleted.
    static void makeRuns(const Home& home, int count)
    {
        for (int i = 0; i < count; ++i) {
            const std::filesystem::path run
                = home.folder.filePath(u"runs/run-%1"_s.arg(i)).toStdString();
            std::filesystem::create_directories(run);
            core::ExperimentSpec spec = core::findPreset("reviews").spec;
            spec.training.seed = i;
            core::writeSpec(spec, run / "spec.json");
        }
    }
    static void begin(Program& program, size_t runs)
    {
        program.window.show();
        program.laboratory.begin();
        QTRY_COMPARE_WITH_TIMEOUT(program.laboratory.runs().rows().size(), runs, kLongMs);
    }
    static std::map<QString, int> coloursOf(Program& program)
    {
        std::map<QString, int> colours;
        for (const ui::RunRow& row : program.laboratory.runs().rows())
            colours[QString::fromStdString(row.summary.name)] = row.colourIndex;
        return colours;
    }
    static QString idOf(Program& program, const char* name)
    {
        return program.folder.filePath(u"runs/"_s + QLatin1String(name));
    }
    static QString newest(const Program& program)
    {
        return labelText(program.window, "shownEpochLabel");
    }
    static bool train(Program& program, const QString& spec)
    {
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        program.laboratory.open({spec});
        return QTest::qWaitFor([&] { return program.startable(); }, kLongMs)
            && (ended.count() > 0 || ended.wait(kLongMs));
    }

private Q_SLOTS:
    /// Post-norm, pre-norm and ReZero, with data and seed of the set-up.
    void thePresetOfSeveralRunsTrainsThemOneAfterAnother()
    {
        Program program;
        begin(program, 0);
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        const QString spec = program.written("norms",
                                             {{"data.sample.texts", "200"},
                                              {"model.network.layers", "1"},
                                              {"training.maximum_updates", "2"},
                                              {"training.seed", "7"},
                                              {"training.threads", "1"}});
        program.laboratory.open({spec});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 3, kLongMs);
        QVERIFY(!program.laboratory.training().active());
        std::map<std::string, std::string> norms;
        core::ExperimentSpec first;
        for (const ui::RunRow& row : program.laboratory.runs().rows()) {
            core::ExperimentSpec its = row.summary.spec;
            norms[its.name] = its.model.network.options.at("norm").get<std::string>();
            QCOMPARE(row.summary.state, core::RunState::Completed);
            QVERIFY(row.shown); // All in one picture.
            its.model.network.options.erase("norm");
            its.name.clear();
            if (first.data == core::ExperimentSpec().data)
                first = its;
            QVERIFY(its == first); // They differ in nothing else.
        }
        QCOMPARE(norms,
                 (std::map<std::string, std::string>{{"norms-post-norm", "post"},
                                                     {"norms-pre-norm", "pre"},
                                                     {"norms-rezero", "rezero"}}));
    }

    void stopEndsTheComparison()
    {
        Program program;
        begin(program, 0);
        const QString spec
            = program.written("norms", {{"data.sample.texts", "400"}, {"training.threads", "1"}});
        program.laboratory.open({spec});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        program.stopAfter(1);
        QTest::qWait(100); // Nothing else begins.
        QVERIFY(!program.laboratory.training().active());
        QCOMPARE(program.laboratory.runs().rows().size(), size_t{1});
    }

    /// A damaged run has no settings that could replace the set-up.
    void theSettingsOfADamagedRunAreNotOffered()
    {
        Program program;
        makeRuns(*program.home, 2);
        QFile damaged(program.folder.filePath(QStringLiteral("runs/run-1/spec.json")));
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("{\"name\":") > 0);
        damaged.close();
        begin(program, 2);
        const core::Json before = program.window.setup().spec();
        program.window.runs().setCurrent(idOf(program, "run-0"));
        Q_EMIT program.window.runs().currentChanged(idOf(program, "run-1"));
        const auto* message = program.window.findChild<ui::MessageBar*>();
        QVERIFY2(!message->text().contains(QStringLiteral("run-1")), qPrintable(message->text()));
        Q_EMIT program.window.settingsRequested(idOf(program, "run-1"));
        QVERIFY(program.window.setup().spec() == before);
    }

    void aNewRunIsTickedRaisedAndNamedByItsState()
    {
        Program program;
        begin(program, 0);
        program.laboratory.open({program.tinySpec("2")});
        program.window.showView(u"sentence"_s);
        QSignalSpy started(&program.laboratory.training(), &app::TrainingController::started);
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        const QString first = program.laboratory.runs().rows().front().id;
        QCOMPARE(newest(program), u"latest"_s);
        program.window.showView(u"sentence"_s);
        if (started.count() == 0) { // It cannot have begun to learn within this event.
            const auto* preparing = program.window.findChild<QWidget*>(u"preparing"_s);
            QVERIFY(preparing != nullptr && preparing->isVisible());
            QCOMPARE(labelText(*preparing, "emptyTitle"), u"reviews-lstm-001 is being prepared"_s);
            QVERIFY(started.wait(kLongMs));
            QVERIFY(!preparing->isVisible());
        }
        QVERIFY(ended.count() > 0 || ended.wait(kLongMs));
        QTRY_VERIFY_WITH_TIMEOUT(newest(program).startsWith(u"best (epoch "_s), kLongMs);
        const auto* message = program.window.findChild<ui::MessageBar*>();
        QVERIFY2(message->text().contains(u"Test: loss "_s)
                     && message->text().contains(u"accuracy"_s),
                 qPrintable(message->text()));

        QVERIFY(train(program, program.tinyTranslation("1")));
        const auto& rows = program.laboratory.runs().rows();
        QCOMPARE(rows.size(), size_t{2});
        QCOMPARE(program.window.runs().current(), rows.back().id);
        QVERIFY(rows.front().shown && rows.back().shown && rows.front().id == first);
        const auto* tabs = program.curves().findChild<QTabBar*>(u"familyTabs"_s);
        QCOMPARE(tabs->count(), 2);
        QCOMPARE(tabs->currentIndex(), 1);
        QVERIFY(program.drawnUpdates() > 0);
        program.window.runs().setCurrent(first);
        Q_EMIT program.window.runs().currentChanged(first);
        QCOMPARE(tabs->currentIndex(), 0);
    }

    /// With the view in front, as a web page and as a PDF.
    void aReportOfTheTickedRunsIsWritten()
    {
        Program program;
        begin(program, 0);
        QVERIFY(train(program, program.tinySpec("2")));
        const auto* message = program.window.findChild<ui::MessageBar*>();
        auto* action = program.window.findChild<QAction*>(u"reportAction"_s);
        QVERIFY(action != nullptr && action->isEnabled());
        program.window.showView(u"curves"_s);
        for (const QString& name : {u"report.html"_s, u"report.pdf"_s}) {
            const QString target = program.folder.filePath(name);
            program.window.setSaveChooser(
                [&](QWidget*, const QString&, const QString&, const QString&) { return target; });
            action->trigger();
            QTRY_VERIFY2_WITH_TIMEOUT(message->text().contains(name), qPrintable(message->text()),
                                      kLongMs);
            QFile file(target);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray content = file.readAll();
            const bool isPdf = name.endsWith(u"pdf"_s);
            QVERIFY(content.startsWith(isPdf ? "%PDF-" : "<!DOCTYPE html>"));
            QVERIFY(isPdf || content.contains("<h2>Open views</h2>\n<figure>\n<svg"));
            QVERIFY(isPdf || content.contains("Scores on the"));
            QVERIFY(content.size() < 2'000'000);
        }
    }

    void withoutTestTextsTheEndSaysSo()
    {
        Program program;
        begin(program, 0);
        QByteArray table;
        for (int i = 0; i < 40; ++i)
            table += i % 2 == 0 ? "good,a fine film\n" : "bad,a dull film\n";
        const QString data = program.write(u"texts.csv"_s, "label,text\n" + table);
        const QByteArray path = data.toUtf8();
        QVERIFY(train(program,
                      program.written("reviews",
                                      {{"data.sample", "none"},
                                       {"data.train", ("[\"" + path + "\"]").constData()},
                                       {"training.epochs", "1"},
                                       {"training.threads", "1"}})));
        const auto* message = program.window.findChild<ui::MessageBar*>();
        QVERIFY2(message->text().contains(u"There is no test split"_s),
                 qPrintable(message->text()));
    }

    void anEpochChosenIsScoredWhileTheTrainingGoesOn()
    {
        Program program;
        program.window.resize(1280, 800);
        begin(program, 0);
        program.laboratory.open({program.tinySpec("100000")});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        auto& results = viewIn<ui::ResultsView>(program.window, "results");
        auto* slider = program.window.findChild<QSlider*>(u"epochSlider"_s);
        QTRY_VERIFY_WITH_TIMEOUT(slider->maximum() >= 2, kLongMs);
        for (const int epoch : {1, 2}) {
            slider->setValue(epoch - 1);
            QTRY_VERIFY_WITH_TIMEOUT(
                labelText(results, "ofLabel").endsWith(u"epoch %1"_s.arg(epoch)), kLongMs);
            QVERIFY(program.laboratory.training().active());
        }
    }

    void coloursBelongToRunsForGood()
    {
        const auto home = std::make_shared<Home>();
        makeRuns(*home, 5);
        std::map<QString, int> colours;
        QStringList before;
        {
            Program program(home);
            begin(program, 5);
            colours = coloursOf(program);
            std::set<int> different;
            for (const auto& [name, colour] : colours)
                different.insert(colour);
            QCOMPARE(different.size(), size_t{5});
            program.laboratory.runs().setShown({idOf(program, "run-1")}, false);
            program.laboratory.runs().remove(idOf(program, "run-2"));
            std::map<QString, int> fewer = coloursOf(program);
            QCOMPARE(fewer.size(), size_t{4});
            for (const auto& [name, colour] : fewer)
                QCOMPARE(colour, colours.at(name));
            program.laboratory.runs().undelete();
            QCOMPARE(coloursOf(program), colours);
            program.laboratory.runs().forget(idOf(program, "run-0"));
            program.laboratory.runs().setShown({idOf(program, "run-3")}, false);
            for (const ui::RunRow& row : program.laboratory.runs().rows()) {
                if (row.shown)
                    before << QString::fromStdString(row.summary.name);
            }
            QVERIFY(!before.isEmpty() && before.size() < 3);
        }
        Program program(home);
        begin(program, 4);
        colours.erase(u"run-0"_s);
        QCOMPARE(coloursOf(program), colours);
        QStringList ticked; // As it was left.
        for (const ui::RunRow& row : program.laboratory.runs().rows()) {
            if (row.shown)
                ticked << QString::fromStdString(row.summary.name);
        }
        QCOMPARE(ticked, before);
        QSignalSpy opened(&program.laboratory.runs(), &app::RunLibrary::opened);
        makeRuns(*home, 6); // One more: in a colour that none of them has.
        program.laboratory.runs().open(idOf(program, "run-5"));
        QVERIFY(opened.wait(kLongMs));
        for (const auto& [name, colour] : colours)
            QVERIFY(coloursOf(program).at("run-5") != colour);
    }

    void whatIsReadAnewDoesNotUndoANote()
    {
        const auto home = std::make_shared<Home>();
        makeRuns(*home, 1);
        Program program(home);
        begin(program, 1);
        app::RunLibrary& runs = program.laboratory.runs();
        const QString run = idOf(program, "run-0");
        const auto noted = [&] { return runs.find(run)->summary.marks.note; };
        QSignalSpy changed(&runs, &app::RunLibrary::changed);
        runs.reread(run); // It may be read before the note is written, and is told of after.
        runs.setMarks(run, {false, "typed meanwhile"});
        runs.rename(run, u"renamed meanwhile"_s);
        const auto before = changed.count();
        QTRY_VERIFY_WITH_TIMEOUT(changed.count() > before, kLongMs);
        QCOMPARE(noted(), "typed meanwhile"s);
        QCOMPARE(runs.find(run)->summary.name, "renamed meanwhile"s);
    }

    void aDeletedRunComesBackOrIsGoneWithTheWindow()
    {
        const auto home = std::make_shared<Home>();
        makeRuns(*home, 3);
        {
            Program program(home);
            begin(program, 3);
            const QString run = idOf(program, "run-1");
            auto& panel = program.window.runs();
            panel.setCurrent(run);
            Q_EMIT panel.currentChanged(run);
            panel.findChild<QAction*>(u"deleteAction"_s)->trigger();
            QVERIFY(!QFile::exists(run));
            QVERIFY(program.laboratory.runs().find(run) == nullptr);
            QVERIFY(panel.current() != run && !panel.current().isEmpty());
            panel.findChild<QToolButton*>(u"undoButton"_s)->click();
            QVERIFY(QFile::exists(run + u"/spec.json"_s));
            QCOMPARE(panel.current(), run);
            QCOMPARE(program.laboratory.runs().rows()[1].id, run); // where it stood
            QVERIFY(!panel.findChild<QWidget*>(u"undoBar"_s)->isVisible());
            panel.findChild<QAction*>(u"deleteAction"_s)->trigger();
        }
        QVERIFY(!QFile::exists(home->folder.filePath(u"runs/.deleted"_s)));
        Program program(home);
        begin(program, 2);
    }

    void namesAndNotesOutliveTheWindowAndARunGoesOnUnderItsNewName()
    {
        const auto home = std::make_shared<Home>();
        QString run;
        {
            Program program(home);
            begin(program, 0);
            program.laboratory.open({program.tinySpec("100000")});
            QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
            program.stopAfter(5);
            run = program.laboratory.runs().rows().front().id;
            Q_EMIT program.window.runs().renameRequested(run, u"With dropout"_s);
            Q_EMIT program.window.runs().marksChanged(run, {true, "#lecture3"});
        }
        Program program(home);
        begin(program, 1);
        const ui::RunRow& row = program.laboratory.runs().rows().front();
        QCOMPARE(row.id, run); // The folder has kept its name.
        QCOMPARE(row.summary.name, "With dropout"s);
        QVERIFY(row.summary.marks == (core::RunMarks{true, "#lecture3"}));
        Q_EMIT program.window.runs().resumeRequested(run);
        program.stopAfter(5);
        QVERIFY(core::readRunHistory(run.toStdString()).resumedAt.size() == 1);
        QCOMPARE(core::readRunSummary(run.toStdString()).name, "With dropout"s);
    }

    void theRunChosenAndTheTicksOutliveTheWindow()
    {
        const auto home = std::make_shared<Home>();
        makeRuns(*home, 4);
        const auto ticked = [](Program& program) {
            QStringList ids;
            for (const ui::RunRow& row : program.laboratory.runs().rows())
                if (row.shown)
                    ids << row.id;
            return ids;
        };
        QStringList before;
        QString chosen;
        {
            Program program(home);
            begin(program, 4);
            program.laboratory.open({program.tinySpec("100000")}); // A run more, ticked by itself.
            QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
            program.stopAfter(3);
            chosen = idOf(program, "run-0");
            Q_EMIT program.window.runs().currentChanged(chosen);
            before = ticked(program);
            QCOMPARE(before.size(), 4); // Three of the first ones, and the trained one.
            program.window.close();
        }
        Program program(home);
        begin(program, 5);
        QCOMPARE(ticked(program), before);
        QTRY_COMPARE(program.window.runs().current(), chosen);
    }

    void atFirstTheLatestRunsOfOneTaskAreTicked()
    {
        const auto home = std::make_shared<Home>();
        makeRuns(*home, 5);
        const std::filesystem::path other
            = home->folder.filePath(u"runs/run-3/spec.json"_s).toStdString();
        std::filesystem::remove(other);
        core::writeSpec(core::findPreset("reverse").spec, other);
        Program program(home);
        begin(program, 5);
        QString shown;
        for (const ui::RunRow& row : program.laboratory.runs().rows())
            shown += row.shown ? u'x' : u'-';
        QCOMPARE(shown, u"-xx-x"_s);
    }
};

UNROLL_TEST(LaboratoryRunsTest, QApplication)
#include "laboratory_runs_test.moc"
