#include "core/train/report_json.h"

#include <QTest>

#include <cmath>
#include <limits>

using core::Json;
using core::parseUpdateLine;
using core::UpdateReport;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

UpdateReport sample()
{
    return {12, 2, 1.25, 0.1 + 0.2, 2.0 / 3.0, 1e-5, 1e22, 123456789012, 3.5, 5e-324, true};
}

} // namespace

class ReportsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anUpdateIsOneFlatObject()
    {
        UpdateReport report;
        report.step = 3;
        report.epoch = 1;
        report.epochPosition = 0.5;
        report.loss = 0.25;
        report.accuracy = 1.0;
        report.learningRate = 0.001;
        report.gradientNorm = kNaN;
        report.tokens = 99;
        report.seconds = 1.5;
        report.tokensPerSecond = 66;
        QCOMPARE(core::toJson(report).dump(),
                 std::string(R"({"event":"update","step":3,"epoch":1,"epoch_position":0.5,)"
                             R"("loss":0.25,"accuracy":1.0,"learning_rate":0.001,)"
                             R"("gradient_norm":null,"tokens":99,"seconds":1.5,)"
                             R"("tokens_per_second":66.0,"clipped":false})"));
    }

    void updatesComeBackToTheBit()
    {
        const std::string line = core::toJson(sample()).dump();
        QCOMPARE(core::updateFromJson(Json::parse(line)), sample());
        const auto quick = parseUpdateLine(line);
        QVERIFY(quick.has_value());
        QCOMPARE(*quick, sample());
    }

    void nullComesBackAsNaN()
    {
        UpdateReport report = sample();
        report.loss = std::numeric_limits<double>::infinity();
        const std::string line = core::toJson(report).dump();
        QVERIFY(std::isnan(core::updateFromJson(Json::parse(line)).loss));
        QVERIFY(std::isnan(parseUpdateLine(line)->loss));
    }

    void theQuickReaderRefusesEverythingElse_data()
    {
        QTest::addColumn<QByteArray>("line");
        const QByteArray good = QByteArray::fromStdString(core::toJson(sample()).dump());
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("torn") << good.chopped(1);
        QTest::newRow("more") << good + "}";
        QTest::newRow("other event") << QByteArray(R"({"event":"epoch","epoch":1})");
        QTest::newRow("spaces") << QByteArray(good).replace(":", ": ");
        QTest::newRow("no number") << QByteArray(good).replace("\"step\":12", "\"step\":\"x\"");
    }
    void theQuickReaderRefusesEverythingElse()
    {
        QFETCH(QByteArray, line);
        QVERIFY(!parseUpdateLine(line.toStdString()).has_value());
    }

    void epochsComeBack()
    {
        core::EpochReport report{3, 30, 0.5, 0.7, 0.6, 0.65, 0.64, 1000, 2.5, true};
        QCOMPARE(core::epochFromJson(Json::parse(core::toJson(report).dump())), report);
        report.validLoss = kNaN;
        QVERIFY(std::isnan(core::epochFromJson(core::toJson(report)).validLoss));
    }

    void endsComeBackWithTheirSentences()
    {
        core::EndReport report;
        report.state = core::RunState::Failed;
        report.reason = {"Stopped at update %1.", {"12"}};
        report.step = 12;
        report.bestEpoch = 2;
        report.bestValue = 0.5;
        report.tested = true;
        report.testAccuracy = 0.9;
        report.failure = core::Failure{
            core::ErrorCode::Diverged, {"Diverged at %1.", {"12"}}, {"Lower it.", {}}, "detail"};
        const Json json = core::toJson(report);
        QCOMPARE(json["reason"].get<std::string>(), std::string("Stopped at update 12."));
        QCOMPARE(json["state"].get<std::string>(), std::string("failed"));
        const core::EndReport back = core::endFromJson(Json::parse(json.dump()));
        QCOMPARE(back.state, report.state);
        QCOMPARE(back.reason, report.reason);
        QCOMPARE(back.testAccuracy, 0.9);
        QVERIFY(back.failure.has_value());
        QCOMPARE(back.failure->code, core::ErrorCode::Diverged);
        QCOMPARE(back.failure->what, report.failure->what);
        QCOMPARE(back.failure->advice, report.failure->advice);
    }

    void startsSayWhatTheRunIs()
    {
        core::StartReport report;
        report.run = "runs/a";
        report.classes = {"neg", "pos"};
        report.notes = {{"Vectors cover %1 %.", {"93"}}};
        const Json json = core::toJson(report);
        QCOMPARE(json["event"].get<std::string>(), std::string("start"));
        QVERIFY((json["classes"] == Json{"neg", "pos"}));
        QVERIFY((json["notes"] == Json::array({"Vectors cover 93 %."})));
    }

    void statesHaveNames()
    {
        for (const auto state :
             {core::RunState::Fresh, core::RunState::Running, core::RunState::Paused,
              core::RunState::Stopped, core::RunState::Completed, core::RunState::Failed})
            QCOMPARE(core::runStateFromName(core::runStateName(state)), state);
    }
};
QTEST_APPLESS_MAIN(ReportsTest)
#include "reports_test.moc"
