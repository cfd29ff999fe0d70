#include "core/distributed/open_group.h"
#include "tests/support/followers.h"
#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/widgets/message_bar.h"

#include <csignal>

using support::kLongMs;
using support::Program;

/// The whole program: one of the processes of a training that it started is killed.
class LostProcessTest : public QObject {
    Q_OBJECT
private:
    static QString endless(const Program& program, const char* elastic)
    {
        return program.written("reviews-mean",
                               {{"data.sample.texts", "400"},
                                {"training.epochs", "100000"},
                                {"training.patience", "0"},
                                {"training.threads", "1"},
                                {"training.processes", "2"},
                                {"training.elastic", elastic}});
    }
    /// Starts the training of a spec and kills its other process after some updates.
    static void startAndKill(Program& program, const char* elastic)
    {
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({endless(program, elastic)});
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        QSignalSpy updated(&program.laboratory.training(), &app::TrainingController::updated);
        Q_EMIT program.window.startRequested();
        QTRY_VERIFY_WITH_TIMEOUT(updated.count() > 3, kLongMs);
        const std::vector<int> others = support::followers();
        QCOMPARE(others.size(), size_t{1});
        QCOMPARE(::kill(others.front(), SIGKILL), 0);
    }
    static const ui::MessageBar* bar(const Program& program)
    {
        for (const auto* each : program.window.findChildren<ui::MessageBar*>())
            if (each->isVisible() && each->text().contains(u"process"_s))
                return each;
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!core::canTrainInSeveralProcesses())
            QSKIP("This build trains in one process only.");
    }

    /// It stays until it was read, and is said again at the end.
    void aTrainingThatGoesOnSaysSo()
    {
        Program program;
        startAndKill(program, "true");
        const QString lost
            = u"1 process of this training has ended. The training goes on with 1 process."_s;
        QTRY_VERIFY_WITH_TIMEOUT(bar(program) != nullptr, kLongMs);
        QSignalSpy updated(&program.laboratory.training(), &app::TrainingController::updated);
        QVERIFY(updated.wait(kLongMs));
        QVERIFY2(bar(program)->text().startsWith(lost), qPrintable(bar(program)->text()));
        QVERIFY(bar(program)->text().contains(u"stop it and resume the run"_s));
        QCOMPARE(bar(program)->kind(), ui::MessageBar::Kind::Failure); // No notice leaves so.
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        Q_EMIT program.window.stopRequested();
        QVERIFY(ended.wait(kLongMs));
        QVERIFY2(bar(program) != nullptr
                     && bar(program)->text().contains(u"Not all of its processes trained"_s),
                 "It was not said at the end.");
        QVERIFY(bar(program)->text().contains(u"Stopped at update"_s));
    }

    void aTrainingThatEndsSaysHowItGoesOn()
    {
        Program program;
        startAndKill(program, "false");
        QTRY_VERIFY_WITH_TIMEOUT(!program.laboratory.training().active(), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(bar(program) != nullptr, kLongMs);
        QVERIFY2(bar(program)->text().contains(u"has ended"_s), qPrintable(bar(program)->text()));
        QVERIFY2(bar(program)->text().contains(u"Resume the run"_s)
                     && bar(program)->text().contains(u"last checkpoint"_s),
                 qPrintable(bar(program)->text()));
        QCOMPARE(bar(program)->kind(), ui::MessageBar::Kind::Failure);
        QVERIFY(program.laboratory.runs().rows().front().summary.steps > 0);
    }
};

UNROLL_TEST(LostProcessTest, QApplication)
#include "lost_process_test.moc"
