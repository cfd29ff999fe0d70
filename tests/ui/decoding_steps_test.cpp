#include "tests/support/test_case.h"
#include "tests/ui/decoding_sample.h"
#include "ui/decoding/distribution_plot.h"
#include "ui/decoding/fate_text.h"
#include "ui/decoding/tree_layout.h"

using core::Fate;
using decoding_sample::Habit;
using decoding_sample::id;
using decoding_sample::request;
using decoding_sample::search;
using ui::DecodingSteps;

namespace {

DecodingSteps steps(const core::DecodingRequest& wanted, Habit habit = Habit::MovesOn,
                    int64_t longest = 0)
{
    return DecodingSteps(decoding_sample::decode(wanted, habit, longest));
}

int32_t firstWith(const DecodingSteps& shown, Fate fate)
{
    for (const core::TraceNode& node : shown.nodes()) {
        if (node.fate == fate && node.parent >= 0)
            return node.id;
    }
    return -1;
}

QString reason(const DecodingSteps& shown, Fate fate)
{
    const int32_t node = firstWith(shown, fate);
    return node < 0 ? QString() : ui::fateSentence(shown, node, shown.count());
}

/// Searches of every kind, with what makes their traces differ.
std::vector<DecodingSteps> manySearches()
{
    return {steps(request(search("greedy"))),
            steps(request(search("beam", {{"width", 3}}))),
            steps(request(search("beam", {{"width", 6}, {"stop", "length"}})), Habit::MovesOn, 9),
            steps(request(search("beam", {{"width", 4}, {"refill", false}}))),
            steps(request(search("beam", {{"width", 4}, {"block_ngrams", 2}})), Habit::Repeats, 12),
            steps(request(search("sampling", {{"top_k", 5}, {"seed", 3}}))),
            steps(request(search("beam", {{"width", 2}}), {id("the"), id("man")}))};
}

} // namespace

class DecodingStepsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hypothesesReadAsPeopleWrite()
    {
        const auto written = [](Strings vocabulary, const Strings& tokens) {
            core::Decoding decoding;
            decoding.vocabulary = std::move(vocabulary);
            decoding.trace.nodes.emplace_back();
            for (const std::string& token : tokens) {
                const auto number = int32_t(decoding.trace.nodes.size());
                core::TraceNode node;
                node.id = node.step = number;
                node.parent = number - 1;
                node.text = token;
                decoding.trace.nodes.push_back(node);
                decoding.trace.steps.emplace_back();
            }
            const auto last = int32_t(tokens.size());
            return DecodingSteps(std::move(decoding)).text(last);
        };
        QCOMPARE(written({"<pad>", "the", "dog"}, {"the", "dog"}), u"the dog"_s);
        QCOMPARE(written({"<pad>", "2", "-", "0"}, {"2", "0", "-", "0"}), u"20-0"_s);
        QCOMPARE(
            written({"<pad>", "\u2581un", "roll", "\u2581it"}, {"\u2581un", "roll", "\u2581it"}),
            u"unroll it"_s);
        // Language models show blanks.
        QCOMPARE(written({"<pad>", "\u2423un", "roll"}, {"\u2423un", "roll", "\u2423un"}),
                 u"unroll un"_s);
        QCOMPARE(written({"<pad>", "a", "\u2423"}, {"a", "\u2423", "a"}), u"a a"_s);
        QCOMPARE(written({"<pad>", "un", "##roll", "it"}, {"un", "##roll", "it"}), u"unroll it"_s);
        QCOMPARE(written({"<pad>", "un", "roll", "\u0120it"}, {"un", "roll", "\u0120it"}),
                 u"unroll it"_s);
    }

    void candidatesBelongToTheirDecision()
    {
        for (const DecodingSteps& shown : manySearches()) {
            QVERIFY(shown.count() > 1);
            QCOMPARE(shown.stepOf(0), 0);
            for (int step = 1; step <= shown.count(); ++step) {
                for (const int32_t node : shown.candidates(step)) {
                    QCOMPARE(shown.stepOf(node), step);
                    QCOMPARE(int(shown.path(node).size()), step);
                    QCOMPARE(shown.find(shown.tokenIds(node)), node);
                }
            }
        }
    }

    void theAnswerIsNotKnownBeforeTheEnd()
    {
        const DecodingSteps shown
            = steps(request(search("beam", {{"width", 5}, {"stop_count", 9}})));
        const int32_t chosen = firstWith(shown, Fate::Chosen);
        QVERIFY(chosen > 0);
        QVERIFY(shown.stepOf(chosen) < shown.count()); // else nothing is tested
        QCOMPARE(shown.fateAt(chosen, shown.count() - 1), Fate::Finished);
        QCOMPARE(shown.fateAt(chosen, shown.count()), Fate::Chosen);
        const int32_t open = firstWith(shown, Fate::Abandoned);
        QVERIFY(open > 0);
        QCOMPARE(shown.fateAt(open, shown.count()), Fate::Abandoned);
        for (int step = 0; step <= shown.count(); ++step) {
            QVERIFY(shown.stepOf(shown.bestAt(step)) <= step);
            for (const int32_t node : shown.endedAt(step))
                QVERIFY(shown.stepOf(node) <= step);
        }
        QCOMPARE(shown.bestAt(shown.count()), chosen);
        QCOMPARE(shown.endedAt(shown.count()), shown.decoding().trace.ranking);
    }

    void theBestSoFarHasTheBestScore()
    {
        const DecodingSteps shown = steps(request(search("beam", {{"width", 3}})));
        for (int step = 1; step < shown.count(); ++step) {
            double best = -1e9;
            for (const core::TraceNode& node : shown.nodes()) {
                const bool now = node.step == step && shown.survived(node.id);
                const bool before
                    = node.step < step && node.token == id("</s>") && shown.survived(node.id);
                if (now || before)
                    best = std::max(best, node.score);
            }
            QCOMPARE(shown.node(shown.bestAt(step)).score, best);
        }
    }

    void everyFateSaysWhy()
    {
        const DecodingSteps beam = steps(request(search("beam", {{"width", 5}})));
        const int32_t kept = firstWith(beam, Fate::Kept);
        QCOMPARE(ui::fateSentence(beam, kept, beam.count()),
                 u"Kept: it has the best score of this step, %1."_s.arg(
                     ui::scoreText(beam.node(kept).score)));
        const int32_t dropped = firstWith(beam, Fate::BelowWidth);
        const auto all = beam.candidates(beam.stepOf(dropped));
        QCOMPARE(beam.node(all[4]).rank, 5); // the first step: nothing has ended yet
        QCOMPARE(
            ui::fateSentence(beam, dropped, beam.count()),
            u"Dropped: its score %1 is below the 5th best, %2."_s.arg(
                ui::scoreText(beam.node(dropped).score), ui::scoreText(beam.node(all[4]).score)));
        QVERIFY(reason(beam, Fate::Chosen).startsWith(u"Chosen: it ended"_s));
        QVERIFY(reason(beam, Fate::Finished).startsWith(u"Finished with score"_s));
        QCOMPARE(reason(beam, Fate::Abandoned),
                 u"Left open: enough other hypotheses had finished."_s);
    }

    void blockedOnesNameTheRule()
    {
        const DecodingSteps circles = steps(
            request(search("beam", {{"width", 3}, {"block_ngrams", 2}})), Habit::Repeats, 14);
        const int32_t repeated = firstWith(circles, Fate::RepeatsNgram);
        QVERIFY(repeated > 0);
        const auto path = circles.path(repeated);
        const QString gram = QString::fromStdString(circles.node(path[path.size() - 2]).text + " "
                                                    + circles.node(path.back()).text);
        QCOMPARE(ui::fateSentence(circles, repeated, circles.count()),
                 u"Blocked: it would repeat \"%1\"."_s.arg(gram));
        QVERIFY(circles.text(circles.node(repeated).parent).contains(gram));

        const DecodingSteps late
            = steps(request(search("beam", {{"width", 3}, {"minimum_length", 7}})));
        const int32_t early = firstWith(late, Fate::TooShort);
        QVERIFY(early > 0);
        QCOMPARE(late.node(early).token, id("</s>"));
        QCOMPARE(ui::fateSentence(late, early, late.count()),
                 u"Blocked: it would end before the minimum length of 7 tokens."_s);
    }

    void whatWasNotDrawnSaysWhether()
    {
        const DecodingSteps few = steps(request(search("sampling", {{"top_k", 4}})));
        QCOMPARE(reason(few, Fate::OutsideTopK),
                 u"Never sampled: it is not among the 4 most likely tokens (top k)."_s);
        QVERIFY(reason(few, Fate::NotDrawn).startsWith(u"Not sampled: its prob"_s));
        const DecodingSteps mass = steps(request(search("sampling", {{"top_p", 0.5}})));
        QVERIFY(reason(mass, Fate::OutsideTopP).contains(u"50.0 %"_s));
        const int32_t drawn = few.candidates(1)[0];
        QVERIFY(!few.survived(drawn)
                || ui::fateSentence(few, drawn, few.count()).startsWith(u"Sampled"_s));
    }

    void aForcedPrefixIsNamed()
    {
        const DecodingSteps forced
            = steps(request(search("beam", {{"width", 5}}), {id("the"), id("workman")}));
        const int32_t other = firstWith(forced, Fate::NotForced);
        QVERIFY(other > 0);
        QCOMPARE(ui::fateSentence(forced, other, forced.count()),
                 u"Dropped: another token was forced here, \"the\"."_s);
        const int32_t taken = forced.find({id("the"), id("workman")});
        QVERIFY(taken > 0);
        QVERIFY(ui::fateSentence(forced, taken, forced.count()).startsWith(u"Forced: "_s));
    }

    void whatIsCutOffSaysAfterHowManyTokens()
    {
        const DecodingSteps cut = steps(request(search("beam", {{"width", 2}})), Habit::Repeats, 3);
        QCOMPARE(reason(cut, Fate::CutOff),
                 u"Cut off: it had not ended after 3 tokens, the maximum length."_s);
        const int32_t chosen = firstWith(cut, Fate::Chosen);
        QVERIFY(!cut.isEnd(chosen));
        QVERIFY(ui::fateSentence(cut, chosen, cut.count()).contains(u"maximum length"_s));
    }

    void theRestIsCounted()
    {
        const DecodingSteps shown = steps(request(search("beam", {{"width", 2}})));
        const core::TraceStep& step = shown.step(2);
        QVERIFY(step.unlisted > 1);
        const QString text = ui::unlistedSentence(shown, 2);
        QVERIFY2(text.startsWith(QString::number(step.unlisted)), qPrintable(text));
        QVERIFY(text.contains(ui::scoreText(step.bestUnlistedScore)));
        QVERIFY(ui::unlistedSentence(shown, 0).isEmpty());
        const auto all = qint64(step.candidates.size()) + step.unlisted;
        QVERIFY(ui::stepSentence(shown, 2).startsWith(
            u"Step 2: %1 candidates, 2 kept, 0 finished"_s.arg(all)));
        QVERIFY(ui::stepSentence(shown, shown.count())
                    .endsWith(QString::fromStdString(shown.decoding().trace.ending.plain())));
    }

    void noTwoNodesShareAPlaceAndNoArcsCross()
    {
        for (const DecodingSteps& shown : manySearches()) {
            for (const int dropped : {0, 2, 50}) {
                const ui::TreeLayout layout = ui::layOutTree(shown, {dropped, -1});
                std::set<std::pair<int, int>> taken;
                std::map<int, std::vector<std::pair<int, int>>> arcs; // rows by column
                for (const ui::TreePlace& place : layout.places) {
                    QVERIFY(taken.emplace(place.column, place.row).second);
                    QCOMPARE(place.column, int(shown.node(place.node).step));
                    QVERIFY(place.row >= 0 && place.row < layout.rows);
                    if (place.node == 0)
                        continue;
                    const ui::TreePlace* parent = layout.find(shown.node(place.node).parent);
                    QVERIFY(parent != nullptr);
                    QVERIFY(place.row >= parent->row);
                    arcs[place.column].emplace_back(parent->row, place.row);
                }
                for (auto& [column, between] : arcs) {
                    std::sort(between.begin(), between.end());
                    for (size_t i = 1; i < between.size(); ++i)
                        QVERIFY(between[i].second > between[i - 1].second);
                }
            }
        }
    }

    /// Those that the search goes on with stand above the others.
    void siblingsStandInTheOrderOfTheirRanks()
    {
        const DecodingSteps shown = steps(request(search("beam", {{"width", 4}})));
        const ui::TreeLayout layout = ui::layOutTree(shown, {50, -1});
        for (const core::TraceNode& node : shown.nodes()) {
            int row = -1;
            for (const bool goesOn : {true, false}) {
                int rank = 0;
                for (const int32_t child : shown.children(node.id)) {
                    if (shown.survived(child) != goesOn)
                        continue;
                    const ui::TreePlace* place = layout.find(child);
                    QVERIFY(place != nullptr);
                    QVERIFY(place->row > row);
                    const int next = shown.node(child).rank == 0 ? INT_MAX : shown.node(child).rank;
                    QVERIFY(next >= rank);
                    row = place->row;
                    rank = next;
                }
            }
        }
    }

    void foldedCandidatesAreTheWorst()
    {
        const DecodingSteps shown = steps(request(search("beam", {{"width", 3}})));
        const ui::TreeLayout folded = ui::layOutTree(shown, {1, -1});
        int dropped = 0;
        for (const int32_t node : shown.candidates(3)) {
            const bool there = folded.find(node) != nullptr;
            QCOMPARE(there, shown.survived(node) || dropped < 1);
            dropped += shown.survived(node) ? 0 : 1;
        }
        QVERIFY(dropped > 2);
        const int32_t last = shown.candidates(3).back();
        QVERIFY(folded.find(last) == nullptr);
        QVERIFY(ui::layOutTree(shown, {1, last}).find(last) != nullptr);
    }

    void answersPartAtTheFirstOtherToken()
    {
        const DecodingSteps greedy = steps(request(search("greedy")));
        const DecodingSteps beam = steps(request(search("beam", {{"width", 5}})));
        const auto tokens = [](const DecodingSteps& one) {
            return one.tokenIds(one.decoding().trace.ranking.front());
        };
        int expected = 0;
        while (tokens(greedy)[size_t(expected)] == tokens(beam)[size_t(expected)])
            ++expected;
        QCOMPARE(ui::firstDifference({&greedy, &beam}), expected);
        QCOMPARE(ui::firstDifference({&beam, &beam}), -1);
        QCOMPARE(ui::firstDifference({&beam}), -1);
        const QStringList titles{u"Greedy"_s, u"Beam"_s};
        QVERIFY(ui::partingSentence({&greedy, &beam}, titles, expected)
                    .contains(u"All searches agree"_s));
        const QString parted = ui::partingSentence({&greedy, &beam}, titles, expected + 1);
        QVERIFY2(parted.startsWith(u"They differ from step %1 on"_s.arg(expected + 1)),
                 qPrintable(parted));
    }

    void entropyIsThatOfTheDistribution()
    {
        const std::vector<float> even(8, std::log(0.125F));
        QVERIFY(std::abs(ui::distributionFacts(even).entropyNats - std::log(8.0)) < 1e-6);
        QVERIFY(std::abs(ui::distributionFacts(even).perplexity - 8.0) < 1e-5);
        // 0.5 ln 2 + 2 * 0.25 ln 4 = 1.5 ln 2; a token that cannot come adds nothing
        const std::vector<float> skewed{std::log(0.5F), std::log(0.25F), std::log(0.25F),
                                        -std::numeric_limits<float>::infinity()};
        QVERIFY(std::abs(ui::distributionFacts(skewed).entropyNats - 1.5 * std::log(2.0)) < 1e-6);
    }
};

UNROLL_TEST(DecodingStepsTest, QCoreApplication)
#include "decoding_steps_test.moc"
