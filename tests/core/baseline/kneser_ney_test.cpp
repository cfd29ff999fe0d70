#include "core/baseline/kneser_ney.h"
#include "tests/support/test_case.h"

#include <numeric>

namespace {

constexpr int32_t kFirstId = 4, kBegin = 3;

/// A skewed random text; kneser_ney_golden.py draws the same.
std::vector<int32_t> drawn(uint32_t seed, size_t count, uint32_t kinds)
{
    std::vector<int32_t> ids;
    const auto next = [&] {
        seed = (seed * 1103515245U + 12345U) & 0x7FFFFFFFU;
        return (seed >> 16) % kinds;
    };
    while (ids.size() < count) {
        const uint32_t first = next(), second = next();
        ids.push_back(kFirstId + static_cast<int32_t>(std::min(first, second)));
    }
    return ids;
}

core::KneserNey modelOf(int64_t order, int kinds, int lines, int outcomes)
{
    const std::vector<int32_t> text
        = drawn(uint32_t(order) * 100U + uint32_t(kinds), 300, uint32_t(kinds));
    const size_t size = text.size() / size_t(lines);
    core::KneserNey model(order, outcomes);
    for (size_t line = 0; line < size_t(lines); ++line)
        model.count(std::span(text).subspan(line * size, size), kBegin, core::Monitor());
    model.finish();
    return model;
}

} // namespace

class KneserNeyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Against kneser_ney_golden.py, which computes them from the definitions.
    void agreesWithTheDefinition_data()
    {
        addColumns<int, int, int, double, double, double>("order", "kinds", "lines", "sum", "sixth",
                                                          "last");
        newRow("one token, plain", 1, 9, 1, 65.162325691439, 1.922696826676, 1.645693329457);
        newRow("two, modified", 2, 9, 3, 70.341823521139, 1.544419522936, 1.433163550961);
        newRow("three, modified", 3, 9, 3, 73.365765849648, 1.848461205900, 1.903334245658);
        newRow("three, many lines", 3, 40, 20, 116.925732521695, 4.268297869346, 3.812682977552);
        newRow("four, plain", 4, 9, 1, 77.615189872166, 2.162094434438, 1.863470217356);
    }

    void agreesWithTheDefinition()
    {
        QFETCH(int, order);
        QFETCH(int, kinds);
        QFETCH(int, lines);
        QFETCH(double, sum);
        QFETCH(double, sixth);
        QFETCH(double, last);
        const core::KneserNey model = modelOf(order, kinds, lines, kinds + 2);
        const std::vector<double> nats = model.nats(drawn(7, 30, uint32_t(kinds) + 1), kBegin);
        QVERIFY(std::abs(std::accumulate(nats.begin(), nats.end(), 0.0) - sum) < 1e-9);
        QVERIFY(std::abs(nats[5] - sixth) < 1e-10);
        QVERIFY(std::abs(nats[29] - last) < 1e-10);
    }

    void probabilitiesSumToOne()
    {
        constexpr int kKinds = 9, kOutcomes = kKinds + 2;
        const core::KneserNey model = modelOf(3, kKinds, 3, kOutcomes);
        for (const std::vector<int32_t>& context :
             {std::vector<int32_t>{}, {4, 5}, {12, 12}, {4 + kKinds}}) {
            double sum = 0.0;
            for (int32_t token = kFirstId; token < kFirstId + kOutcomes; ++token) {
                std::vector<int32_t> text = context;
                text.push_back(token);
                sum += std::exp(-model.nats(text, kBegin).back());
            }
            QVERIFY2(std::abs(sum - 1.0) < 1e-12, qPrintable(QString::number(sum, 'g', 17)));
        }
    }

    void stopsWhenAsked()
    {
        std::stop_source stop;
        stop.request_stop();
        core::KneserNey model(2, 10);
        QVERIFY_EXCEPTION_THROWN(
            model.count(drawn(1, 40000, 9), kBegin, core::Monitor(stop.get_token(), {})),
            core::Error);
    }
};

UNROLL_TEST(KneserNeyTest, QCoreApplication)
#include "kneser_ney_test.moc"
