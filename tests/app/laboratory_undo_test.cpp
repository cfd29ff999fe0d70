#include "app/lab/preview_service.h"
#include "core/train/run_folder.h"
#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/runs/runs_panel.h"

using support::kLongMs;
using support::Program;

namespace {

QUndoStack& history(const Program& program)
{
    return program.window.setup().history();
}

std::string text(const Program& program, const char* section, const char* name)
{
    return program.window.setup().spec()[section][name].dump();
}

/// Presses a button of the question that stands in front of the window.
void answer(Program& program, const char* button)
{
    program.window.close();
    auto* question = program.window.findChild<QMessageBox*>(u"closeQuestion"_s);
    QVERIFY(question != nullptr);
    mouseClick(question->findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
}

} // namespace

/// The whole program: what is done in the set-up is undone, and a training that is closed is kept.
class LaboratoryUndoTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPresetIsUndoneAndEverythingFollows()
    {
        Program program;
        program.laboratory.begin();
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QVERIFY(!history(program).canUndo()); // Neither the session nor its preview is a step.
        const core::Json before = program.window.setup().spec();
        Q_EMIT program.window.presetChosen(u"reverse"_s);
        QVERIFY2(history(program).undoText().startsWith(u"choice of preset: "_s),
                 qPrintable(history(program).undoText()));
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QCOMPARE(history(program).count(), 1);
        history(program).undo();
        QCOMPARE(program.window.setup().spec().dump(), before.dump());
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QVERIFY(program.startable()); // With what is shown:
        QCOMPARE(program.laboratory.runs().rows().front().summary.spec.name,
                 before["name"].get<std::string>());
    }

    /// The data with a preset are one, and the settings that the data decide are another.
    void newDataOfAnotherTaskAreTwoSteps()
    {
        Program program;
        program.laboratory.begin();
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        program.window.setup().chooseTask("translation");
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        const core::Json before = program.window.setup().spec();
        program.laboratory.open({program.write(u"spam.csv"_s, support::labelledTable(6000))});
        QTRY_COMPARE_WITH_TIMEOUT(history(program).undoText(), u"settings for these data"_s,
                                  kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        const core::Json after = program.window.setup().spec();
        QCOMPARE(after["task"]["kind"].get<std::string>(), "classification"s);
        history(program).undo();
        QCOMPARE(history(program).undoText(), u"new data: spam.csv"_s);
        history(program).undo();
        QCOMPARE(program.window.setup().spec().dump(), before.dump());
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        history(program).redo();
        history(program).redo();
        QCOMPARE(program.window.setup().spec().dump(), after.dump());
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
    }

    void settingsOfARunAndOfAFileAreSteps()
    {
        Program program;
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("1")});
        QCOMPARE(history(program).undoText(), u"opening of tiny.unroll"_s);
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(ended.wait(kLongMs));
        const core::Json before = program.window.setup().spec();
        Q_EMIT program.window.presetChosen(u"names"_s);
        const ui::RunRow& row = program.laboratory.runs().rows().front();
        Q_EMIT program.window.runs().settingsRequested(row.id);
        QCOMPARE(history(program).undoText(),
                 u"taking settings of "_s + QString::fromStdString(row.summary.name));
        QCOMPARE(program.window.setup().spec().dump(), before.dump());
        history(program).undo();
        QCOMPARE(text(program, "data", "sample").find("names") != std::string::npos, true);
    }

    void theDeviceIsAStepAndItsBoxFollows()
    {
        Program program;
        program.laboratory.begin();
        Q_EMIT program.window.deviceChosen(u"cuda:7"_s);
        QCOMPARE(history(program).undoText(), u"change of device"_s);
        history(program).undo();
        QCOMPARE(text(program, "training", "device"), "\"cpu\""s);
    }

    void dataThatWereReadAreNotReadAgain()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"spam.csv"_s));
        const auto write = [&](int rows) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(support::labelledTable(rows));
            file.close();
        };
        write(60);
        core::DataSpec data;
        data.train = {file.fileName().toStdString()};
        app::PreviewService previews;
        QSignalSpy progressed(&previews, &app::PreviewService::dataProgressed);
        QSignalSpy ready(&previews, &app::PreviewService::dataReady);
        const auto preview = [&](const core::DataSpec& spec) {
            previews.previewData("classification", spec);
            QVERIFY(ready.wait(kLongMs));
        };
        const auto latest = [&] { return ready.last().first().value<core::DataPreview>(); };
        preview(data);
        const qsizetype whenRead = progressed.count();
        QVERIFY(whenRead > 0);
        preview(data);
        preview(latest().spec); // With the format that was recognised: what is asked for on undo.
        QCOMPARE(progressed.count(), whenRead);
        QCOMPARE(latest().trainRows + latest().validRows, 60);
        write(80);
        preview(data);
        QVERIFY(progressed.count() > whenRead);
        QCOMPARE(latest().trainRows + latest().validRows, 80);
    }

    void anEditDoesNotBeginTheReadingAgain()
    {
        Program program;
        program.laboratory.begin();
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        program.laboratory.open({program.write(u"spam.csv"_s, support::labelledTable(60))});
        core::Json edit = program.window.setup().spec();
        edit["name"] = "mine"; // While the file is being recognised.
        Q_EMIT program.window.setup().specChanged(edit);
        QTRY_VERIFY_WITH_TIMEOUT(
            text(program, "data", "train").find("spam.csv") != std::string::npos, kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
    }

    void closingStopsAndSaves()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("100000")});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QSignalSpy updated(&program.laboratory.training(), &app::TrainingController::updated);
        QVERIFY(updated.wait(kLongMs));
        answer(program, "stopAndCloseButton");
        QVERIFY(program.window.isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!program.window.isVisible(), kLongMs);
        const auto run
            = std::filesystem::path(program.laboratory.runs().rows().front().id.toStdString());
        const core::RunHistory events = core::readRunHistory(run);
        QVERIFY(events.ended);
        QCOMPARE(events.end.state, core::RunState::Stopped);
        QCOMPARE(core::readRunSummary(run).steps, events.updates.back().step);
    }

    void closingAfterTheEpochEndsWithItsLastUpdate()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("100000")});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QSignalSpy started(&program.laboratory.training(), &app::TrainingController::started);
        QSignalSpy updated(&program.laboratory.training(), &app::TrainingController::updated);
        QVERIFY(updated.wait(kLongMs));
        const int64_t perEpoch = started.first().first().value<core::StartReport>().updatesPerEpoch;
        answer(program, "closeAfterEpochButton");
        QTRY_VERIFY_WITH_TIMEOUT(!program.window.isVisible(), kLongMs);
        const core::RunHistory events
            = core::readRunHistory(program.laboratory.runs().rows().front().id.toStdString());
        QCOMPARE(events.end.state, core::RunState::Stopped);
        QVERIFY(perEpoch > 1);
        QCOMPARE(events.updates.back().step % perEpoch, 0);
        QCOMPARE(events.epochs.back().step, events.updates.back().step);
    }
};

UNROLL_TEST(LaboratoryUndoTest, QApplication)
#include "laboratory_undo_test.moc"
