#include "core/decode/search_rules.h"
#include "tests/core/decode/made_network.h"
#include "tests/support/test_case.h"

namespace {

using TokenList = MadeNetwork::Tokens;

constexpr int32_t kEndMark = 3, kWordA = 4, kWordB = 5;

/// The same distribution after every text of up to six tokens: a 0.6, b 0.3, end 0.1.
MadeNetwork forgetful()
{
    MadeNetwork network;
    network.vocabularySize = 6;
    std::vector<TokenList> open{{}};
    for (int length = 0; length < 6; ++length) {
        std::vector<TokenList> longer;
        for (const TokenList& tokens : open) {
            network.given[tokens] = {{kWordA, 0.6}, {kWordB, 0.3}, {kEndMark, 0.1}};
            for (const int32_t next : {kWordA, kWordB}) {
                longer.push_back(tokens);
                longer.back().push_back(next);
            }
        }
        open = longer;
    }
    return network;
}

/// a 0.6, b 0.4; after a: b 0.7, end 0.3; after b or a b: the end.
MadeNetwork stoppable()
{
    MadeNetwork network;
    network.vocabularySize = 6;
    network.given = {{{}, {{kWordA, 0.6}, {kWordB, 0.4}}},
                     {{kWordA}, {{kWordB, 0.7}, {kEndMark, 0.3}}},
                     {{kWordB}, {{kEndMark, 1.0}}},
                     {{kWordA, kWordB}, {{kEndMark, 1.0}}}};
    return network;
}

std::string abText(std::span<const int32_t> tokens)
{
    std::string text;
    for (const int32_t token : tokens)
        text += (text.empty() ? "" : " ") + std::string(token == kWordA ? "a" : "b");
    return text;
}

core::Hypothesis bestOf(const std::string& kind, const core::Json& options,
                        const MadeNetwork& network, core::SearchContext context)
{
    context.textOf = &abText;
    return finishedSearch(selectionOf(kind, options), context, network)->best(1).front();
}

/// The total of the penalised log probabilities of `tokens`, from the definition.
double penalisedTotal(const TokenList& tokens, double presence, double frequency)
{
    const std::map<int32_t, double> plain{{kWordA, 0.6}, {kWordB, 0.3}, {kEndMark, 0.1}};
    double total = 0.0;
    for (size_t i = 0; i < tokens.size(); ++i) {
        double sum = 0.0, own = 0.0;
        for (const auto& [token, probability] : plain) {
            const auto count = static_cast<double>(
                std::count(tokens.begin(), tokens.begin() + static_cast<int64_t>(i), token));
            const double weight
                = probability * std::exp(-presence * (count > 0.0 ? 1.0 : 0.0) - frequency * count);
            sum += weight;
            own = token == tokens[i] ? weight : own;
        }
        total += std::log(own / sum);
    }
    return total;
}

/// The best of all texts of at most `length` tokens with their end mark.
std::pair<TokenList, double> bestOfAll(int64_t length, double presence, double frequency)
{
    std::pair<TokenList, double> best{{}, -1e9};
    std::vector<TokenList> open{{}};
    for (int64_t step = 0; step < length; ++step) {
        std::vector<TokenList> longer;
        for (const TokenList& tokens : open)
            for (const int32_t next : {kEndMark, kWordA, kWordB}) {
                TokenList whole = tokens;
                whole.push_back(next);
                if (next != kEndMark)
                    longer.push_back(whole);
                else if (const double total = penalisedTotal(whole, presence, frequency);
                         total > best.second)
                    best = {tokens, total};
            }
        open = longer;
    }
    return best;
}

} // namespace

