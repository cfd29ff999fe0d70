#include "core/nn/threads/team_size.h"

#include "tests/support/test_case.h"

namespace {

/// A machine on which `rate(threads)` seconds of work are done a second.
using Rate = std::function<double(int)>;

/// Lets `seconds` pass with calls of 5 ms and returns the seconds at each number of threads.
std::vector<double> pass(core::TeamSize& size, double seconds, const Rate& rate)
{
    std::vector<double> at(20, 0.0);
    constexpr double kCall = 0.005, kBetween = 0.001;
    for (double now = 0.0; now < seconds; now += kCall + kBetween) {
        at[static_cast<size_t>(size.threads())] += kCall + kBetween;
        size.add(rate(size.threads()) * (kCall + kBetween), kCall, kBetween);
    }
    return at;
}

double quiet(int threads)
{
    return 0.9 * threads;
}

/// As long as two threads wait for each other, they get half of what one does.
double crowded(int threads)
{
    return threads == 1 ? 0.8 : 0.4;
}

} // namespace

class TeamSizeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aQuietMachineIsUsedWhole()
    {
        core::TeamSize size(4);
        QCOMPARE(size.threads(), 4);
        const auto at = pass(size, 20.0, quiet);
        QVERIFY(at[4] > 19.9);
    }

    void aTeamThatIsSlowedShrinks()
    {
        core::TeamSize size(2);
        const auto at = pass(size, 20.0, crowded);
        QCOMPARE(size.threads(), 1);
        QVERIFY2(at[2] < 1.0, qPrintable(QString::number(at[2])));
    }

    void itGrowsAgainWhenTheMachineIsFree()
    {
        core::TeamSize size(2);
        pass(size, 30.0, crowded);
        const auto at = pass(size, 60.0, quiet);
        QCOMPARE(size.threads(), 2);
        QVERIFY2(at[1] < 12.0, qPrintable(QString::number(at[1])));
    }

    void oneBusyCoreOfMany()
    {
        // Eight threads wait for the one that shares its core; seven do not.
        core::TeamSize size(8);
        const auto at
            = pass(size, 30.0, [](int threads) { return threads == 8 ? 4.0 : threads * 0.9; });
        QCOMPARE(size.threads(), 7);
        QVERIFY2(at[7] > 27.0, qPrintable(QString::number(at[7])));
    }

    void twoThreadsThatGetMoreDoneStay()
    {
        core::TeamSize size(2);
        const auto at = pass(size, 20.0, [](int threads) { return threads == 1 ? 0.66 : 0.9; });
        QVERIFY2(at[2] > 19.0, qPrintable(QString::number(at[2])));
    }

    void timeWithNothingToDoDoesNotCount()
    {
        core::TeamSize size(2);
        for (int i = 0; i < 10000; ++i) {
            size.add(0.009, 0.005, 3.0);
            QCOMPARE(size.threads(), 2);
        }
    }

    void oneThreadStaysOne()
    {
        core::TeamSize size(1);
        pass(size, 5.0, crowded);
        QCOMPARE(size.threads(), 1);
    }
};

UNROLL_TEST(TeamSizeTest, QCoreApplication)
#include "team_size_test.moc"
