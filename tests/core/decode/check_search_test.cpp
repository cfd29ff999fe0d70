#include "core/base/error.h"
#include "core/decode/search.h"
#include "core/decode/search_rules.h"
#include "tests/core/decode/made_network.h"
#include "tests/support/test_case.h"

namespace {

/// The sentence with which a search is refused; empty when it is not.
QString refusal(const core::Selection& selection, const core::SearchContext& context)
{
    try {
        core::checkSearch(selection, context);
    } catch (const core::Error& error) {
        if (error.failure().code == core::ErrorCode::BadSetting)
            return QString::fromStdString(error.failure().sentence());
    }
    return {};
}

} // namespace

class CheckSearchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyKindDescribesItselfWithOptionsThatItAccepts()
    {
        core::Catalogue catalogue{{"search", core::searchKinds()}};
        QCOMPARE(catalogue["search"].size(), size_t{4});
        MadeNetwork network;
        for (const core::KindDescription& kind : catalogue["search"]) {
            const auto selection = core::defaultSelection(catalogue, "search", kind.id);
            QCOMPARE(refusal(selection, network.context(4)), QString());
            QVERIFY(!kind.title.empty() && !kind.summary.empty() && !kind.formula.empty());
            std::vector<core::Problem> problems;
            core::completed(selection.options, kind.options, catalogue, "search", problems);
            QVERIFY(problems.empty());
        }
    }

    void theBeamMustFitTheVocabulary()
    {
        MadeNetwork network;
        QVERIFY(
            refusal(selectionOf("beam", {{"width", 0}}), network.context(4)).contains("width 0"));
        const QString wide = refusal(selectionOf("beam", {{"width", 8}}), network.context(4));
        QVERIFY(wide.contains("8 hypotheses wide") && wide.contains("only 7 tokens"));
        QCOMPARE(refusal(selectionOf("beam", {{"width", 7}}), network.context(4)), QString());
    }

    void theMinimumLengthMustFitTheMaximum()
    {
        MadeNetwork network;
        QCOMPARE(refusal(selectionOf("beam", {{"minimum_length", 3}}), network.context(4)),
                 QString());
        QVERIFY(refusal(selectionOf("beam", {{"minimum_length", 4}}), network.context(4))
                    .contains("minimum length is 4"));
        QVERIFY(refusal(selectionOf("greedy"), network.context(0)).contains("0 tokens at most"));
    }

    void theForcedBeginningMustFit()
    {
        MadeNetwork network;
        core::SearchContext context = network.context(4);
        context.prefix = {4, 5, 1};
        QCOMPARE(refusal(selectionOf("greedy"), context), QString());
        context.prefix = {4, 5, 4, 5};
        QVERIFY(refusal(selectionOf("greedy"), context).contains("has 4 tokens"));
        context.prefix = {7};
        QVERIFY(refusal(selectionOf("greedy"), context).contains("token 7"));
        context.prefix = {3};
        QVERIFY(refusal(selectionOf("greedy"), context).contains("end token"));
    }

    void costsAreTheHandWorkedOnes()
    {
        QCOMPARE(core::exhaustiveCost(2, 3), 1.0 + 2.0 + 4.0);
        QCOMPARE(core::exhaustiveCost(5, 1), 1.0);
        QCOMPARE(core::exhaustiveCost(1, 9), 9.0);
        QCOMPARE(core::exhaustiveCost(10, 13), 1111111111111.0);
        QVERIFY(std::isinf(core::exhaustiveCost(30000, 200)));
    }

    /// The cost is the number of rows that the network is really asked for.
    void costsAreWhatExhaustiveSearchTakes()
    {
        MadeNetwork network; // words 4, 5 and 6
        const auto search = finishedSearch(selectionOf("exhaustive"), network.context(5), network);
        QCOMPARE(static_cast<double>(search->trace().expansions), core::exhaustiveCost(3, 5));
        QCOMPARE(search->best(1000).size(), size_t{1 + 3 + 9 + 27 + 81});
        QVERIFY(search->trace().ending.plain().find("121") != std::string::npos);
    }

    void exhaustiveSearchSaysWhatItWouldTake()
    {
        MadeNetwork network;
        network.vocabularySize = 14; // ten words
        const auto selection = selectionOf("exhaustive");
        QCOMPARE(refusal(selection, network.context(6)), QString()); // 111,111
        const QString million = refusal(selection, network.context(7));
        QVERIFY(million.contains("about 10^6") && million.contains("budget is 200000"));
        QVERIFY(million.contains("Allow at most 6 tokens"));
        QVERIFY(refusal(selection, network.context(13)).contains("about 10^12"));
        QVERIFY(refusal(selection, network.context(1001)).contains("about 10^1000"));
        core::SearchContext forced = network.context(13);
        forced.prefix = {4, 5, 6, 7, 4, 5, 6};
        QCOMPARE(refusal(selection, forced), QString()); // six are left
        forced.prefix.pop_back();
        QVERIFY(refusal(selection, forced).contains("Allow at most 12 tokens"));
        network.vocabularySize = 30004;
        QVERIFY(refusal(selection, network.context(2)).contains("GB of memory"));
    }

    void penaltiesAreThoseOfThePapers()
    {
        core::SearchRules rules;
        QCOMPARE(core::lengthPenalty(rules, 9), 1.0);
        rules.normalisation = "mean";
        QCOMPARE(core::lengthPenalty(rules, 9), 9.0);
        rules.normalisation = "length_power";
        rules.lengthPenalty = 0.5;
        QCOMPARE(core::lengthPenalty(rules, 9), 3.0);
        rules.normalisation = "gnmt";
        rules.lengthPenalty = 2.0;
        QCOMPARE(core::lengthPenalty(rules, 7), 4.0); // (12 / 6)^2
        rules.coveragePenalty = 0.2;
        const std::vector<float> coverage{0.5F, 1.0F, 3.0F, 0.25F};
        QVERIFY(std::abs(core::coveragePenalty(rules, coverage) - 0.2 * std::log(0.125)) < 1e-9);
        QVERIFY(std::isfinite(core::coveragePenalty(rules, std::vector<float>{0.0F})));
    }

    void repeatsAreThoseThatWouldBeSeenTwice()
    {
        const auto repeats = [](const std::vector<int32_t>& history, int64_t n) {
            std::vector<int32_t> blocked;
            core::appendRepeats(history, n, blocked);
            return blocked;
        };
        QCOMPARE(repeats({4, 5, 4}, 1), (std::vector<int32_t>{4, 5, 4}));
        QCOMPARE(repeats({4, 5, 6, 4}, 2), (std::vector<int32_t>{5}));
        QCOMPARE(repeats({4, 4, 4}, 2), (std::vector<int32_t>{4, 4}));
        QCOMPARE(repeats({4, 5, 6, 4, 5}, 3), (std::vector<int32_t>{6}));
        QVERIFY(repeats({4, 5}, 3).empty());
        QVERIFY(repeats({4, 5}, 0).empty());
    }
};

UNROLL_TEST(CheckSearchTest, QCoreApplication)
#include "check_search_test.moc"
