#include "core/probe/states/network_plane.h"
#include "core/probe/states/state_pattern.h"
#include "core/probe/trace/trace_question.h"
#include "tests/core/task/opened_classifier.h"
#include "tests/support/failure.h"
#include "tests/support/near.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

#include <torch/optim/sgd.h>

using namespace core;

namespace {

constexpr int64_t kHidden = 5;
const std::string kFilm = "the film was not bad";
constexpr int64_t kFilmTokens = 5;

Json cell(const char* kind, bool bidirectional = false)
{
    return {{"kind", kind},           {"layers", 2},
            {"hidden_size", kHidden}, {"bidirectional", bidirectional},
            {"dropout", 0.4},         {"pooling", {{"kind", "last"}}}};
}

struct OpenedStates : probed::OpenedClassifier {
    using OpenedClassifier::OpenedClassifier;

    States ask(std::vector<StateEdit> edits, int64_t layer = 0, int64_t direction = 0)
    {
        return live.ask(AskStates{.example = {.text = kFilm, .reference = support::kClasses[1]},
                                  .layer = layer,
                                  .direction = direction,
                                  .edits = std::move(edits)});
    }
};

size_t place(const States& states, const char* quantity)
{
    for (size_t i = 0; i < states.cell.quantities.size(); ++i)
        if (states.cell.quantities[i].name == quantity)
            return i;
    qFatal("no quantity %s", quantity);
}

/// [tokens * units]
const std::vector<float>& valuesOf(const States& states, const char* quantity, bool edited = false)
{
    return (edited ? *states.edited : states.plain).values[place(states, quantity)];
}

double logistic(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

/// h after the last token with h of `unit` moved at `token`, [units].
std::vector<double> lastStates(OpenedStates& opened, const char* state, int64_t unit, int64_t token,
                               double value)
{
    const States states = opened.ask(
        {{.quantity = state, .unit = unit, .first = token, .last = token, .value = value}});
    const std::vector<float>& h = valuesOf(states, "h", true);
    return {h.end() - kHidden, h.end()};
}

struct Update {
    std::vector<float> losses;
    std::vector<torch::Tensor> weights;
    bool hadGradients = true;
};

/// A few updates with dropout; `look` is called between two of them.
Update trained(const std::function<void(LiveClassifier&)>& look)
{
    OpenedStates opened(cell("lstm", true));
    torch::manual_seed(17);
    torch::optim::SGD optimiser(opened.network->parameters(), 0.1);
    const torch::Tensor labels = torch::tensor({1, 0, 0, 2, 0, 1}, torch::kLong);
    const auto ids = opened.pipeline->ids(support::kCorpus, Monitor());
    std::vector<IdRow> rows(ids.begin(), ids.begin() + 6);
    Update result;
    opened.network->train();
    for (int update = 0; update < 6; ++update) {
        opened.network->zero_grad();
        const torch::Tensor loss = torch::nn::functional::cross_entropy(
            opened.network->forward(paddedBatch(rows, torch::kCPU)), labels);
        loss.backward();
        const torch::Tensor before = opened.network->parameters().front().grad().clone();
        look(opened.live); // Gradients are waiting to be used.
        result.hadGradients = result.hadGradients
            && torch::equal(before, opened.network->parameters().front().grad());
        optimiser.step();
        result.losses.push_back(loss.item<float>());
        look(opened.live);
    }
    result.weights = opened.network->parameters();
    return result;
}

} // namespace

class StatesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The plane of two units walks from state to state as the network does.
    void thePlaneOfTwoUnitsIsThatOfTheNetwork()
    {
        for (const char* kind : {"rnn", "lstm"}) {
            Json options = cell(kind);
            options["hidden_size"] = 2;
            OpenedStates opened(options);
            const AskNetworkPlane question{.example = {.text = kFilm}, .layer = 1};
            if (kind == std::string("lstm")) { // It has two states.
                QVERIFY_EXCEPTION_THROWN(opened.live.ask(question), Error);
                continue;
            }
            const NetworkPlane answer = opened.live.ask(question);
            const States states = opened.ask({}, 1);
            const StatePlane plane = statePlane(answer.plane, answer.inputs);
            QCOMPARE(plane.steps.size(), size_t{kFilmTokens + 1});
            const std::vector<float>& h = valuesOf(states, "h");
            for (size_t t = 1; t < plane.steps.size(); ++t) {
                QCOMPARE(plane.steps[t].word, states.tokens[t - 1]);
                support::compareNear(plane.steps[t].h1, double(h[2 * t - 2]), 1e-5);
                support::compareNear(plane.steps[t].h2, double(h[2 * t - 1]), 1e-5);
            }
            QVERIFY(std::abs(plane.steps[1].h1) > 1e-3);
        }
        OpenedStates wide(cell("rnn"));
        QVERIFY_EXCEPTION_THROWN(wide.live.ask(AskNetworkPlane{.example = {.text = kFilm}}), Error);
    }

