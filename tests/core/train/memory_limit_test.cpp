#include "core/train/memory_limit.h"
#include "tests/support/sanitizers.h"

#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace {

rlim_t softLimit()
{
    rlimit limit{};
    ::getrlimit(RLIMIT_DATA, &limit);
    return limit.rlim_cur;
}

/// Blocks of 1 GiB that can be had; never touched, so that they cost nothing.
size_t blocksToBeHad(size_t most)
{
    constexpr size_t kBlock = size_t{1} << 30;
    std::vector<std::unique_ptr<char[]>> blocks;
    try {
        while (blocks.size() < most)
            blocks.emplace_back(new char[kBlock]);
    } catch (const std::bad_alloc&) {
    }
    return blocks.size();
}

} // namespace

class MemoryLimitTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatTheMachineDoesNotHaveIsRefused()
    {
        if (kWatchesMemory)
            QSKIP("Memory cannot be refused to a build with address sanitizer.");
        const rlim_t before = softLimit();
        core::limitMemoryToWhatIsFree();
        if (softLimit() == before)
            QSKIP("This system does not say how much memory is free.");
        const auto gibibytes = static_cast<size_t>(::sysconf(_SC_PHYS_PAGES))
            / (size_t{1 << 30} / static_cast<size_t>(::sysconf(_SC_PAGESIZE)));
        QVERIFY(blocksToBeHad(gibibytes + 2) <= gibibytes);
        core::liftMemoryLimit();
        QCOMPARE(softLimit(), before);
    }

    void theLimitFollowsWhatIsFree()
    {
        core::limitMemoryToWhatIsFree();
        const rlim_t first = softLimit();
        core::limitMemoryToWhatIsFree();
        // Not tighter at each training: it is set from what is free, not from the last limit.
        QVERIFY(softLimit() > first / 2);
        core::liftMemoryLimit();
    }
};

QTEST_GUILESS_MAIN(MemoryLimitTest)
#include "memory_limit_test.moc"