/// What all searches share: penalties for repetition and stop sequences.
class TokenRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// c = 2 and 1: 0.5 e^-1, 0.3 e^-0.75 and 0.2, divided by their sum 0.525650.
    void logitsAreLoweredAsInTheFormula()
    {
        core::TokenRules rules;
        rules.presencePenalty = 0.5;
        rules.frequencyPenalty = 0.25;
        std::vector<float> row{std::log(0.5F), std::log(0.3F), std::log(0.2F)};
        core::penaliseRepeats(rules, std::vector<int32_t>{0, 1, 0}, row);
        const std::vector<double> expected{0.349928, 0.269590, 0.380482};
        for (size_t i = 0; i < row.size(); ++i)
            QVERIFY(std::abs(std::exp(static_cast<double>(row[i])) - expected[i]) < 2e-6);
        std::vector<float> impossible(3, -std::numeric_limits<float>::infinity());
        core::penaliseRepeats(rules, std::vector<int32_t>{0}, impossible);
        QVERIFY(std::isinf(impossible[1])); // And no NaN.
    }

    /// Without a penalty it writes a for ever. Frequency 1: a 0.6; b 0.3 > a 0.2207; a 0.2207 >
    /// b 0.1104; b 0.1104 > a 0.0812; then the end, 0.1. Presence 1 lowers both once only.
    void greedySearchLeavesItsCircle()
    {
        const MadeNetwork network = forgetful();
        const auto greedy = [&](const core::Json& options) {
            return bestOf("greedy", options, network, network.context(6));
        };
        QCOMPARE(greedy(core::Json::object()).tokens, TokenList(6, kWordA));
        QVERIFY(!greedy(core::Json::object()).ended);
        const core::Hypothesis left = greedy({{"frequency_penalty", 1.0}});
        QCOMPARE(left.tokens, TokenList({kWordA, kWordB, kWordA, kWordB}));
        QVERIFY(left.ended);
        QVERIFY(std::abs(left.logProbability
                         - penalisedTotal({kWordA, kWordB, kWordA, kWordB, kEndMark}, 0.0, 1.0))
                < 1e-5);
        QCOMPARE(greedy({{"presence_penalty", 1.0}}).tokens,
                 TokenList({kWordA, kWordB, kWordA, kWordA, kWordA, kWordA}));
        // Below 0 it favours what it has.
        core::SearchContext forced = network.context(3);
        forced.prefix = {kWordB};
        QCOMPARE(bestOf("greedy", {{"presence_penalty", -2.0}}, network, forced).tokens,
                 TokenList({kWordB, kWordB, kWordB}));
    }

    void everySearchUsesThem_data()
    {
        addColumns<QString, double, double>("kind", "presence", "frequency");
        for (const auto& [presence, frequency] :
             {std::pair(0.7, 0.0), std::pair(0.0, 1.3), std::pair(0.4, 0.9), std::pair(-0.8, 0.2)})
            for (const char* kind : {"beam", "exhaustive", "sampling"})
                newRow(qPrintable(QString("%1 %2 %3").arg(kind).arg(presence).arg(frequency)),
                       QString::fromUtf8(kind), presence, frequency);
    }
    void everySearchUsesThem()
    {
        QFETCH(QString, kind);
        QFETCH(double, presence);
        QFETCH(double, frequency);
        const MadeNetwork network = forgetful();
        core::Json options{{"presence_penalty", presence}, {"frequency_penalty", frequency}};
        if (kind == u"beam"_s)
            options.update({{"width", 6}, {"stop", "length"}, {"normalisation", "none"}});
        const core::Hypothesis found
            = bestOf(kind.toStdString(), options, network, network.context(3));
        TokenList whole = found.tokens;
        if (found.ended)
            whole.push_back(kEndMark);
        QVERIFY(std::abs(found.logProbability - penalisedTotal(whole, presence, frequency)) < 1e-5);
        if (kind == u"sampling"_s)
            return;
        // 1 + 2 + 4 beginnings: six places hold all that go on.
        const auto [tokens, total] = bestOfAll(3, presence, frequency);
        QCOMPARE(found.tokens, tokens);
        QVERIFY(std::abs(found.logProbability - total) < 1e-5);
    }

    void aStopSequenceEndsTheText_data()
    {
        addColumns<QString>("kind");
        for (const char* kind : {"greedy", "beam", "exhaustive"})
            newRow(kind, QString::fromUtf8(kind));
    }
    /// "a b" has 0.6 * 0.7, more than "b" with 0.4 and "a" with 0.18.
    void aStopSequenceEndsTheText()
    {
        QFETCH(QString, kind);
        const MadeNetwork network = stoppable();
        for (const char* stop : {"b", "a b", " b"})
            for (const int64_t length : {2, 4}) {
                core::Json options{{"stop_sequences", {"", stop}}};
                if (kind == u"beam"_s)
                    options.update({{"width", 3}, {"stop", "length"}, {"normalisation", "none"}});
                const auto found
                    = bestOf(kind.toStdString(), options, network, network.context(length));
                QCOMPARE(found.tokens, TokenList({kWordA, kWordB}));
                QVERIFY(found.ended);
                QVERIFY(std::abs(found.logProbability - std::log(0.42)) < 1e-6);
                QCOMPARE(found.result(abText(found.tokens)),
                         std::string("a b").substr(0, std::string("a b").find(stop)));
            }
    }

    void withoutOneTheEndMarkEndsIt()
    {
        const MadeNetwork network = stoppable();
        const auto found = bestOf("greedy", core::Json::object(), network, network.context(4));
        QVERIFY(!found.stoppedAt);
        QCOMPARE(found.result("a b"), std::string("a b"));
        const auto other
            = bestOf("greedy", {{"stop_sequences", {"c"}}}, network, network.context(4));
        QVERIFY(!other.stoppedAt && other.ended);
    }

    void samplesEndAtAStopSequence()
    {
        const MadeNetwork network = forgetful();
        core::SearchContext context = network.context(6);
        int stopped = 0;
        for (context.stream = 0; context.stream < 50; ++context.stream) {
            const auto found = bestOf("sampling", {{"stop_sequences", {"b"}}}, network, context);
            const auto b = std::find(found.tokens.begin(), found.tokens.end(), kWordB);
            QVERIFY(b == found.tokens.end() || b + 1 == found.tokens.end());
            QCOMPARE(found.stoppedAt.has_value(), b != found.tokens.end());
            stopped += found.stoppedAt ? 1 : 0;
        }
        QVERIFY(stopped > 10);
    }

    void aForcedPrefixDoesNotStop()
    {
        const MadeNetwork network = forgetful();
        core::SearchContext context = network.context(5);
        context.prefix = {kWordB, kWordB};
        const auto found = bestOf("greedy", {{"stop_sequences", {"b"}}}, network, context);
        QCOMPARE(found.tokens, TokenList({kWordB, kWordB, kWordA, kWordA, kWordA}));
        const auto later = bestOf("greedy", {{"stop_sequences", {"a a"}}}, network, context);
        QCOMPARE(later.tokens, TokenList({kWordB, kWordB, kWordA, kWordA}));
        QCOMPARE(later.result(abText(later.tokens)), std::string("b b "));
    }

    void theTraceTellsWhyItEnded()
    {
        const MadeNetwork network = stoppable();
        core::SearchContext context = network.context(4);
        context.trace = core::TraceDetail::Distributions;
        context.textOf = &abText;
        const auto search = finishedSearch(
            selectionOf("greedy", {{"stop_sequences", {"b"}}, {"presence_penalty", 1.0}}), context,
            network);
        const core::DecodingTrace& trace = search->trace();
        const core::TraceNode& chosen = trace.nodes[static_cast<size_t>(trace.ranking.front())];
        QCOMPARE(chosen.token, kWordB);
        QVERIFY(chosen.stopped && chosen.fate == core::Fate::Chosen);
        QCOMPARE(trace.ending.plain(), std::string("The text has a stop sequence."));
        // The distribution is the one that the search used: after a, b 0.7 and end 0.3, unchanged.
        QVERIFY(
            std::abs(
                trace.nodes[static_cast<size_t>(chosen.parent)].nextLogProbabilities[size_t{kWordB}]
                - std::log(0.7F))
            < 1e-6F);
    }
};

UNROLL_TEST(TokenRulesTest, QCoreApplication)
#include "token_rules_test.moc"