    void theStatesAreThoseOfTheNetwork_data()
    {
        addColumn<QString>("kind");
        for (const char* kind : {"rnn", "lstm", "gru"})
            newRow(kind, kind);
    }
    void theStatesAreThoseOfTheNetwork()
    {
        QFETCH(QString, kind);
        OpenedStates opened(cell(kind.toLatin1(), true));
        const LiveEncoder::Text text = opened.live.readText({.text = kFilm});
        const torch::NoGradGuard noGradient;
        const SequenceBatch batch = sequenceBatch(text.ids, torch::kCPU);
        const torch::Tensor expected
            = opened.network->encoder().forward(batch).tokens.states[0]; // [tokens, 2 * hidden]
        for (const int64_t direction : {0, 1}) {
            const States states = opened.ask({}, 1, direction);
            QCOMPARE(states.layer, 1);
            QCOMPARE(states.tokens, (Strings{"the", "film", "was", "not", "bad"}));
            QCOMPARE(states.step, 41);
            QCOMPARE(states.plain.units, kHidden);
            const std::vector<float>& h = valuesOf(states, "h");
            QCOMPARE(h.size(), size_t(kFilmTokens * kHidden));
            for (int64_t t = 0; t < kFilmTokens; ++t)
                for (int64_t u = 0; u < kHidden; ++u)
                    QVERIFY(support::near(h[size_t(t * kHidden + u)],
                                          expected[t][direction * kHidden + u].item<float>(),
                                          1e-5));
        }
        const States states = opened.ask({}, 7, 3); // Beyond what there is: the last.
        QCOMPARE(states.layer, 1);
        QCOMPARE(states.direction, 1);
        QVERIFY(!states.edited);
        const Inspection said = opened.live.inspect({kFilm});
        QCOMPARE(states.plain.verdict.said, (Strings{support::kClasses[size_t(said.predicted)]}));
        QVERIFY(states.plain.verdict.lossOfTruth);
        QCOMPARE(states.plain.verdict.lossOf, support::kClasses[1]);
        QVERIFY(support::near(*states.plain.verdict.loss, -std::log(double(said.probabilities[1])),
                              1e-5));
    }

    void aTransformerHasNone()
    {
        OpenedStates opened({{"kind", "transformer"}, {"heads", 4}});
        QVERIFY(opened.ask({}).cell.title.empty());
        QVERIFY(opened.live.ask(AskGradientFlow{.example = {.text = kFilm}}).cell.title.empty());
    }

    /// The network does not read them.
    void tokensBeyondTheMaximumLengthAreCounted()
    {
        OpenedStates opened(cell("lstm"));
        std::string longer = kFilm;
        for (int word = 0; word < 100; ++word)
            longer += " film";
        const States states = opened.live.ask(AskStates{.example = {.text = longer}});
        QVERIFY(states.cutTokens > 0);
        QCOMPARE(states.cutTokens + std::ssize(states.tokens),
                 opened.live.ask(AskStates{.example = {.text = kFilm}}).cutTokens
                     + std::ssize(opened.live.ask(AskStates{.example = {.text = kFilm}}).tokens)
                     + 100);
        const Trace trace = opened.live.ask(AskTrace{.example = {.text = longer}});
        QCOMPARE(trace.cutTokens, states.cutTokens);
    }

