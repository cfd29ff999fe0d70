#include "app/lab/map_worker.h"

#include "tests/core/projection/sampled_vectors.h"
#include "tests/support/test_case.h"

namespace {

constexpr size_t kPoints = 300, kSize = 8;

ui::MapService::Order order(int iterations)
{
    ui::MapService::Order made{
        std::make_shared<const std::vector<float>>(support::sampledVectors(kPoints, kSize, 4, 3.0)),
        kSize,
        {},
        {}};
    made.options.iterations = iterations;
    return made;
}

/// Records what a map reports.
struct Heard {
    ui::MapService::Hearer hearer()
    {
        return {.progressed = {},
                .moved =
                    [this](const ui::MapService::Moment& moment) {
                        last = moment;
                        ++moves;
                    },
                .judged = [this](const ui::MapService::Judgement& judged) { judgement = judged; },
                .failed = [this](const core::Failure&) { ++failures; }};
    }

    ui::MapService::Moment last;
    std::optional<ui::MapService::Judgement> judgement;
    int moves = 0, failures = 0;
};

} // namespace

class MapWorkerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void movesPointsToTheMapOfTheSeed()
    {
        app::MapWorker worker;
        QCOMPARE(ui::MapService::instance(), &worker);
        Heard heard;
        const auto work = worker.start(order(400), heard.hearer());
        QTRY_VERIFY_WITH_TIMEOUT(heard.judgement.has_value(), support::kLongMs);
        core::TsneOptions options;
        options.iterations = 400;
        const auto made = order(400);
        core::Tsne tsne(core::VectorsView(*made.vectors, kSize), options);
        tsne.step(400);
        QVERIFY(heard.last.points == tsne.points());
        QCOMPARE(heard.last.iteration, 400);
        QCOMPARE(heard.judgement->clusters.size(), kPoints);
        QVERIFY(heard.judgement->recall50 > 0.3 && heard.judgement->recall50 <= 1.0);
        QCOMPARE(heard.failures, 0);
    }

    void judgesAMapThatStays()
    {
        app::MapWorker worker;
        Heard heard;
        auto asked = order(0);
        asked.start = core::MapPoints(2 * kPoints);
        const auto work = worker.start(std::move(asked), heard.hearer());
        QTRY_VERIFY_WITH_TIMEOUT(heard.judgement.has_value(), support::kLongMs);
        QCOMPARE(heard.moves, 0);
    }

    void twoMapsTakeTurnsAndOneCanBeHeld()
    {
        app::MapWorker worker;
        Heard held, heard;
        const auto first = worker.start(order(1000000), held.hearer());
        QTRY_VERIFY_WITH_TIMEOUT(held.moves > 0, support::kLongMs);
        const auto second = worker.start(order(300), heard.hearer());
        QTRY_VERIFY_WITH_TIMEOUT(heard.judgement.has_value(), support::kLongMs);
        first->setPaused(true);
        QTest::qWait(300);
        const int iteration = held.last.iteration;
        QTest::qWait(300);
        QCOMPARE(held.last.iteration, iteration);
        first->setPaused(false);
        QTRY_VERIFY_WITH_TIMEOUT(held.last.iteration > iteration, support::kLongMs);
    }

    void nothingFollowsAWithdrawnMap()
    {
        app::MapWorker worker;
        Heard heard;
        auto work = worker.start(order(1000000), heard.hearer());
        QTRY_VERIFY_WITH_TIMEOUT(heard.moves > 0, support::kLongMs);
        work.reset();
        const int moves = heard.moves;
        QTest::qWait(200);
        QCOMPARE(heard.moves, moves);
        QCOMPARE(heard.failures, 0);
    }
};
UNROLL_TEST(MapWorkerTest, QCoreApplication)
#include "map_worker_test.moc"
