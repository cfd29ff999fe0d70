#include "core/base/atomic_file.h"
#include "core/base/seal.h"
#include "core/probe/updates/recording_file.h"
#include "tests/support/bytes_read.h"
#include "tests/support/test_case.h"

#include <fcntl.h>
#include <unistd.h>

using core::ReadRecording;

namespace {

constexpr int64_t kUpdates = 3000;

std::string updateLine(int64_t step)
{
    core::RecordedUpdate update;
    update.step = step;
    update.loss = 1.0 / static_cast<double>(step);
    for (int32_t item = 0; item < 1000; ++item)
        update.items.push_back(item);
    return core::toJson(update).dump();
}

std::string parametersLine(const char* name)
{
    return core::parametersToJson({{name, "encoder", {2, 3}, 6}}).dump();
}

} // namespace

/// updates.jsonl of any length: what is asked for is looked for, not read from the beginning.
class RecordingFileTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::filesystem::path run() const { return m_folder.path().toStdString(); }
    std::filesystem::path file() const { return run() / core::kRecordingFile; }

    /// Two halves with more than a gigabyte between them that was never written.
    void writeLarge() const
    {
        const auto lines = [](int64_t first, int64_t last) {
            std::string text;
            for (int64_t step = first; step <= last; ++step) {
                if (step % 200 == 1)
                    text += core::withChecksum(parametersLine("weight")) + "\n";
                text += core::withChecksum(updateLine(step)) + "\n";
            }
            return text;
        };
        core::writeFileAtomically(file(), lines(1, kUpdates / 2));
        QCOMPARE(::truncate(file().c_str(), off_t{1200} << 20), 0);
        const auto more = core::openRegularFile(file(), O_WRONLY | O_APPEND);
        QVERIFY(core::writeAll(more.get(), "\n" + lines(kUpdates / 2 + 1, kUpdates)));
    }

private Q_SLOTS:
    void init() { std::filesystem::remove(file()); }

    void aRecordingOfMoreThanAGigabyteIsRead()
    {
        writeLarge();
        const ReadRecording last = core::readRecording(run(), 0);
        QCOMPARE(last.updates.size(), core::Recording::kUpdates);
        QCOMPARE(last.updates.front()->step, kUpdates - 199);
        QCOMPARE(last.updates.back()->step, kUpdates);
        QCOMPARE(last.parameters.at(0).name, "weight"s);
        const ReadRecording before = core::readRecording(run(), 1000);
        QCOMPARE(before.updates.size(), core::Recording::kUpdates);
        QCOMPARE(before.updates.back()->step, 1000);
        QCOMPARE(before.parameters.size(), size_t{1});
        QCOMPARE(core::readRecording(run(), 30).updates.size(), size_t{30});
    }

    void oneUpdateIsFoundWithoutReadingTheOthers()
    {
        writeLarge();
        const int64_t before = support::bytesRead();
        for (const int64_t step : {int64_t{1}, int64_t{77}, kUpdates}) {
            const core::ShownUpdate update = core::readRecordedUpdate(run(), step);
            QVERIFY(update != nullptr);
            QCOMPARE(update->step, step);
            QCOMPARE(update->items.size(), size_t{1000});
        }
        QVERIFY(core::readRecordedUpdate(run(), kUpdates + 1) == nullptr);
        const int64_t searched = support::bytesRead() - before;
        QVERIFY2(searched < (int64_t{64} << 20), std::to_string(searched).c_str());
    }

    void whatWasDamagedIsLeftOut()
    {
        std::string line = core::withChecksum(updateLine(2));
        line[line.find("999")] = '8'; // Another item of the batch, as likely as the right one.
        core::writeFileAtomically(file(),
                                  core::withChecksum(parametersLine("weight")) + "\n"
                                      + core::withChecksum(updateLine(1)) + "\n" + line + "\n"
                                      + core::withChecksum(updateLine(3)) + "\n");
        const ReadRecording read = core::readRecording(run(), 0);
        QCOMPARE(read.updates.size(), size_t{2});
        QVERIFY(core::readRecordedUpdate(run(), 2) == nullptr);
        QVERIFY(core::readRecordedUpdate(run(), 3) != nullptr);
    }

    /// Parameters once at the beginning, and no checksums.
    void recordingsOfEarlierVersionsAreRead()
    {
        std::string lines = parametersLine("old") + "\n";
        for (int64_t step = 1; step <= 500; ++step)
            lines += updateLine(step) + "\n";
        core::writeFileAtomically(file(), lines + "{\"step\":501,\"ep");
        const ReadRecording read = core::readRecording(run(), 0);
        QCOMPARE(read.updates.size(), core::Recording::kUpdates);
        QCOMPARE(read.updates.back()->step, 500);
        QCOMPARE(read.parameters.at(0).name, "old"s);
    }

    void withoutAFileThereIsNothing()
    {
        QVERIFY(core::readRecording(run(), 0).updates.empty());
        QVERIFY(core::readRecordedUpdate(run(), 1) == nullptr);
    }
};
UNROLL_TEST(RecordingFileTest, QCoreApplication)
#include "recording_file_test.moc"
