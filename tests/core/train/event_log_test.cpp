#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/train/event_log.h"
#include "tests/support/test_case.h"

#include <QTemporaryDir>

#include <fstream>

using core::EventLog;
using core::Json;

namespace {

void write(const std::filesystem::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary) << content;
}

std::string update(int step)
{
    return R"({"event":"update","step":)" + std::to_string(step) + "}\n";
}

} // namespace

class EventLogTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::filesystem::path path() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "events.jsonl";
    }

private Q_SLOTS:
    void init() { std::filesystem::remove(path()); }

    void linesAreAppendedWhole()
    {
        {
            EventLog log(path());
            log.append({{"event", "a"}, {"x", 1}});
            log.append({{"event", "b"}});
            log.flush();
            QCOMPARE(core::readFile(path()),
                     std::string("{\"event\":\"a\",\"x\":1}\n{\"event\":\"b\"}\n"));
            QCOMPARE(log.size(), static_cast<int64_t>(core::readFile(path()).size()));
        }
        EventLog again(path());
        again.append({{"event", "c"}});
        again.sync();
        QVERIFY(core::readFile(path()).ends_with("{\"event\":\"b\"}\n{\"event\":\"c\"}\n"));
    }

    void whatIsLeftIsWrittenAtTheEnd()
    {
        {
            EventLog log(path());
            log.append({{"event", "a"}});
        }
        QCOMPARE(core::readFile(path()), std::string("{\"event\":\"a\"}\n"));
    }

    void badUtf8DoesNotEndTheLog()
    {
        EventLog log(path());
        log.append({{"event", std::string("caf\xe9")}});
        log.flush();
        QVERIFY(!Json::parse(core::readFile(path()), nullptr, false).is_discarded());
    }

    void aTornLastLineIsCutOff()
    {
        write(path(), update(1) + update(2) + "{\"event\":\"upd");
        const EventLog log(path());
        QCOMPARE(core::readFile(path()), update(1) + update(2));
        QCOMPARE(log.size(), static_cast<int64_t>((update(1) + update(2)).size()));
    }

    void aFileOfOneTornLineBecomesEmpty()
    {
        write(path(), "{\"event\"");
        EventLog log(path());
        QCOMPARE(core::readFile(path()), std::string());
    }

    void cutsWhereTheCheckpointWas()
    {
        write(path(), update(1) + update(2) + update(3));
        EventLog log(path());
        log.cutAfter(static_cast<int64_t>((update(1) + update(2)).size()), 2);
        log.append({{"event", "next"}});
        log.flush();
        QCOMPARE(core::readFile(path()), update(1) + update(2) + "{\"event\":\"next\"}\n");
    }

    void cutsByStepWhenTheFileWasChanged()
    {
        const std::string lines = update(1) + update(2) + update(3);
        for (const int64_t bytes : {int64_t{5}, int64_t{100000}}) {
            write(path(), lines);
            EventLog log(path());
            log.cutAfter(bytes, 2);
            QCOMPARE(core::readFile(path()), update(1) + update(2));
        }
    }

    void aFolderThatIsNotThereIsASentence()
    {
        try {
            const EventLog log("/proc/no/such/folder/events.jsonl");
            QFAIL("opened");
        } catch (const core::Error& error) {
            QCOMPARE(error.failure().code, core::ErrorCode::FileUnwritable);
            QVERIFY(error.failure().sentence().find("events.jsonl") != std::string::npos);
        }
    }
};
UNROLL_TEST(EventLogTest, QCoreApplication)
#include "event_log_test.moc"
