#include "core/probe/language_model/grouped_readings.h"
#include "core/probe/question_kind.h"
#include "tests/core/task/opened_classifier.h"
#include "tests/support/near.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

using namespace core;

namespace {

ReadToken token(int32_t id, int64_t rank)
{
    return {.text = "t", .id = id, .begin = 0, .end = 1, .rank = rank};
}

using Limits = std::vector<std::vector<int64_t>>; // Low, high, count.

Limits limitsOf(const std::vector<GroupedScore>& groups)
{
    Limits all;
    for (const GroupedScore& group : groups)
        all.push_back({group.low, group.high, group.count});
    return all;
}

} // namespace

/// Scores of short and long texts, and of tokens read lately and long ago.
class GroupedScoresTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsAreGroupedByTheirNumber()
    {
        Outcomes outcomes{"mean_absolute_error"};
        for (const double error : {1.0, 0.0, 1.0, 0.0, 0.0, 1.0})
            outcomes.add(error, 1.0);
        const std::vector<int64_t> numbers{5, 1, 1, 3, 9, 2};
        Guess guess{"Median", {"mean_absolute_error"}};
        for (const double error : {4.0, 1.0, 2.0, 3.0, 6.0, 5.0})
            guess.outcomes.add(error, 1.0);
        const auto groups = scoresByNumber(outcomes, numbers, 3, {}, Monitor(), guess);
        QCOMPARE(groups[0].guess, 1.5);
        QCOMPARE(groups[1].guess, 4.0);
        QCOMPARE(groups[2].guess, 5.0);
        QVERIFY(std::isnan(scoresByNumber(outcomes, numbers, 3, {}, Monitor())[0].guess));
        QCOMPARE(limitsOf(groups), (Limits{{1, 1, 2}, {2, 3, 2}, {5, 9, 2}}));
        for (const GroupedScore& group : groups)
            QCOMPARE(group.score.value, 0.5);
        QCOMPARE(groups[0].score.low, 0.0); // Both rows may be drawn twice.
        QCOMPARE(groups[0].score.high, 1.0);
        Outcomes last{"mean_absolute_error"};
        last.add(1.0, 1.0);
        last.add(0.0, 1.0);
        const ScoreInterval expected = bootstrapInterval(last, {}, Monitor());
        QCOMPARE(groups[2].score.low, expected.low);
        QCOMPARE(groups[2].score.high, expected.high);
    }

    /// Wilson's interval for 10 of 10 and 0 of 10 (R: prop.test(10, 10, correct = FALSE)), where
    /// each resample of a bootstrap is the same.
    void sharesHaveAnIntervalWhereAllAreRight()
    {
        Outcomes outcomes{"accuracy", Outcomes::Form::Share};
        std::vector<int64_t> numbers;
        for (int i = 0; i < 20; ++i) {
            outcomes.add(i < 10 ? 1.0 : 0.0, 1.0);
            numbers.push_back(i);
        }
        const auto groups = scoresByNumber(outcomes, numbers, 2, {}, Monitor());
        support::compareNear(groups[0].score.low, 0.7224672, 1e-6);
        QCOMPARE(groups[0].score.high, 1.0);
        QCOMPARE(groups[1].score.low, 0.0);
        support::compareNear(groups[1].score.high, 0.2775328, 1e-6);
        const ScoreInterval most = wilsonInterval(81.0, 263.0, 0.95); // Newcombe (1998), table I.
        support::compareNear(most.low, 0.2553, 5e-5);
        support::compareNear(most.high, 0.3662, 5e-5);
    }

    void equalNumbersStayTogether()
    {
        Outcomes outcomes{"accuracy"};
        for (int i = 0; i < 5; ++i)
            outcomes.add(i < 4 ? 1.0 : 0.0, 1.0);
        const auto grouped = [&](const std::vector<int64_t>& numbers, int64_t groups) {
            return limitsOf(scoresByNumber(outcomes, numbers, groups, {}, Monitor()));
        };
        QCOMPARE(grouped({7, 7, 7, 7, 7}, 4), (Limits{{7, 7, 5}}));
        QCOMPARE(grouped({1, 2, 2, 2, 3}, 3), (Limits{{1, 2, 4}, {3, 3, 1}}));
        QCOMPARE(grouped({1, 2, 3, 4, 5}, 9).size(), size_t{5});
    }

    /// "a b a c b", then "a": a again after 2 tokens, b after 3, a of the next line after 3.
    void distancesAreThoseOfEqualTokens()
    {
        constexpr int32_t a = 5, b = 6, c = 7;
        ScoredReadings scored;
        scored.rows.resize(2);
        scored.rows[0].tokens = {token(a, 9), token(b, 9), token(a, 1), token(c, 1), token(b, 4)};
        scored.rows[1].tokens = {token(a, 1)};
        const auto lines = scoresByDistance(scored, false, 0, {});
        QCOMPARE(limitsOf(lines), (Limits{{2, 2, 1}, {3, 4, 1}}));
        QCOMPARE(lines[0].score.value, 1.0);
        QCOMPARE(lines[1].score.value, 0.0);
        const auto stream = scoresByDistance(scored, true, 0, {});
        QCOMPARE(limitsOf(stream), (Limits{{2, 2, 1}, {3, 4, 2}}));
        QCOMPARE(stream[1].score.value, 0.5);
        // Twice a, once b.
        QCOMPARE(stream[0].guess, 1.0);
        QCOMPARE(stream[1].guess, 0.5);
        const auto joined = scoresByDistance(scored, true, 1, {});
        QCOMPARE(limitsOf(joined), (Limits{{2, 4, 3}}));
        support::compareNear(joined[0].score.value, 2.0 / 3.0, 1e-12);
        support::compareNear(joined[0].guess, 2.0 / 3.0, 1e-12);
        QCOMPARE(joined[0].score.low, wilsonInterval(2.0, 3.0, 0.95).low);
        // Ends of lines and unknown words are not what is remembered.
        scored.rows[1].tokens = {token(kUnknownId, 1), token(kUnknownId, 1)};
        scored.rows[0].tokens[2].end = 0;
        QCOMPARE(limitsOf(scoresByDistance(scored, true, 0, {})), (Limits{{3, 4, 1}}));
    }

    /// Distances 1 (four times), 2 (once), 3 (once), 5 (three times): the few are joined.
    void neighboursWithFewTokensAreJoined()
    {
        ScoredReadings scored;
        int32_t next = 10;
        const auto repeat = [&](int distance, int times) {
            for (int i = 0; i < times; ++i) {
                ReadText& row = scored.rows.emplace_back();
                const int32_t first = next;
                row.tokens.push_back(token(first, 5));
                for (int k = 1; k < distance; ++k)
                    row.tokens.push_back(token(++next, 5));
                row.tokens.push_back(token(first, i == 0 ? 1 : 3));
                ++next;
            }
        };
        repeat(1, 4);
        repeat(2, 1);
        repeat(3, 1);
        repeat(5, 3);
        QCOMPARE(limitsOf(scoresByDistance(scored, false, 0, {})),
                 (Limits{{1, 1, 4}, {2, 2, 1}, {3, 4, 1}, {5, 8, 3}}));
        QCOMPARE(limitsOf(scoresByDistance(scored, false, 3, {})),
                 (Limits{{1, 1, 4}, {2, 4, 2}, {5, 8, 3}}));
        const auto two = scoresByDistance(scored, false, 2, {});
        QCOMPARE(limitsOf(two), (Limits{{1, 1, 4}, {2, 8, 5}}));
        QCOMPARE(two[1].score.value, 0.6);
    }

    void aClassifierIsScoredByLength()
    {
        const Json network = {{"kind", "mean"}};
        probed::OpenedClassifier opened(network);
        const std::vector<int32_t> labels{1, 0, 0, 2, 0, 1};
        AskGroupedScores question;
        question.rows = support::labelledRows(support::kCorpus, labels);
        question.groups = 2;
        const GroupedScores scores = opened.live.ask(question);
        QCOMPARE(scores.score, "accuracy"s);
        std::vector<int64_t> lengths;
        for (const std::string& text : support::kCorpus)
            lengths.push_back(std::ssize(wordsOf(text)));
        std::sort(lengths.begin(), lengths.end());
        QCOMPARE(scores.groups.front().low, lengths.front());
        QCOMPARE(scores.groups.back().high, lengths.back());
        const ScoredTexts all = opened.live.evaluate(*question.rows, Monitor());
        double right = 0.0;
        for (const GroupedScore& group : scores.groups)
            right += group.score.value * double(group.count);
        QVERIFY(support::near(right / 6.0, all.scores.accuracy, 1e-9));
        QVERIFY(scores.wilson);
        QCOMPARE(scores.guess, "Most frequent class"s);
        double guessed = 0.0; // Three of six are of class 0.
        for (const GroupedScore& group : scores.groups)
            guessed += group.guess * double(group.count);
        QVERIFY(support::near(guessed, 3.0, 1e-9));
        const Json said = toJson(readoutOf<AskGroupedScores>(scores));
        QCOMPARE(said.at("intervals"), Json("wilson"));
        QVERIFY(said.at("resamples").is_null());
        question.by = Grouping::Distance;
        QVERIFY_THROWS_EXCEPTION(Error, opened.live.ask(question));
    }
};

UNROLL_TEST(GroupedScoresTest, QCoreApplication)
#include "grouped_scores_test.moc"
