#include "core/text/subword/helper_process.h"
#include "core/text/subword/subword_protocol.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

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

} // namespace

class HelperProcessTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsSentComesBackThroughCat()
    {
        HelperProcess echo("/bin/cat", {});
        for (const std::string& text :
             {std::string("hello"), std::string(), std::string("\0\n", 2)}) {
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
        QCOMPARE(cut.lastLog(), std::string("why\n"));
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
        try {
            silent.receive(core::Monitor(stop.get_token(), {}));
            QFAIL("not stopped");
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::Cancelled);
        }
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
        try {
            HelperProcess none("/nowhere/unroll-spm", {});
            QFAIL("started nothing");
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::Helper);
            QVERIFY(error.failure().sentence().find("/nowhere/unroll-spm") != std::string::npos);
        }
    }

    void theHelperIsFoundBesideTheProgramOrByName()
    {
        QCOMPARE(core::subwordHelper().filename().string(), std::string("unroll-spm"));
        ::setenv("UNROLL_SPM_HELPER", "/elsewhere/spm", 1);
        QCOMPARE(core::subwordHelper().string(), std::string("/elsewhere/spm"));
        ::unsetenv("UNROLL_SPM_HELPER");
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

QTEST_APPLESS_MAIN(HelperProcessTest)
#include "helper_process_test.moc"