    void gatesAndStatesAreTold()
    {
        const StateCell lstm = OpenedStates(cell("lstm")).ask({}).cell;
        QCOMPARE(lstm.title, "LSTM"s);
        std::string gates, states;
        for (const StateQuantity& each : lstm.quantities) {
            gates += each.gate ? each.name : "";
            states += each.state ? each.name : "";
        }
        QCOMPARE(gates, "ifo"s);
        QCOMPARE(states, "ch"s);
        QVERIFY(lstm.quantities.front().equation.starts_with("i_t = σ("));
    }

    /// f_t = σ(0.21 + ...): the numbers of a unit give what stands on the left.
    void theNumbersOfAUnitFitItsEquation()
    {
        OpenedStates opened(cell("lstm"));
        const States states
            = opened.live.ask(AskStates{.example = {.text = kFilm}, .unit = 3, .token = 2});
        QCOMPARE(states.equations.size(), size_t{6});
        const UnitEquation& forget = states.equations[place(states, "f")];
        double sum = 0.0;
        for (size_t i = 1; i < forget.parts.size(); ++i)
            sum += forget.parts[i].number.value_or(0.0);
        QCOMPARE(forget.parts.front().text, "f_t"s);
        QVERIFY(support::near(*forget.parts.front().number, logistic(sum), 1e-5));
        QVERIFY(support::near(*forget.parts.front().number, valuesOf(states, "f")[2 * kHidden + 3],
                              1e-5));
        QVERIFY(sum != 0.0);
    }

    void unitsAndTokensOutOfRangeAreRefused_data()
    {
        addColumns<int, int, int, QString>("unit", "token", "edited", "expected");
        newRow("unit", 5, 2, 0,
               u"There is no unit 5: the layer has 5 units. Choose a unit from 0 to 4."_s);
        newRow("token", 3, 5, 0,
               u"There is no token 5: the text has 5 tokens. Choose a token from 0 to 4."_s);
        newRow("edit", -1, -1, 7,
               u"There is no unit 7: the layer has 5 units. Choose a unit from 0 to 4."_s);
    }
    void unitsAndTokensOutOfRangeAreRefused()
    {
        QFETCH(int, unit);
        QFETCH(int, token);
        QFETCH(int, edited);
        QFETCH(QString, expected);
        OpenedStates opened(cell("lstm"));
        AskStates question{.example = {.text = kFilm}, .unit = unit, .token = token};
        if (edited > 0)
            question.edits = {{.quantity = "f", .unit = edited}};
        const Failure failure = support::failureOf([&] { opened.live.ask(question); });
        QVERIFY(failure.code == ErrorCode::BadSetting);
        QCOMPARE(QString::fromStdString(failure.sentence()), expected);
    }

    void unitsOfAPatternOutOfRangeAreRefused()
    {
        OpenedStates opened(cell("lstm"));
        AskStatePattern question;
        question.units = {{1, false}, {9, false}};
        question.rows = support::labelledRows(support::kCorpus, {0, 0, 0, 0, 0, 0});
        QCOMPARE(support::sentenceOf([&] { opened.live.ask(question); }),
                 "There is no unit 9: the layer has 5 units. Choose a unit from 0 to 4."s);
    }

