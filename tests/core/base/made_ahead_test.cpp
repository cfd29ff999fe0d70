#include "core/base/made_ahead.h"

#include "tests/support/test_case.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

using core::MadeAhead;

namespace {

/// Waits for what another thread is about to do.
template <typename Condition> bool soon(const Condition& condition)
{
    return QTest::qWaitFor(condition, 5000);
}

} // namespace

class MadeAheadTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesComeInOrderWhateverIsQuicker_data()
    {
        addColumns<int, int>("making", "taking");
        newRow("neither", 0, 0);
        newRow("the taker", 1, 0);
        newRow("the maker", 0, 1);
    }

    void valuesComeInOrderWhateverIsQuicker()
    {
        QFETCH(int, making);
        QFETCH(int, taking);
        const auto rest = [](int milliseconds) {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        };
        const int64_t count = making + taking == 0 ? 20000 : 60;
        // Values that can only be moved.
        MadeAhead<std::unique_ptr<int64_t>> made(count, [&](int64_t index) {
            rest(making);
            return std::make_unique<int64_t>(3 * index);
        });
        for (int64_t index = 0; index < count; ++index) {
            QCOMPARE(*made.next(), 3 * index);
            rest(taking);
        }
    }

    void theyAreMadeElsewhereBeforeTheyAreAskedForButNotAll()
    {
        std::atomic<int64_t> count = 0;
        std::atomic<bool> isElsewhere = true;
        const auto here = std::this_thread::get_id();
        MadeAhead<int64_t> made(1000, [&](int64_t index) {
            if (std::this_thread::get_id() == here)
                isElsewhere = false;
            ++count;
            return index;
        });
        QVERIFY(soon([&] { return count > 1; }));
        QTest::qWait(50); // for it to run away
        const int64_t first = count;
        QVERIFY2(first < 20, qPrintable(QString::number(first)));
        for (int64_t index = 0; index < 10; ++index)
            QCOMPARE(made.next(), index);
        QVERIFY(soon([&] { return count > first && count > 10; }));
        QVERIFY(isElsewhere);
    }

    void anErrorComesInItsPlace()
    {
        MadeAhead<int64_t> made(9, [](int64_t index) {
            if (index == 2)
                throw std::runtime_error("the third");
            return index;
        });
        QCOMPARE(made.next(), 0);
        QCOMPARE(made.next(), 1);
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, made.next());
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, made.next()); // and does not hang
    }

    /// A training that is stopped leaves values behind.
    void itEndsWithoutItsValuesBeingTaken()
    {
        std::atomic<int64_t> count = 0;
        for (int turn = 0; turn < 200; ++turn) {
            MadeAhead<int64_t> made(turn % 7, [&](int64_t index) {
                ++count;
                return index;
            });
            if (turn % 3 == 0 && turn % 7 > 0)
                QCOMPARE(made.next(), 0);
        }
        const int64_t made = count;
        QTest::qWait(20);
        QCOMPARE(count.load(), made); // no thread goes on
    }
};

UNROLL_TEST(MadeAheadTest, QCoreApplication)
#include "made_ahead_test.moc"
