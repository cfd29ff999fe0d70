#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/seal.h"
#include "core/train/event_log.h"
#include "tests/support/bytes_read.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

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

std::string checked(const std::string& object)
{
    return core::withChecksum(object) + "\n";
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
                     checked(R"({"event":"a","x":1})") + checked(R"({"event":"b"})"));
            QCOMPARE(log.size(), static_cast<int64_t>(core::readFile(path()).size()));
        }
        EventLog again(path());
        again.append({{"event", "c"}});
        again.sync();
        QVERIFY(core::readFile(path()).ends_with(checked(R"({"event":"b"})")
                                                 + checked(R"({"event":"c"})")));
    }

    void whatIsLeftIsWrittenAtTheEnd()
    {
        {
            EventLog log(path());
            log.append({{"event", "a"}});
        }
        QCOMPARE(core::readFile(path()), checked(R"({"event":"a"})"));
    }

    void badUtf8DoesNotEndTheLog()
    {
        EventLog log(path());
        log.append({{"event", "caf\xe9"s}});
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
        QCOMPARE(core::readFile(path()), ""s);
    }

    void cutsWhereTheCheckpointWas()
    {
        write(path(), update(1) + update(2) + update(3));
        EventLog log(path());
        log.cutAfter(static_cast<int64_t>((update(1) + update(2)).size()), 2);
        log.append({{"event", "next"}});
        log.flush();
        QCOMPARE(core::readFile(path()), update(1) + update(2) + checked(R"({"event":"next"})"));
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

    /// A run of millions of updates is resumed without reading them.
    void ofALongLogOnlyTheEndIsRead()
    {
        std::string lines;
        for (int step = 1; lines.size() < (size_t{40} << 20); ++step)
            lines += update(step);
        const std::string more = update(100'000'000) + update(100'000'001);
        write(path(), lines + more + "{\"event\":\"upd");
        const int64_t before = support::bytesRead();
        EventLog log(path());
        QCOMPARE(log.size(), static_cast<int64_t>((lines + more).size()));
        log.cutAfter(static_cast<int64_t>(lines.size()), 7);
        QCOMPARE(log.size(), static_cast<int64_t>(lines.size()));
        log.cutFrom(1000, [](std::string_view line) -> int64_t {
            constexpr std::string_view kBegin = R"({"event":"update","step":)";
            return line.starts_with(kBegin) ? std::stoll(std::string(line.substr(kBegin.size())))
                                            : 0;
        });
        QVERIFY(support::bytesRead() - before < (int64_t{32} << 20));
        QVERIFY(core::readFile(path()).ends_with("\n" + update(999)));
    }

    /// `cp -al` gives each file a second name.
    void aLogWithAnotherNameBecomesOnesOwn()
    {
        const auto other = std::filesystem::path(m_folder.path().toStdString()) / "thesis.txt";
        std::filesystem::remove(other);
        write(other, "A thesis\nof two years");
        std::filesystem::create_hard_link(other, path());
        {
            EventLog log(path());
            log.cutAfter(0, 0);
            log.append({{"event", "a"}});
        }
        QCOMPARE(core::readFile(other), "A thesis\nof two years"s);
        QCOMPARE(core::readFile(path()), checked(R"({"event":"a"})"));
    }

    void aFolderThatIsNotThereIsASentence()
    {
        const core::Failure failure
            = support::failureOf([&] { const EventLog log("/proc/no/such/folder/events.jsonl"); });
        QCOMPARE(failure.code, core::ErrorCode::FileUnwritable);
        QVERIFY(support::contains(failure.sentence(), "events.jsonl"));
    }
};
UNROLL_TEST(EventLogTest, QCoreApplication)
#include "event_log_test.moc"
