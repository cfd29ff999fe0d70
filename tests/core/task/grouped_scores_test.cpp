#include "core/probe/language_model/grouped_readings.h"
#include "tests/core/task/opened_classifier.h"
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
        Outcomes outcomes{"accuracy"};
        for (const double right : {1.0, 0.0, 1.0, 0.0, 0.0, 1.0})
            outcomes.add(right, 1.0);
        const std::vector<int64_t> numbers{5, 1, 1, 3, 9, 2};
        const auto groups = scoresByNumber(outcomes, numbers, 3, {}, Monitor());
        QCOMPARE(limitsOf(groups), (Limits{{1, 1, 2}, {2, 3, 2}, {5, 9, 2}}));
        for (const GroupedScore& group : groups)
            QCOMPARE(group.score.value, 0.5);
        QCOMPARE(groups[0].score.low, 0.0); // Both rows may be drawn twice.
        QCOMPARE(groups[0].score.high, 1.0);
        Outcomes last{"accuracy"};
        last.add(1.0, 1.0);
        last.add(0.0, 1.0);
        const ScoreInterval expected = bootstrapInterval(last, {}, Monitor());
        QCOMPARE(groups[2].score.low, expected.low);
        QCOMPARE(groups[2].score.high, expected.high);
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
        const auto lines = scoresByDistance(scored, false, {}, Monitor());
        QCOMPARE(limitsOf(lines), (Limits{{2, 2, 1}, {3, 4, 1}}));
        QCOMPARE(lines[0].score.value, 1.0);
        QCOMPARE(lines[1].score.value, 0.0);
        const auto stream = scoresByDistance(scored, true, {}, Monitor());
        QCOMPARE(limitsOf(stream), (Limits{{2, 2, 1}, {3, 4, 2}}));
        QCOMPARE(stream[1].score.value, 0.5);
        // Ends of lines and unknown words are not what is remembered.
        scored.rows[1].tokens = {token(kUnknownId, 1), token(kUnknownId, 1)};
        scored.rows[0].tokens[2].end = 0;
        QCOMPARE(limitsOf(scoresByDistance(scored, true, {}, Monitor())), (Limits{{3, 4, 1}}));
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
        question.by = Grouping::Distance;
        QVERIFY_THROWS_EXCEPTION(Error, opened.live.ask(question));
    }
};

UNROLL_TEST(GroupedScoresTest, QCoreApplication)
#include "grouped_scores_test.moc"
