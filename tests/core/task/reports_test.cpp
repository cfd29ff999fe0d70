#include "core/train/reports.h"

#include "tests/support/test_case.h"

using core::Json;
using core::parseUpdateLine;
using core::UpdateReport;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

UpdateReport sample()
{
    return {12,           2,   1.25,   0.1 + 0.2, {{"accuracy", 2.0 / 3.0}}, 1e-5, 1e22,
            123456789012, 3.5, 5e-324, true};
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
        report.scores = {{"accuracy", 1.0}};
        report.learningRate = 0.001;
        report.gradientNorm = kNaN;
        report.tokens = 99;
        report.seconds = 1.5;
        report.tokensPerSecond = 66;
        QCOMPARE(core::toJson(report).dump(),
                 R"({"event":"update","step":3,"epoch":1,"epoch_position":0.5,)"
                 R"("loss":0.25,"accuracy":1.0,"learning_rate":0.001,)"
                 R"("gradient_norm":null,"tokens":99,"seconds":1.5,)"
                 R"("tokens_per_second":66.0,"clipped":false})"s);
    }

    void updatesComeBackToTheBit()
    {
        UpdateReport clipped = sample();
        clipped.clippedNorm = 0.1 + 0.7;
        clipped.layers[core::LayerQuantity::GradientNorm] = {0.1F, 1.0F / 3.0F, 0.0F, 1e-30F};
        for (const UpdateReport& report : {sample(), clipped}) {
            const std::string line = core::toJson(report).dump();
            QCOMPARE(core::updateFromJson(Json::parse(line)), report);
            const auto quick = parseUpdateLine(line);
            QVERIFY(quick.has_value());
            QCOMPARE(*quick, report);
        }
        QVERIFY(sample() != clipped);
        const std::string line = core::toJson(clipped).dump();
        QVERIFY2(line.ends_with(R"("layers":[0.1,0.33333334,0.0,1e-30]})"), line.c_str());
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
        addColumn<QByteArray>("line");
        const QByteArray good = QByteArray::fromStdString(core::toJson(sample()).dump());
        newRow("empty", QByteArray());
        newRow("torn", good.chopped(1));
        newRow("more", good + "}");
        newRow("other event", R"({"event":"epoch","epoch":1})"_ba);
        newRow("spaces", QByteArray(good).replace(":", ": "));
        newRow("no number", QByteArray(good).replace("\"step\":12", "\"step\":\"x\""));
    }
    void theQuickReaderRefusesEverythingElse()
    {
        QFETCH(QByteArray, line);
        QVERIFY(!parseUpdateLine(line.toStdString()).has_value());
    }

    void epochsComeBack()
    {
        core::EpochReport report{
            3,    30,  0.5, {{"accuracy", 0.7}}, 0.6, {{"accuracy", 0.65}, {"macro_f1", 0.64}},
            1000, 2.5, true};
        QCOMPARE(core::epochFromJson(Json::parse(core::toJson(report).dump())), report);
        report.validLoss = kNaN;
        QVERIFY(std::isnan(core::epochFromJson(core::toJson(report)).validLoss));
    }

    void scoresKeepTheirNamesAndOrder()
    {
        core::EpochReport report;
        report.validScores = {{"bleu", 31.25}, {"alignment_error_rate", 0.1}, {"chrf", 50.5}};
        const Json json = core::toJson(report);
        QCOMPARE(json["valid_scores"].dump(),
                 R"({"bleu":31.25,"alignment_error_rate":0.1,"chrf":50.5})"s);
        QCOMPARE(core::epochFromJson(Json::parse(json.dump())).validScores, report.validScores);
        core::EndReport end;
        end.tested = true;
        end.testScores = report.validScores;
        QCOMPARE(core::endFromJson(Json::parse(core::toJson(end).dump())).testScores,
                 report.validScores);
        end.tested = false; // Then there is nothing to tell.
        QVERIFY(core::endFromJson(core::toJson(end)).testScores.empty());
    }

    void runsOfBeforeScoresHadNamesKeepTheirMacroF1()
    {
        const Json epoch = Json::parse(
            R"({"event":"epoch","epoch":3,"step":30,"train_loss":0.5,"train_accuracy":0.7,)"
            R"("valid_loss":0.6,"valid_accuracy":0.65,"valid_macro_f1":0.64,"tokens":1000,)"
            R"("seconds":2.5,"best":true})");
        using Scores = std::vector<core::Score>;
        QCOMPARE(core::epochFromJson(epoch).trainScores, (Scores{{"accuracy", 0.7}}));
        QCOMPARE(core::epochFromJson(epoch).validScores,
                 (Scores{{"accuracy", 0.65}, {"macro_f1", 0.64}}));
        const Json end = Json::parse(
            R"({"event":"end","state":"completed","reason":"All 3 epochs are done.","step":30,)"
            R"("tested":true,"test_loss":0.5,"test_accuracy":0.8,"test_macro_f1":0.75})");
        QCOMPARE(core::endFromJson(end).testScores,
                 (Scores{{"accuracy", 0.8}, {"macro_f1", 0.75}}));
    }

    void updatesMayHaveAnyScores()
    {
        UpdateReport report = sample();
        report.scores = {{"mean_absolute_error", 0.75}, {"share \"a\"", kNaN}};
        QVERIFY(!(report == sample()));
        const std::string line = core::toJson(report).dump();
        QCOMPARE(core::updateFromJson(Json::parse(line)), report);
        report.scores.pop_back(); // names that JSON escapes are left to its parser
        QCOMPARE(*parseUpdateLine(core::toJson(report).dump()), report);
        report.scores.clear();
        QCOMPARE(*parseUpdateLine(core::toJson(report).dump()), report);
        QVERIFY(!parseUpdateLine(R"({"event":"update","step":1,"epoch":1,"epoch_position":1,)"
                                 R"("loss":1,"never_ends":1})")
                     .has_value());
    }

    void epochsKeepScoresOfUpdatesBesideTheLoss()
    {
        core::EpochReport report;
        report.epoch = 2;
        report.trainScores = {{"accuracy", 0.75}};
        report.validScores = {{"accuracy", 0.5}, {"bleu", 31.25}};
        const Json json = core::toJson(report);
        QCOMPARE(json["train_accuracy"].get<double>(), 0.75);
        QCOMPARE(json["valid_accuracy"].get<double>(), 0.5);
        QCOMPARE(json["valid_scores"], (Json{{"bleu", 31.25}}));
        QCOMPARE(core::epochFromJson(json), report);
    }

    void scoresAreLookedUpByName()
    {
        const std::vector<core::Score> scores{{"bleu", 12.0}, {"chrf", 34.0}};
        QCOMPARE(core::scoreValue(scores, "chrf"), 34.0);
        QVERIFY(std::isnan(core::scoreValue(scores, "macro_f1")));
        QCOMPARE(core::monitoredScore("valid_bleu"), "bleu"s);
        for (const char* rising : {"valid_bleu", "valid_accuracy", "valid_macro_f1"})
            QVERIFY(core::monitorRises(rising));
        for (const char* falling : {"valid_loss", "valid_alignment_error_rate"})
            QVERIFY(!core::monitorRises(falling));
        for (const core::ScoreDescription& each : core::scoreDescriptions())
            QVERIFY2(!each.title.empty() && !each.help.empty(), each.name.c_str());
        QCOMPARE(core::scoreDescription("unheard_of").title, "unheard_of"s);
    }

    void teacherForcingIsInTheLineOfATranslatorOnly()
    {
        UpdateReport report = sample();
        QVERIFY(!core::toJson(report).contains("teacher_forcing"));
        QVERIFY(std::isnan(parseUpdateLine(core::toJson(report).dump())->teacherForcing));
        report.teacherForcing = 0.1 + 0.7;
        const std::string line = core::toJson(report).dump();
        QVERIFY(line.ends_with(R"("clipped":true,"teacher_forcing":0.7999999999999999})"));
        QCOMPARE(core::updateFromJson(Json::parse(line)), report);
        QVERIFY(parseUpdateLine(line).has_value());
        QCOMPARE(*parseUpdateLine(line), report);
        QVERIFY(!(*parseUpdateLine(line) == sample()));
        QVERIFY(!parseUpdateLine(line.substr(0, line.size() - 1)).has_value());
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
        report.testScores = {{"accuracy", 0.9}, {"macro_f1", 0.8}};
        report.failure = core::Failure{
            core::ErrorCode::Diverged, {"Diverged at %1.", {"12"}}, {"Lower it.", {}}, "detail"};
        const Json json = core::toJson(report);
        QCOMPARE(json["reason"].get<std::string>(), "Stopped at update 12."s);
        QCOMPARE(json["state"].get<std::string>(), "failed"s);
        const core::EndReport back = core::endFromJson(Json::parse(json.dump()));
        QCOMPARE(back.state, report.state);
        QCOMPARE(back.reason, report.reason);
        QCOMPARE(json["test_accuracy"].get<double>(), 0.9);
        QCOMPARE(json["test_scores"]["macro_f1"].get<double>(), 0.8);
        QCOMPARE(back.testScores, report.testScores);
        QVERIFY(back.failure.has_value());
        QCOMPARE(back.failure->code, core::ErrorCode::Diverged);
        QCOMPARE(back.failure->what, report.failure->what);
        QCOMPARE(back.failure->advice, report.failure->advice);
    }

    void startsSayWhatTheRunIs()
    {
        core::StartReport report;
        report.run = "runs/a";
        report.facts = {{"classes", {"neg", "pos"}, {"%1 classes", {"2"}}}};
        report.notes = {{"Vectors cover %1 %.", {"93"}}};
        const Json json = core::toJson(report);
        QCOMPARE(json["event"].get<std::string>(), "start"s);
        QVERIFY((json["classes"] == Json{"neg", "pos"}));
        QVERIFY(report.fact("classes") == json["classes"]);
        QVERIFY(report.fact("target_vocabulary_size").is_null());
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
UNROLL_TEST(ReportsTest, QCoreApplication)
#include "reports_test.moc"
