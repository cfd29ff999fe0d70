#include "core/data/corpus_cache.h"
#include "core/probe/baselines/baseline_questions.h"
#include "core/probe/classification/classification_questions.h"
#include "core/train/ask_run.h"
#include "core/train/open_run.h"
#include "tests/core/train/small_run.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

namespace {

/// The files of baselines that are kept.
std::vector<std::filesystem::path> keptFiles()
{
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& each : std::filesystem::directory_iterator(core::cacheFolder(), error))
        if (each.path().extension() == ".baselines")
            files.push_back(each.path());
    return files;
}

} // namespace

/// The baselines of a run's data, as they are asked for.
class BaselineQuestionsTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::filesystem::path m_root, m_run;
    std::unique_ptr<core::LiveModel> m_model;

    template <class Question> typename Question::Answer ask(Question question)
    {
        question.run = m_run.string();
        const core::AnyAnswer answer
            = core::answerOf(*m_model, m_run, core::AnyQuestion(question), core::Monitor());
        return answer.to<Question>();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_root = m_folder.path().toStdString();
        m_run = m_root / "run";
        qputenv("XDG_CACHE_HOME", (m_root / "cache").string().c_str());
        core::ExperimentSpec spec = small::spec(m_root);
        spec.training.epochs = 1;
        QCOMPARE(small::shortfall(small::train(spec, m_run)), ""s);
        m_model = core::openRun(m_run, "last");
    }

    /// Every text has one telling word: naive Bayes is right about all.
    void theScoresAreThoseOfTheRunsData()
    {
        const core::Baselines all = ask(core::AskBaselines{}).baselines;
        QCOMPARE(all.split, "valid"s);
        QCOMPARE(all.all.size(), size_t{5});
        QCOMPARE(core::scoreValue(all.all[0].scores, "accuracy"), 0.5);
        QCOMPARE(core::bestBaseline(all)->outcomes.whole(), 1.0);
        QCOMPARE(all.all[0].outcomes.rows(), size_t{30});
        QCOMPARE(all.words.size(), size_t{2});
        QCOMPARE(all.words[0].className, "neg"s);
        const Strings telling{"dull", "awful", "grey", "sad", "tedious"};
        for (size_t i = 0; i < telling.size(); ++i)
            QVERIFY(std::find(telling.begin(), telling.end(), all.words[0].words[i].token)
                    != telling.end());
    }

    /// One baseline is right about all.
    void aScoreAloneIsJudged()
    {
        core::BaselineReport report = ask(core::AskBaselines{});
        core::judge({{"loss", 0.1}}, report);
        QVERIFY(report.verdict.empty() && !report.beaten);
        core::judge({{"loss", 0.1}, {"accuracy", 0.9}}, report);
        QVERIFY(report.beaten && report.tests.empty() && !report.advice.empty());
        QVERIFY2(QString::fromStdString(report.verdict.plain())
                     .endsWith(u"its accuracy is 90.0 %, that of the baseline 100.0 %."_s),
                 report.verdict.plain().c_str());
        report.baselines.all.resize(1); // The most frequent class.
        core::judge({{"accuracy", 0.9}}, report);
        QVERIFY(!report.beaten);
    }

    void theyAreComputedOnce()
    {
        const core::BaselineReport first = ask(core::AskBaselines{});
        QCOMPARE(keptFiles().size(), size_t{1});
        const std::filesystem::path kept = keptFiles().front();
        const core::BaselineReport again = ask(core::AskBaselines{});
        QCOMPARE(again.baselines.all.size(), first.baselines.all.size());
        for (size_t i = 0; i < first.baselines.all.size(); ++i) {
            QCOMPARE(again.baselines.all[i].title, first.baselines.all[i].title);
            QVERIFY(again.baselines.all[i].scores == first.baselines.all[i].scores);
            QVERIFY(again.baselines.all[i].outcomes == first.baselines.all[i].outcomes);
        }
        QCOMPARE(again.baselines.words[0].words[0].evidence,
                 first.baselines.words[0].words[0].evidence);
        // What was kept is read: another number there is the answer.
        std::ifstream file(kept);
        std::string text{std::istreambuf_iterator<char>(file), {}};
        const size_t at = text.find("Most frequent class");
        text.replace(at, 4, "Best");
        std::ofstream(kept) << text;
        QCOMPARE(ask(core::AskBaselines{}).baselines.all[0].title, "Best frequent class"s);
        std::ofstream(kept) << "{"; // Damaged: computed again.
        QCOMPARE(ask(core::AskBaselines{}).baselines.all[0].title, "Most frequent class"s);
        core::AskBaselines ofTest;
        ofTest.split = "test";
        ask(ofTest);
        QCOMPARE(keptFiles().size(), size_t{2});
    }

    void otherDataHaveOtherBaselines()
    {
        ask(core::AskBaselines{});
        const size_t before = keptFiles().size();
        small::writeTexts(m_root / "valid.csv", 31, 1000);
        QCOMPARE(ask(core::AskBaselines{}).baselines.all[0].outcomes.rows(), size_t{31});
        QCOMPARE(keptFiles().size(), before + 1);
        small::writeTexts(m_root / "valid.csv", 30, 1000);
    }

    void theNetworkIsComparedOnTheSameRows()
    {
        const core::BaselineReport report = ask(core::AskBaselineTest{});
        QCOMPARE(report.tests.size(), size_t{5});
        core::AskScores question;
        const core::AnyAnswer scores
            = core::answerOf(*m_model, m_run, core::AnyQuestion(question), core::Monitor());
        const double accuracy = scores.to<core::AskScores>().scores.accuracy;
        QVERIFY(accuracy < 1.0); // after one epoch
        for (const core::BaselineTest& test : report.tests)
            QCOMPARE(test.comparison.run, accuracy);
        QCOMPARE(report.tests[0].comparison.other, 0.5);
        QVERIFY(report.tests[1].comparison.low <= report.tests[1].comparison.difference);
        QVERIFY(report.beaten);
        QVERIFY(report.verdict.plain().starts_with("The network does not beat the baseline"));
        QVERIFY(!report.advice.empty());
        // The window has the network's outcomes already.
        core::AskBaselines known;
        known.outcomes = std::make_shared<const core::Outcomes>(
            core::outcomesOf(scores.to<core::AskScores>()));
        QCOMPARE(ask(known).tests[2].comparison.low, report.tests[2].comparison.low);
    }

    void otherRowsAreRefused()
    {
        core::Outcomes other{"accuracy"};
        other.add(1.0, 1.0);
        core::AskBaselines question;
        question.outcomes = std::make_shared<const core::Outcomes>(other);
        QVERIFY_THROWS_EXCEPTION(core::Error, ask(question));
    }

    /// Short texts that are read word by word get the advice to read characters.
    void theAdviceFollowsFromTheTexts()
    {
        core::BaselineReport report = ask(core::AskBaselines{});
        core::Outcomes worst{"accuracy"};
        for (int row = 0; row < 30; ++row)
            worst.add(0.0, 1.0);
        report.baselines.lettersInText = 5.0;
        core::compareWith(worst, report, core::Monitor());
        QVERIFY(report.advice.plain().find("5 characters: read characters") != std::string::npos);
        core::Outcomes best{"accuracy"};
        for (int row = 0; row < 30; ++row)
            best.add(1.0, 1.0);
        report.baselines.all.resize(1);
        core::compareWith(best, report, core::Monitor());
        QVERIFY(!report.beaten);
        QCOMPARE(report.verdict.plain(),
                 "The network beats every baseline: its accuracy is 100.0 %; the best of them, "
                 "\"Most frequent class\", reaches 50.0 %."s);
        report.baselines.all.front().outcomes = best;
        core::compareWith(best, report, core::Monitor());
        QVERIFY(report.beaten);
        QVERIFY(report.advice.empty());
        QCOMPARE(report.verdict.plain(),
                 "Nothing is left to beat: the accuracy of the network and of the baseline "
                 "\"Most frequent class\" is 100.0 %."s);
    }
};

UNROLL_TEST(BaselineQuestionsTest, QCoreApplication)
#include "baseline_questions_test.moc"
