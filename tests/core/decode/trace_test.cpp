#include "tests/core/decode/random_case.h"
#include "tests/core/decode/reference_search.h"
#include "tests/support/test_case.h"

using core::DecodingTrace;
using core::Fate;
using core::TraceNode;

namespace {

MadeNetwork::Tokens tokensTo(const DecodingTrace& trace, int32_t node)
{
    MadeNetwork::Tokens tokens;
    for (; node > 0; node = trace.nodes[static_cast<size_t>(node)].parent)
        tokens.insert(tokens.begin(), trace.nodes[static_cast<size_t>(node)].token);
    return tokens;
}

bool isBlocked(Fate fate)
{
    return fate == Fate::RepeatsNgram || fate == Fate::TooShort;
}

void checkNodes(const DecodingTrace& trace)
{
    QCOMPARE(trace.nodes[0].parent, -1);
    QCOMPARE(trace.nodes[0].step, 0);
    for (size_t i = 1; i < trace.nodes.size(); ++i) {
        const TraceNode& node = trace.nodes[i];
        QCOMPARE(node.id, static_cast<int32_t>(i));
        QVERIFY(node.parent >= 0 && node.parent < node.id);
        const TraceNode& parent = trace.nodes[static_cast<size_t>(node.parent)];
        // Where everything was blocked, what there was became the answer.
        const bool deadEnd
            = isBlocked(node.fate) && (parent.fate == Fate::CutOff || parent.fate == Fate::Chosen);
        QVERIFY(parent.parent == -1 || parent.fate == Fate::Kept || deadEnd);
        QCOMPARE(node.step, parent.step + 1);
        QVERIFY(std::abs(node.total - parent.total - node.logProbability) < 1e-9);
        QVERIFY(std::abs(node.score - node.total / node.lengthPenalty - node.coveragePenalty)
                < 1e-9);
        QVERIFY(node.coveragePenalty <= 0.0);
    }
}

/// Each candidate against all there were, enumerated and sorted by the reference.
void checkStep(const DecodingTrace& trace, size_t index, const ReferenceSearch& reference)
{
    const core::TraceStep& step = trace.steps[index];
    std::set<int32_t> parents;
    for (const TraceNode& node : trace.nodes)
        if (node.step == static_cast<int32_t>(index)
            && (node.fate == Fate::Kept || index == 0
                || (node.token != 3 && (node.fate == Fate::CutOff || node.fate == Fate::Chosen))))
            parents.insert(node.id);
    std::vector<double> allowed;
    std::multiset<double> unlisted;
    for (const int32_t parent : parents) {
        const auto soFar = tokensTo(trace, parent);
        for (int32_t token = 0; token < reference.context.vocabularySize; ++token) {
            const bool forced = soFar.size() < reference.context.prefix.size()
                && reference.context.prefix[soFar.size()] == token;
            if (!forced && !reference.isWritable(soFar, token))
                continue;
            const double score = reference.extended(soFar, token).score;
            unlisted.insert(score);
            if (forced || !reference.isBlocked(soFar, token))
                allowed.push_back(score);
        }
    }
    bool blockedBefore = false;
    int32_t rankBefore = 0;
    for (const int32_t id : step.candidates) {
        const TraceNode& node = trace.nodes[static_cast<size_t>(id)];
        QCOMPARE(node.step, static_cast<int32_t>(index) + 1);
        const auto nearest
            = std::min_element(unlisted.begin(), unlisted.end(), [&](double a, double b) {
                  return std::abs(a - node.score) < std::abs(b - node.score);
              });
        QVERIFY(nearest != unlisted.end() && std::abs(*nearest - node.score) < 1e-5);
        unlisted.erase(nearest);
        if (isBlocked(node.fate)) {
            QCOMPARE(node.rank, 0);
            blockedBefore = true;
            continue;
        }
        QVERIFY(!blockedBefore); // they come last
        QVERIFY(node.rank > rankBefore);
        rankBefore = node.rank;
        const auto better = std::count_if(allowed.begin(), allowed.end(),
                                          [&](double score) { return score > node.score + 1e-6; });
        QCOMPARE(static_cast<int64_t>(node.rank), static_cast<int64_t>(better) + 1);
    }
    QCOMPARE(step.unlisted, static_cast<int64_t>(unlisted.size()));
    if (step.unlisted > 0)
        QVERIFY(std::abs(step.bestUnlistedScore - *unlisted.rbegin()) < 1e-5);
}

/// That each candidate's fate agrees with what became of it.
void checkFates(const DecodingTrace& trace, const std::vector<core::Hypothesis>& found)
{
    std::set<int32_t> ranked(trace.ranking.begin(), trace.ranking.end());
    const auto last = static_cast<int32_t>(trace.steps.size());
    int chosen = 0;
    for (const TraceNode& node : trace.nodes) {
        chosen += static_cast<int>(node.fate == Fate::Chosen);
        const bool result
            = node.fate == Fate::Chosen || node.fate == Fate::Finished || node.fate == Fate::CutOff;
        QCOMPARE(result, ranked.contains(node.id));
        if (node.fate == Fate::Abandoned)
            QCOMPARE(node.step, last);
        if (node.fate == Fate::Kept)
            QVERIFY(node.step < last);
    }
    QCOMPARE(chosen, found.empty() ? 0 : 1);
    QCOMPARE(trace.ranking.size(), found.size());
    for (size_t i = 0; i < found.size(); ++i) {
        QCOMPARE(trace.ranking[i], found[i].node);
        MadeNetwork::Tokens tokens = tokensTo(trace, found[i].node);
        if (found[i].ended) {
            QCOMPARE(tokens.back(), 3);
            tokens.pop_back();
        }
        QCOMPARE(tokens, found[i].tokens);
    }
    QVERIFY(!trace.ending.empty());
}

} // namespace

class TraceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyCandidateIsAccountedFor_data()
    {
        addColumn<QString>("kind");
        newRow("beam", "beam");
        newRow("greedy", "greedy");
        newRow("exhaustive", "exhaustive");
        newRow("sampling", "sampling");
    }
    void everyCandidateIsAccountedFor()
    {
        QFETCH(QString, kind);
        for (uint64_t seed = 1; seed <= 150; ++seed) {
            RandomCase drawn(seed);
            core::Json options = drawn.options;
            if (kind == "beam")
                options = drawn.beamOptions(seed);
            else if (kind != "exhaustive") // no rules of their own: those of the reference off
                options = {{"normalisation", "none"},
                           {"length_penalty", 0.0},
                           {"coverage_penalty", 0.0},
                           {"block_ngrams", 0},
                           {"minimum_length", 0}};
            if (kind != "exhaustive") { // more than is listed
                drawn.network.vocabularySize += static_cast<int64_t>(seed % 3) * 20;
                drawn.context.vocabularySize = drawn.network.vocabularySize;
            }
            core::Json own
                = kind == "beam" || kind == "exhaustive" ? options : core::Json::object();
            if (kind == "sampling")
                own = {{"seed", seed}, {"top_k", seed % 5}, {"top_p", seed % 2 == 0 ? 1.0 : 0.8}};
            const auto selection = selectionOf(kind.toStdString(), own);
            const auto plain = finishedSearch(selection, drawn.context, drawn.network);
            drawn.context.trace = core::TraceDetail::Candidates;
            const auto search = finishedSearch(selection, drawn.context, drawn.network);
            const DecodingTrace& trace = search->trace();
            const auto found = search->best(1000000);
            checkNodes(trace);
            checkFates(trace, found);
            const ReferenceSearch reference{drawn.network, drawn.context, options};
            // Exhaustive search weighs nothing but end marks in its last step.
            const size_t steps = kind == "exhaustive" ? trace.steps.size() - 1 : trace.steps.size();
            for (size_t i = 0; i < steps && !QTest::currentTestFailed(); ++i)
                checkStep(trace, i, reference);
            if (QTest::currentTestFailed()) {
                qWarning("seed %d", static_cast<int>(seed));
                return;
            }
            const auto untraced = plain->best(1000000);
            QCOMPARE(untraced.size(), found.size());
            for (size_t i = 0; i < found.size(); ++i) {
                QCOMPARE(untraced[i].tokens, found[i].tokens);
                QCOMPARE(untraced[i].score, found[i].score);
                QCOMPARE(untraced[i].node, -1);
            }
            QVERIFY(plain->trace().nodes.empty() && plain->trace().steps.empty());
            QCOMPARE(plain->trace().expansions, trace.expansions);
        }
    }

    /// A beam of 2 over words of lecture 002 (its figure 10.12); the probabilities are our own.
    void whatWasDroppedSaysWhy()
    {
        enum : int32_t { End = 3, Arrived, The, Green, Witch };
        MadeNetwork network;
        network.vocabularySize = 8;
        network.given
            = {{{}, {{The, 0.4}, {Arrived, 0.3}, {Green, 0.15}, {Witch, 0.1}, {End, 0.05}}},
               {{The}, {{Green, 0.5}, {Witch, 0.3}, {The, 0.15}, {End, 0.05}}},
               {{Arrived}, {{The, 0.3}, {Green, 0.2}, {End, 0.5}}},
               {{The, Green}, {{Witch, 0.9}, {End, 0.1}}},
               {{The, Witch}, {{End, 0.8}, {Arrived, 0.2}}},
               {{The, Green, Witch}, {{End, 1.0}}},
               {{The, Witch, Arrived}, {{Green, 1.0}}}};
        core::SearchContext context = network.context(6);
        context.trace = core::TraceDetail::Candidates;
        const auto search = finishedSearch(
            selectionOf("beam", {{"width", 2}, {"minimum_length", 2}, {"block_ngrams", 1}}),
            context, network);
        const DecodingTrace& trace = search->trace();
        const auto fateOf = [&](const MadeNetwork::Tokens& tokens) {
            for (const TraceNode& node : trace.nodes)
                if (tokensTo(trace, node.id) == tokens)
                    return node.fate;
            return Fate::NotDrawn; // not there
        };
        QCOMPARE(fateOf({The}), Fate::Kept);
        QCOMPARE(fateOf({Arrived}), Fate::Kept);
        QCOMPARE(fateOf({Green}), Fate::BelowWidth);
        QCOMPARE(fateOf({End}), Fate::TooShort);
        QCOMPARE(fateOf({The, Green}), Fate::Kept); // 0.2
        QCOMPARE(fateOf({The, Witch}), Fate::Kept); // 0.12
        QCOMPARE(fateOf({Arrived, End}), Fate::TooShort); // 0.15, but blocked
        QCOMPARE(fateOf({The, The}), Fate::RepeatsNgram);
        QCOMPARE(fateOf({Arrived, The}), Fate::BelowWidth); // 0.09
        QCOMPARE(fateOf({The, Green, Witch}), Fate::Kept); // 0.18
        QCOMPARE(fateOf({The, Witch, End}), Fate::Finished); // 0.096
        QCOMPARE(fateOf({The, Green, End}), Fate::BelowWidth); // 0.02, ended but third
        QCOMPARE(fateOf({The, Witch, Arrived}), Fate::Kept); // fills the place of what finished
        QCOMPARE(fateOf({The, Green, Witch, End}), Fate::Chosen); // 0.18: also by the mean
        QCOMPARE(trace.steps[2].finishedSoFar, 1);
        QCOMPARE(trace.ending.plain(), "2 hypotheses were finished."s);
        QCOMPARE(trace.expansions, 1 + 2 + 2 + 2);
    }

    void openHypothesesAreAbandonedOrCutOff()
    {
        MadeNetwork network;
        network.vocabularySize = 6;
        network.given = {{{}, {{3, 0.6}, {4, 0.3}, {5, 0.1}}}};
        core::SearchContext context = network.context(1);
        context.trace = core::TraceDetail::Candidates;
        const auto fates = [&](const core::Json& options) {
            const auto search = finishedSearch(selectionOf("beam", options), context, network);
            std::vector<Fate> all;
            for (const TraceNode& node : search->trace().nodes)
                all.push_back(node.fate);
            return all;
        };
        QCOMPARE(fates({{"width", 2}, {"stop_count", 1}}),
                 (std::vector{Fate::Kept, Fate::Chosen, Fate::Abandoned, Fate::Abandoned}));
        QCOMPARE(fates({{"width", 2}, {"stop", "length"}}),
                 (std::vector{Fate::Kept, Fate::Chosen, Fate::CutOff, Fate::CutOff}));
        QCOMPARE(fates({{"width", 2}, {"stop", "length"}, {"refill", false}}),
                 (std::vector{Fate::Kept, Fate::Chosen, Fate::CutOff, Fate::BelowWidth}));
        QCOMPARE(fates({{"width", 1}, {"minimum_length", 1}}),
                 (std::vector{Fate::Kept, Fate::Chosen, Fate::BelowWidth, Fate::TooShort}));
    }

    void aForcedTokenIsTakenWhateverItsRank()
    {
        MadeNetwork network;
        network.vocabularySize = 80;
        network.seed = 5;
        const auto row = network.logProbabilities({});
        const auto worst
            = static_cast<int32_t>(std::min_element(row.begin() + 4, row.end()) - row.begin());
        core::SearchContext context = network.context(3);
        context.prefix = {worst, 1}; // then the unknown word, which is never written otherwise
        context.trace = core::TraceDetail::Candidates;
        const auto search = finishedSearch(selectionOf("beam", {{"width", 2}}), context, network);
        const DecodingTrace& trace = search->trace();
        const auto& first = trace.steps[0].candidates;
        QCOMPARE(first.size(), size_t{21}); // twenty and the forced one
        QCOMPARE(trace.nodes[static_cast<size_t>(first[0])].fate, Fate::NotForced);
        QCOMPARE(trace.nodes[static_cast<size_t>(first[1])].fate, Fate::NotForced);
        QCOMPARE(trace.nodes[static_cast<size_t>(first[2])].fate, Fate::BelowWidth);
        const TraceNode& forced = trace.nodes[static_cast<size_t>(first.back())];
        QCOMPARE(forced.token, worst);
        QCOMPARE(forced.fate, Fate::Kept);
        QVERIFY(forced.rank >= 76);
        QCOMPARE(trace.steps[0].unlisted, 77 - 21);
        for (const core::Hypothesis& found : search->best(9)) {
            QCOMPARE(found.tokens[0], worst);
            QCOMPARE(found.tokens[1], 1);
        }
    }

    void distributionsAreThoseOfTheNodesThatWentOn()
    {
        RandomCase drawn(3);
        drawn.network.sourceLength = 3;
        drawn.context = drawn.network.context(4);
        drawn.context.trace = core::TraceDetail::Distributions;
        const auto search
            = finishedSearch(selectionOf("beam", {{"width", 2}}), drawn.context, drawn.network);
        int64_t filled = 0;
        for (const TraceNode& node : search->trace().nodes) {
            if (node.nextLogProbabilities.empty()) {
                QVERIFY(node.fate != Fate::Kept && node.attention.empty());
                continue;
            }
            ++filled;
            const auto soFar = tokensTo(search->trace(), node.id);
            QCOMPARE(node.nextLogProbabilities, drawn.network.logProbabilities(soFar));
            QCOMPARE(node.attention, drawn.network.attention(soFar));
        }
        QCOMPARE(filled, search->trace().expansions);
    }

    void theTraceCanBeReadWhileTheSearchGoesOn()
    {
        MadeNetwork network;
        core::SearchContext context = network.context(4);
        context.trace = core::TraceDetail::Candidates;
        const auto search = core::searchRegistry().make(selectionOf("exhaustive"), context);
        Feeder feeder(*search, network);
        QCOMPARE(search->trace().nodes.size(), size_t{1});
        feeder.step();
        QCOMPARE(search->trace().steps.size(), size_t{1});
        QVERIFY(search->trace().ranking.empty() && search->trace().ending.empty());
    }
};

UNROLL_TEST(TraceTest, QCoreApplication)
#include "trace_test.moc"