    void aClampedGateChangesWhatComesAfter()
    {
        OpenedStates opened(cell("lstm"));
        const States states
            = opened.ask({{.quantity = "f", .unit = 2, .first = 1, .last = 3, .value = 0.0}});
        const std::vector<float>& f = valuesOf(states, "f", true);
        const std::vector<float>&i = valuesOf(states, "i", true), &g = valuesOf(states, "g", true),
              &c = valuesOf(states, "c", true);
        for (size_t t = 0; t < kFilmTokens; ++t) {
            const size_t at = t * kHidden + 2;
            const bool inside = t >= 1 && t <= 3;
            QCOMPARE(f[at] == 0.0F, inside);
            if (inside) // Nothing of the cell is kept.
                QVERIFY(support::near(c[at], double(i[at]) * g[at], 1e-5));
            QVERIFY(f[t * kHidden + 1] != 0.0F);
        }
        for (size_t u = 0; u < kHidden; ++u) // What was before it stays.
            QCOMPARE(c[u], valuesOf(states, "c")[u]);
        QVERIFY(*states.edited->verdict.loss != *states.plain.verdict.loss);
        // Without an end: to the end.
        const States all = opened.ask({{.quantity = "f", .first = 3, .value = 1.0}});
        for (size_t at = 0; at < kFilmTokens * kHidden; ++at)
            QCOMPARE(valuesOf(all, "f", true)[at] == 1.0F, at >= 3 * kHidden);
        QVERIFY_EXCEPTION_THROWN(opened.ask({{.quantity = "nothing"}}), Error);
    }

    /// Before and after are told of the same answer, or they could not be compared.
    void withoutATruthBothLossesAreOfTheAnswerAsComputed()
    {
        OpenedStates opened(cell("lstm"));
        const auto ask = [&](double number) {
            return opened.live.ask(
                AskStates{.example = {.text = kFilm},
                          .edits = {{.layer = 1, .quantity = "h", .value = number}}});
        };
        bool changed = false;
        for (const double number : {-30.0, 30.0}) {
            const States states = ask(number);
            const TextVerdict &before = states.plain.verdict, &after = states.edited->verdict;
            QVERIFY(!before.lossOfTruth && !after.lossOfTruth);
            QCOMPARE(before.lossOf, before.said.front());
            QCOMPARE(after.lossOf, before.lossOf);
            const auto own
                = size_t(std::find(after.classes.begin(), after.classes.end(), before.said.front())
                         - after.classes.begin());
            QVERIFY(support::near(*after.loss, -std::log(double(after.probabilities[own])), 1e-3));
            changed = changed || after.said != before.said;
        }
        QVERIFY(changed); // Else nothing would have been seen.
    }

    void aGateIsTakenFromAnotherSentence()
    {
        OpenedStates opened(cell("gru"));
        const std::string other = "bad";
        States there = opened.live.ask(AskStates{.example = {.text = other}});
        const States states = opened.ask({{.quantity = "z", .fromText = other}});
        const std::vector<float>& z = valuesOf(states, "z", true);
        for (size_t t = 0; t < kFilmTokens; ++t) // It has one token, whose values go on.
            for (size_t u = 0; u < kHidden; ++u)
                QCOMPARE(z[t * kHidden + u], valuesOf(there, "z")[u]);
        const States same = opened.ask({{.quantity = "z", .fromText = kFilm}});
        QCOMPARE(valuesOf(same, "h", true), valuesOf(same, "h"));
        QCOMPARE(*same.edited->verdict.loss, *same.plain.verdict.loss);
    }

    void unitsAreOnExactlyThere()
    {
        // Tokens across: unit 0 is on at 1 and 2, unit 1 at 1 to 3, unit 2 the other way round.
        const std::vector<std::vector<float>> units{
            {0.1F, 0.5F, 0.3F, 0.2F}, {0.0F, 0.4F, 0.4F, 0.4F}, {0.0F, -0.9F, -0.3F, 0.9F}};
        const UnitValue value
            = [&](int64_t token, int64_t unit) { return units[size_t(unit)][size_t(token)]; };
        QCOMPARE(unitsOnExactly(value, 3, 4, 1, 2, 0.3),
                 (std::vector<PatternUnit>{{0, false}, {2, true}}));
        QCOMPARE(unitsOnExactly(value, 3, 4, 1, 3, 0.3), (std::vector<PatternUnit>{{1, false}}));
        QCOMPARE(unitRuns(value, {2, false}, 4, 0.3).size(), size_t{1});
        QCOMPARE(unitRuns(value, {2, false}, 4, 0.3)[0].first, 3);
    }

