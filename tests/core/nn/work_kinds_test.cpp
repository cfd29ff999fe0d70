#include "core/nn/threads/team_size.h"

#include "tests/support/test_case.h"

namespace {

using core::WorkKinds;

/// Two kinds of tasks.
const auto one = [] {};
const auto other = [] {};

/// Seconds that some tasks take in one way.
using Times = std::function<double(WorkKinds::Way)>;

/// Does the tasks many times and returns the share of the calls in which helpers took part.
double shareTogether(WorkKinds& kinds, const std::type_info& code, int64_t count,
                     const Times& times, int calls = 2000)
{
    int together = 0;
    for (int call = 0; call < calls; ++call) {
        const auto way = kinds.next(code, count);
        together += way == WorkKinds::Way::Together ? 1 : 0;
        kinds.add(code, count, way, times(way));
    }
    return double(together) / calls;
}

Times times(double together, double alone)
{
    return [=](WorkKinds::Way way) { return way == WorkKinds::Way::Together ? together : alone; };
}

} // namespace

class WorkKindsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void workThatHelpersSlowDownIsDoneAlone()
    {
        WorkKinds kinds;
        QVERIFY(shareTogether(kinds, typeid(one), 8, times(14e-6, 10e-6)) < 0.02);
    }

    void workThatHelpersSpeedUpIsShared()
    {
        WorkKinds kinds;
        QVERIFY(shareTogether(kinds, typeid(one), 8, times(60e-6, 100e-6)) > 0.98);
    }

    void longWorkIsNeverTriedAlone()
    {
        WorkKinds kinds;
        QCOMPARE(shareTogether(kinds, typeid(one), 8, times(0.2, 0.1)), 1.0);
    }

    void theChoiceFollowsAMachineThatChanges()
    {
        WorkKinds kinds;
        shareTogether(kinds, typeid(one), 8, times(14e-6, 10e-6));
        QVERIFY(shareTogether(kinds, typeid(one), 8, times(5e-6, 10e-6)) > 0.5);
        QVERIFY(shareTogether(kinds, typeid(one), 8, times(5e-6, 10e-6)) > 0.98);
    }

    void kindsDoNotDisturbEachOther()
    {
        WorkKinds kinds;
        const auto slowed = times(14e-6, 10e-6), sped = times(60e-6, 100e-6);
        for (int turn = 0; turn < 50; ++turn) {
            shareTogether(kinds, typeid(one), 4, slowed, 20);
            shareTogether(kinds, typeid(one), 400, sped, 20);
            shareTogether(kinds, typeid(other), 4, sped, 20);
        }
        QVERIFY(shareTogether(kinds, typeid(one), 4, slowed, 99) < 0.05);
        QVERIFY(shareTogether(kinds, typeid(one), 400, sped, 99) > 0.95);
        QVERIFY(shareTogether(kinds, typeid(other), 4, sped, 99) > 0.95);
    }
};

UNROLL_TEST(WorkKindsTest, QCoreApplication)
#include "work_kinds_test.moc"
