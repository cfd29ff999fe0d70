#include "core/text/subword/helper_process.h"
#include "core/text/subword/subword_protocol.h"
#include "tests/support/failure.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

using core::HelperProcess;

namespace {

std::string framed(const std::string& content)
{
    std::string frame;
    core::subword::appendText(frame, content);
    return frame;
}

/// The value behind `name` in a file of /proc.
QByteArray valueIn(const std::string& path, const QByteArray& name)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith(name))
            return line.mid(name.size()).simplified().split(' ').front();
    return {};
}

} // namespace

class HelperProcessTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsSentComesBackThroughCat()
    {
        HelperProcess echo("/bin/cat", {});
        for (const std::string& text : {"hello"s, ""s, std::string("\0\n", 2)}) {
            QVERIFY(echo.send(framed(text), {}));
            QCOMPARE(echo.receive({}), text);
        }
    }

    void moreThanAnyPipeHoldsGoesBothWaysAtOnce()
    {
        // cat answers while we still write: waiting for one side only would block both for ever.
        HelperProcess echo("/bin/cat", {});
        const std::string large(20'000'000, 'x');
        QVERIFY(echo.send(framed(large), {}));
        QVERIFY(echo.receive({}) == large);
    }

    void aFloodOfLogLinesBlocksNothing()
    {
        HelperProcess noisy("/bin/sh",
                            {"-c",
                             "i=0; while [ $i -lt 20000 ]; do echo line $i >&2; "
                             "i=$((i+1)); done; cat"});
        int lines = 0;
        noisy.onLogLine([&](const std::string&) { ++lines; });
        QVERIFY(noisy.send(framed(std::string(1'000'000, 'y')), {}));
        QCOMPARE(noisy.receive({})->size(), size_t{1'000'000});
        QCOMPARE(lines, 20000);
        QVERIFY(noisy.lastLog().find("line 19999") != std::string::npos);
    }

    void aChildThatIsGoneRaisesNoSignal()
    {
        HelperProcess gone("/bin/true", {});
        QVERIFY(!gone.receive({}));
        QVERIFY(!gone.send(framed("anybody?"), {}));
    }

    void aCutFrameIsNoAnswer()
    {
        HelperProcess cut("/bin/sh", {"-c", "printf '\\005\\000\\000\\000ab'; echo why >&2"});
        QVERIFY(!cut.receive({}));
        QCOMPARE(cut.lastLog(), "why\n"s);
    }

    void aFrameOfImpossibleLengthIsRefused()
    {
        HelperProcess wrong("/bin/sh", {"-c", "echo this is not a frame; sleep 60"});
        QVERIFY_EXCEPTION_THROWN(wrong.receive({}), core::Error);
    }

    void waitingEndsWhenAsked()
    {
        HelperProcess silent("/bin/sleep", {"60"});
        std::stop_source stop;
        const std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop.request_stop();
        });
        QCOMPARE(
            support::failureOf([&] { silent.receive(core::Monitor(stop.get_token(), {})); }).code,
            core::ErrorCode::Cancelled);
    }

    void whoSaysNothingInTimeIsASentence_data()
    {
        addColumn<QString>("script");
        newRow("silent", "sleep 60");
        newRow("cut", "printf '\\005\\000\\000\\000ab'; sleep 60");
        newRow("chatty", "while true; do echo still here >&2; done");
    }
    void whoSaysNothingInTimeIsASentence()
    {
        QFETCH(QString, script);
        HelperProcess silent("/bin/sh", {"-c", script.toStdString()});
        silent.expectWithin(std::chrono::milliseconds(300));
        QElapsedTimer clock;
        clock.start();
        // The message is larger than the socket's buffer.
        const core::Failure failure = support::failureOf([&] {
            silent.send(framed(std::string(10'000'000, 'x')), {});
            silent.receive({});
        });
        QCOMPARE(failure.code, core::ErrorCode::Helper);
        QVERIFY(support::contains(failure.sentence(), "within 1 seconds"));
        QVERIFY(clock.elapsed() >= 300 && clock.elapsed() < 20000);
    }

    void theChildIsKilledWithItsOwner()
    {
        pid_t process = 0;
        {
            HelperProcess silent("/bin/sleep", {"60"});
            process = silent.processId();
            QCOMPARE(::kill(process, 0), 0);
        }
        QVERIFY(::kill(process, 0) != 0); // Ended and waited for: no zombie is left.
    }

    void aMissingProgramIsASentence()
    {
        const core::Failure failure
            = support::failureOf([&] { HelperProcess none("/nowhere/unroll-spm", {}); });
        QCOMPARE(failure.code, core::ErrorCode::Helper);
        QVERIFY(support::contains(failure.sentence(), "/nowhere/unroll-spm"));
    }

    void theHelperIsFoundBesideTheProgramOrByName()
    {
        QCOMPARE(core::subwordHelper().filename().string(), "unroll-spm"s);
        ::setenv("UNROLL_SPM_HELPER", "/elsewhere/spm", 1);
        QCOMPARE(core::subwordHelper().string(), "/elsewhere/spm"s);
        ::unsetenv("UNROLL_SPM_HELPER");
    }

    void theHelperGivesUpItsRights()
    {
        for (const char* command : {"train", "serve"}) {
            Strings arguments{command};
            if (arguments[0] == "serve")
                arguments.emplace_back("bpe");
            HelperProcess helper(core::subwordHelper(), arguments);
            const std::string folder = "/proc/" + std::to_string(helper.processId()) + "/";
            // It is confined before it reads; until then the files say what we are.
            QTRY_COMPARE(valueIn(folder + "status", "NoNewPrivs:"), "1"_ba);
            QTRY_COMPARE(valueIn(folder + "limits", "Max file size"), "0"_ba);
            QCOMPARE(valueIn(folder + "limits", "Max core file size"), "0"_ba);
            if (kWatchesMemory)
                continue;
            QTRY_COMPARE(valueIn(folder + "limits", "Max open files"), "0"_ba);
            QVERIFY(valueIn(folder + "limits", "Max address space") != "unlimited");
#ifdef UNROLL_SECCOMP
            QTRY_COMPARE(valueIn(folder + "status", "Seccomp:"), "2"_ba);
#endif
        }
    }

    /// The attempts of a program that has given up its rights like the helper.
    void whatIsGivenUpIsGone_data()
    {
        addColumn<QString>("work");
        newRow("serving", "serving");
        newRow("training", "training");
    }
    void whatIsGivenUpIsGone()
    {
        if (kWatchesMemory)
            QSKIP("A sanitizer needs what is given up.");
        QFETCH(QString, work);
        QProcess probe;
        probe.start(QStringLiteral(UNROLL_CONFINEMENT_PROBE), {work});
        QVERIFY(probe.waitForFinished(60000));
        QCOMPARE(probe.exitStatus(), QProcess::NormalExit);
        const QByteArray said = probe.readAllStandardOutput();
        for (const char* refused : {"open", "create", "socket", "memory"})
            QVERIFY2(said.contains(QByteArray(refused) + " refused\n"), said.constData());
        QVERIFY2(said.contains("work done\n"), said.constData());
#ifdef UNROLL_SECCOMP
        for (const char* refused : {"fork", "execute", "code", "trace"})
            QVERIFY2(said.contains(QByteArray(refused) + " refused\n"), said.constData());
        const char* thread = work == u"training"_s ? "thread done\n" : "thread refused\n";
        QVERIFY2(said.contains(thread), said.constData());
#endif
    }

    void theHelperEndsWithItsInputAndRefusesNonsense()
    {
        HelperProcess cut(core::subwordHelper(), {"train"});
        // A settings frame that is cut: the helper says so rather than train on half a corpus.
        QVERIFY(cut.send(framed("\x09\x01"), {}));
        const auto answer = cut.receive({});
        QVERIFY(answer && answer->front() == static_cast<char>(core::subword::Status::Failed));
        QVERIFY(!cut.receive({}));
    }
};

UNROLL_TEST(HelperProcessTest, QCoreApplication)
#include "helper_process_test.moc"
