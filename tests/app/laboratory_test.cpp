#include "app/lab/laboratory.h"

#include "ui/curves/curves_view.h"
#include "ui/results/results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/widgets/theme.h"

#include "core/experiment/presets.h"
#include "core/experiment/spec_json.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int kLongMs = 120000;

/// The whole program in a folder of its own.
struct Program {
    QTemporaryDir folder;
    ui::Theme theme;
    ui::MainWindow window{app::knowledge()};
    app::Laboratory laboratory{window,
                               {folder.filePath(QStringLiteral("runs")),
                                folder.filePath(QStringLiteral("session.unroll")),
                                folder.filePath(QStringLiteral("unroll.ini"))}};

    QString write(const QString& name, const QByteArray& content) const
    {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName();
    }

    /// A small bundled sample for a few seconds of training, as a spec file.
    QString tinySpec(const char* epochs) const
    {
        core::ExperimentSpec spec = core::findPreset("reviews").spec;
        for (const auto& [path, value] : {std::pair{"data.sample.texts", "400"},
                                          {"training.epochs", epochs},
                                          {"training.threads", "1"}})
            spec = core::withValue(spec, path, value);
        const QString path = folder.filePath(QStringLiteral("tiny.unroll"));
        core::writeSpec(spec, path.toStdString());
        return path;
    }

    bool startable()
    {
        Q_EMIT window.startRequested();
        return laboratory.training().active();
    }
};

} // namespace

class LaboratoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBundledSampleIsReadyToStartAndLearns()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("2")});
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(program.window.view() == ui::View::Curves);
        QVERIFY(ended.wait(kLongMs));
        const auto report = ended.first().first().value<core::EndReport>();
        QCOMPARE(report.state, core::RunState::Completed);
        QCOMPARE(program.laboratory.runs().rows().size(), size_t{1});
        const QString run = program.laboratory.runs().rows().front().id;
        QVERIFY(program.window.curves().knows(run));
    }

    void theSentenceIsAnsweredWhileTrainingRuns()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("100000")});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        program.window.showView(ui::View::Sentence);
        std::vector<int64_t> steps;
        QSignalSpy updated(&program.laboratory.training(), &app::TrainingController::updated);
        QVERIFY(updated.wait(kLongMs));
        std::atomic<int> answers{0};
        QVERIFY(program.laboratory.training().ask([&](core::LiveModel& model) {
            answers += model.inspect("the film was not bad").tokens.size() == 5;
        }));
        QTRY_COMPARE(answers.load(), 1);
        QVERIFY(program.laboratory.training().active());
    }

    void droppedDataReplacesTheSample()
    {
        Program program;
        program.laboratory.begin();
        QByteArray rows = "label\ttext\n";
        for (int i = 0; i < 40; ++i)
            rows += (i % 2 ? "yes\tgood thing number " : "no\tbad thing number ")
                + QByteArray::number(i) + "\n";
        program.laboratory.open({program.write(QStringLiteral("my.tsv"), rows)});
        QTRY_COMPARE_WITH_TIMEOUT(
            program.window.setup().spec()["data"]["sample"]["kind"].get<std::string>(),
            std::string("none"), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
    }

    void badFilesAreSaidAndNothingBreaks()
    {
        Program program;
        program.laboratory.begin();
        program.laboratory.open({program.write(QStringLiteral("empty.csv"), {})});
        QTest::qWait(500);
        QVERIFY(!program.startable());
        program.laboratory.open({program.write(QStringLiteral("bad.unroll"), "{")});
        program.laboratory.open({QStringLiteral("/nowhere/at/all.csv")});
        QTest::qWait(500);
        QVERIFY(!program.startable());
        program.laboratory.open({program.tinySpec("1")});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
    }

    void theSetupIsFoundAgainAsItWasLeft()
    {
        QTemporaryDir folder;
        const app::Places places{folder.filePath(QStringLiteral("runs")),
                                 folder.filePath(QStringLiteral("session.unroll")),
                                 folder.filePath(QStringLiteral("unroll.ini"))};
        const ui::Theme theme;
        const auto withWindow = [&](auto&& use) {
            ui::MainWindow window(app::knowledge());
            app::Laboratory laboratory(window, places);
            laboratory.begin();
            use(window, laboratory);
        };
        withWindow([](ui::MainWindow& window, app::Laboratory&) {
            Q_EMIT window.presetChosen(QStringLiteral("names"));
        });
        withWindow([](ui::MainWindow& window, app::Laboratory&) {
            QCOMPARE(window.setup().spec()["name"].get<std::string>(), std::string("names"));
        });
    }
};
QTEST_MAIN(LaboratoryTest)
#include "laboratory_test.moc"