    void thePatternIsFoundInOtherTexts()
    {
        OpenedStates opened(cell("lstm"));
        AskStatePattern question;
        question.layer = 1;
        question.units = {{0, false}, {3, true}, {4, false}};
        question.threshold = 0.05;
        question.length = 2;
        question.rows = support::labelledRows(support::kCorpus, {0, 0, 0, 0, 0, 0});
        const FoundPattern found = opened.live.ask(question);
        QCOMPARE(found.texts, std::ssize(support::kCorpus));
        QVERIFY(!found.matches.empty());
        QCOMPARE(found.found, std::ssize(found.matches));
        size_t most = 3;
        for (const PatternMatch& match : found.matches) {
            QVERIFY(match.units.size() <= most);
            most = match.units.size();
            const States states = opened.live.ask(AskStates{.example = match.example, .layer = 1});
            QCOMPARE(match.tokens, states.tokens);
            const UnitValue value = [&](int64_t token, int64_t unit) {
                return valuesOf(states, "h")[size_t(token * kHidden + unit)];
            };
            const auto on = unitsOnExactly(value, kHidden, std::ssize(states.tokens), match.first,
                                           match.last, 0.05);
            for (const PatternUnit& unit : match.units)
                QVERIFY(std::find(on.begin(), on.end(), unit) != on.end());
        }
    }

    void onlyTheBestOfManyMatchesAreListed()
    {
        OpenedStates opened(cell("lstm"));
        Strings texts;
        for (int64_t i = 0; i < FoundPattern::kMostMatches + 30; ++i)
            texts.push_back(support::kCorpus[size_t(i) % support::kCorpus.size()]);
        AskStatePattern question;
        question.units = {{0, false}, {0, true}}; // Somewhere one of them is on.
        question.threshold = 0.0;
        question.rows = support::labelledRows(texts, std::vector<int32_t>(texts.size(), 0));
        const FoundPattern found = opened.live.ask(question);
        QCOMPARE(found.found, std::ssize(texts));
        QCOMPARE(std::ssize(found.matches), FoundPattern::kMostMatches);
    }

    void gradientsAreThoseOfSmallChanges_data() { theStatesAreThoseOfTheNetwork_data(); }
    void gradientsAreThoseOfSmallChanges()
    {
        QFETCH(QString, kind);
        OpenedStates opened(cell(kind.toLatin1()));
        const GradientFlow flow = opened.live.ask(AskGradientFlow{
            .example = {.text = kFilm, .reference = support::kClasses[1]}, .layer = 0});
        const States states = opened.ask({});
        constexpr double kStep = 1e-2;
        for (size_t s = 0; s < flow.states.size(); ++s) {
            const char* state = flow.states[s].c_str();
            QCOMPARE(flow.norms[s].size(), size_t(kFilmTokens));
            for (int64_t t = 0; t < kFilmTokens; ++t) {
                double squares = 0.0;
                torch::Tensor jacobian = torch::zeros({kHidden, kHidden}, torch::kFloat64);
                for (int64_t u = 0; u < kHidden; ++u) {
                    const double value = valuesOf(states, state)[size_t(t * kHidden + u)];
                    double losses[2];
                    std::vector<double> last[2];
                    for (const int side : {0, 1}) {
                        const double moved = value + (side == 0 ? -kStep : kStep);
                        const States changed = opened.ask({{.quantity = state,
                                                            .unit = u,
                                                            .first = t,
                                                            .last = t,
                                                            .value = moved}});
                        losses[side] = *changed.edited->verdict.loss;
                        last[side] = lastStates(opened, state, u, t, moved);
                    }
                    squares += std::pow((losses[1] - losses[0]) / (2 * kStep), 2);
                    for (int64_t row = 0; row < kHidden; ++row)
                        jacobian[row][u]
                            = (last[1][size_t(row)] - last[0][size_t(row)]) / (2 * kStep);
                }
                const double expected = std::sqrt(squares);
                QVERIFY2(std::abs(flow.norms[s][size_t(t)] - expected) < 0.02 * expected + 1e-4,
                         qPrintable(u"%1 at %2: %3, not %4"_s.arg(QLatin1String(state))
                                        .arg(t)
                                        .arg(flow.norms[s][size_t(t)])
                                        .arg(expected)));
                const double largest = torch::linalg_svdvals(jacobian).max().item<double>();
                QVERIFY2(std::abs(flow.jacobians[s][size_t(t)] - largest) < 0.02 * largest + 1e-3,
                         qPrintable(u"%1 at %2: %3, not %4"_s.arg(QLatin1String(state))
                                        .arg(t)
                                        .arg(flow.jacobians[s][size_t(t)])
                                        .arg(largest)));
            }
        }
        // h moves itself alone.
        QVERIFY(support::near(flow.jacobians[0].back(), 1.0, 1e-3));
    }

