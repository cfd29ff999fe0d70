#include "core/base/error.h"
#include "core/base/main_memory.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <fstream>

namespace {

constexpr int64_t kGibibyte = int64_t{1} << 30;

std::string bytes(double gibibytes)
{
    return std::to_string(static_cast<int64_t>(gibibytes * kGibibyte)) + '\n';
}

} // namespace

/// The system's figures, from files that the test writes.
class MainMemoryTest : public QObject {
    Q_OBJECT
private:
    std::optional<QTemporaryDir> m_folder;

    std::filesystem::path root() const { return m_folder->path().toStdString(); }
    void write(const std::filesystem::path& file, const std::string& text) const
    {
        std::filesystem::create_directories((root() / file).parent_path());
        std::ofstream(root() / file) << text;
    }
    /// A machine of 64 GiB with 32 free, and this process in `group`.
    void machine(const std::string& group, const std::string& mounts) const
    {
        write("proc/meminfo",
              "MemTotal:       67108864 kB\nMemFree:  1 kB\nMemAvailable:   33554432 kB\n");
        write("proc/self/cgroup", group);
        write("proc/self/mountinfo", mounts);
    }
    std::string mountedAt(const std::string& point, const std::string& rest) const
    {
        return "35 31 0:32 " + point.substr(0, point.find(' ')) + ' ' + (root() / "groups").string()
            + " rw,relatime shared:9 - " + rest + '\n';
    }
    double freeGibibytes() const
    {
        const auto left = core::freeMemoryBytes(root() / "proc");
        return left ? static_cast<double>(*left) / kGibibyte
                    : std::numeric_limits<double>::quiet_NaN();
    }

private Q_SLOTS:
    void init() { m_folder.emplace(); }

    void aPartOfTheMachineIsLeftToOthers()
    {
        machine("0::/\n", "");
        QCOMPARE(freeGibibytes(), 30.0); // 32 less a part of 64
    }

    void groupsOfVersionTwoCountWithTheirParents()
    {
        machine("0::/lab/student\n", mountedAt("/", "cgroup2 cgroup2 rw"));
        write("groups/lab/student/memory.max", "max\n");
        write("groups/lab/student/memory.current", bytes(1));
        QCOMPARE(freeGibibytes(), 30.0);
        write("groups/lab/student/memory.max", bytes(16));
        QCOMPARE(freeGibibytes(), 14.5); // less what is used and a part
        write("groups/lab/memory.max", bytes(8));
        write("groups/lab/memory.current", bytes(5));
        QCOMPARE(freeGibibytes(), 2.75);
        write("groups/lab/memory.stat", "anon 7\nactive_file 9\ninactive_file " + bytes(2));
        QCOMPARE(freeGibibytes(), 4.75); // files that were read give way
    }

    void groupsOfVersionOneCountWithTheirParents()
    {
        machine("9:cpu:/other\n4:hugetlb,memory:/batch/job\n0::/\n",
                mountedAt("/", "cgroup cgroup rw,cpu")
                    + mountedAt("/", "cgroup cgroup rw,hugetlb,memory"));
        write("groups/batch/job/memory.limit_in_bytes", "9223372036854771712\n");
        write("groups/batch/job/memory.usage_in_bytes", bytes(1));
        QCOMPARE(freeGibibytes(), 30.0);
        write("groups/batch/memory.limit_in_bytes", bytes(4));
        write("groups/batch/memory.usage_in_bytes", bytes(1));
        write("groups/batch/memory.stat", "inactive_file 5\ntotal_inactive_file " + bytes(0.5));
        QCOMPARE(freeGibibytes(), 4.0 - 0.125 - 0.5);
    }

    void aContainerSeesOnlyItsOwnPartOfTheTree()
    {
        // The group is named as outside, the mount shows it as the root.
        machine("0::/docker/4711/inner\n", mountedAt("/docker/4711", "cgroup2 cgroup2 rw"));
        write("groups/inner/memory.max", bytes(8));
        write("groups/inner/memory.current", bytes(0));
        QCOMPARE(freeGibibytes(), 7.75);
        machine("0::/../elsewhere\n", mountedAt("/docker/4711", "cgroup2 cgroup2 rw"));
        write("groups/memory.max", bytes(4));
        write("groups/memory.current", bytes(0));
        QCOMPARE(freeGibibytes(), 3.875);
    }

    void aGroupOverItsLimitHasLessThanNothing()
    {
        machine("0::/\n", mountedAt("/", "cgroup2 cgroup2 rw"));
        write("groups/memory.max", bytes(2));
        write("groups/memory.current", bytes(3));
        QVERIFY(freeGibibytes() < -1.0);
    }

    void nothingIsSaidWithoutSuchFiles()
    {
        QVERIFY(!core::freeMemoryBytes(root() / "proc").has_value());
        write("proc/meminfo", "MemTotal: many\n");
        write("proc/self/cgroup", "nonsense\n:::\n");
        write("proc/self/mountinfo", "a b c\n - \n");
        QVERIFY(!core::freeMemoryBytes(root() / "proc").has_value());
    }

    void moreThanThereIsIsRefusedInASentence()
    {
        if (!core::freeMemoryBytes())
            QSKIP("This system does not say how much memory is free.");
        core::requireMemory(0);
        const core::Failure failure
            = support::failureOf([&] { core::requireMemory(int64_t{1} << 60); });
        QCOMPARE(failure.code, core::ErrorCode::OutOfMemory);
        QVERIFY(failure.sentence().starts_with(
            "There is not enough memory: 1152921504607 MB more are needed, but "));
    }

    void ownMemoryGrowsWithWhatIsWritten()
    {
        const int64_t before = core::ownMemoryBytes();
        const std::vector<char> block(64 << 20, 'x');
        QVERIFY(core::ownMemoryBytes() >= before + (60 << 20));
        QCOMPARE(block.back(), 'x');
    }
};

UNROLL_TEST(MainMemoryTest, QCoreApplication)
#include "main_memory_test.moc"