    void onlyTheFirstTokensCount()
    {
        OpenedStates opened(cell("gru", true));
        const GradientFlow flow = opened.live.ask(
            AskGradientFlow{.example = {.text = kFilm}, .direction = 1, .length = 3});
        QCOMPARE(flow.tokens, (Strings{"the", "film", "was"}));
        QCOMPARE(flow.norms.front().size(), size_t{3});
        QCOMPARE(flow.layer, 1);
        QVERIFY(
            support::near(flow.jacobians[0].front(), 1.0, 1e-3)); // Read backwards, it ends there.
        QVERIFY(!flow.verdict.lossOfTruth);
        const GradientFlow alone = opened.live.ask(
            AskGradientFlow{.example = {.text = "the film was"}, .direction = 1, .length = 0});
        QCOMPARE(flow.norms, alone.norms);
    }

    void theRecurrentMatricesAreMeasured()
    {
        OpenedStates opened(cell("lstm"));
        const GradientFlow flow
            = opened.live.ask(AskGradientFlow{.example = {.text = kFilm}, .layer = 1});
        QCOMPARE(flow.matrices.size(), size_t{4});
        QCOMPARE(flow.matrices[1].name, "U_f"s);
        const torch::Tensor all
            = opened.network->named_parameters()["encoder.rnn.weight_hh_l1"].detach();
        for (size_t gate = 0; gate < 4; ++gate)
            QVERIFY(support::near(flow.matrices[gate].largest,
                                  torch::linalg_svdvals(all.chunk(4)[gate]).max().item<double>(),
                                  1e-5));
    }

    void lookingDoesNotChangeTheTraining()
    {
        const Update alone = trained([](LiveClassifier&) {});
        const Update watched = trained([](LiveClassifier& model) {
            model.ask(AskStates{.example = {.text = kFilm},
                                .edits = {{.quantity = "f", .value = 0.0}},
                                .unit = 1,
                                .token = 1});
            model.ask(AskGradientFlow{.example = {.text = kFilm}});
            AskBatchGradients batch;
            batch.texts = {{.text = kFilm, .reference = support::kClasses[1]},
                           {.text = "bad", .reference = support::kClasses[0]}};
            model.ask(batch);
            AskStatePattern pattern;
            pattern.units = {{0, false}};
            pattern.rows = support::labelledRows(support::kCorpus, {0, 0, 0, 0, 0, 0});
            model.ask(pattern);
        });
        QCOMPARE(watched.losses, alone.losses); // to the bit
        QVERIFY(watched.hadGradients);
        for (size_t i = 0; i < alone.weights.size(); ++i)
            QVERIFY(torch::equal(alone.weights[i], watched.weights[i]));
        QVERIFY(alone.losses.front() != alone.losses.back());
    }
};
UNROLL_TEST(StatesTest, QCoreApplication)
#include "states_test.moc"
