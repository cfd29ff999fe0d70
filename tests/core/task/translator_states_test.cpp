#include "tests/core/task/viewed_translator.h"
#include "tests/support/test_case.h"

using namespace core;
using probed::Viewed;

namespace {

const std::string& source()
{
    return support::kSources[0];
}
const std::string& target()
{
    return support::kTargets[0];
}

AskStates asking(int64_t layer, int64_t direction = 0, std::vector<StateEdit> edits = {})
{
    return {.example = {.text = source(), .reference = target()},
            .layer = layer,
            .direction = direction,
            .edits = std::move(edits)};
}

/// The loss as a value of h of one unit at one token changes, by finite differences.
double slope(Viewed& viewed, int64_t layer, int64_t token, int64_t unit)
{
    const States plain = viewed.view->ask(asking(layer));
    const auto h = static_cast<size_t>(
        std::find_if(plain.cell.quantities.begin(), plain.cell.quantities.end(),
                     [](const StateQuantity& each) { return each.name == "h"; })
        - plain.cell.quantities.begin());
    const auto units = static_cast<int64_t>(plain.plain.values[h].size() / plain.tokens.size());
    const double value = plain.plain.values[h][static_cast<size_t>(token * units + unit)];
    constexpr double kStep = 0.02;
    const auto lossAt = [&](double number) {
        const StateEdit edit{.layer = layer,
                             .quantity = "h",
                             .unit = unit,
                             .first = token,
                             .last = token,
                             .value = number};
        return *viewed.view->ask(asking(layer, 0, {edit})).edited->verdict.loss;
    };
    return (lossAt(value + kStep) - lossAt(value - kStep)) / (2.0 * kStep);
}

} // namespace

/// Gates, states and gradients of both sides of a recurrent translator.
class TranslatorStatesTest : public QObject {
    Q_OBJECT
private:
    static void addCells()
    {
        addColumn<QString>("cell");
        for (const char* cell : {"lstm", "lstm_nested", "mut3"})
            newRow(cell, cell);
    }
    /// kRecurrent with the row's cell.
    static Json recurrent()
    {
        QFETCH(QString, cell);
        Json network = probed::kRecurrent;
        network["cell"] = cell.toStdString();
        return network;
    }

private Q_SLOTS:
    void layersOfTheDecoderFollowThoseOfTheEncoder_data() { addCells(); }
    void layersOfTheDecoderFollowThoseOfTheEncoder()
    {
        Viewed viewed(recurrent());
        const Strings words = viewed.pipelines.source->tokens(source());
        for (int64_t layer = 0; layer < 4; ++layer) {
            const States states = viewed.view->ask(asking(layer, 1));
            QCOMPARE(states.layer, layer);
            QCOMPARE(states.cell.layers, int64_t{4});
            QCOMPARE(states.cell.decoderLayers, int64_t{2});
            QCOMPARE(states.direction, int64_t{layer < 2 ? 1 : 0}); // A decoder has one.
            const auto written = viewed.pipelines.target->ids(target()).size();
            QCOMPARE(states.tokens.size(), layer < 2 ? words.size() : written + 1);
            QCOMPARE(states.tokens.front(), layer < 2 ? words.front() : "<bos>"s);
            for (const std::vector<float>& values : states.plain.values)
                QCOMPARE(values.size() % states.tokens.size(), size_t{0});
        }
    }

    void whatIsSaidIsWhatTheTranslatorSays_data() { addCells(); }
    void whatIsSaidIsWhatTheTranslatorSays()
    {
        Viewed viewed(recurrent());
        const States states = viewed.view->ask(asking(0));
        QCOMPARE(states.plain.verdict.said.front(), viewed.greedy(source()));
        QVERIFY(states.plain.verdict.lossOfTruth);
        const double expected = viewed.view->inspect(source(), target()).meanLoss;
        QVERIFY(std::abs(*states.plain.verdict.loss - expected) < 1e-5);
        const States free = viewed.view->ask(AskStates{.example = {.text = source()}});
        QVERIFY(!free.plain.verdict.lossOfTruth);
        QCOMPARE(free.plain.verdict.lossOf, viewed.greedy(source()));
    }

    void valuesOfTheSameTextChangeNothing_data() { addCells(); }
    void valuesOfTheSameTextChangeNothing()
    {
        Viewed viewed(recurrent());
        const std::string quantity = viewed.network->encoderCells().graph->quantities()[0].name;
        const StateEdit edit{
            .layer = 1, .direction = 1, .quantity = quantity, .fromText = source()};
        const States states = viewed.view->ask(asking(1, 1, {edit}));
        QVERIFY(states.edited.has_value());
        QCOMPARE(states.edited->verdict.said, states.plain.verdict.said);
        QVERIFY(std::abs(*states.edited->verdict.loss - *states.plain.verdict.loss) < 1e-6);
    }

    /// With every state of its top layer at zero and no way around it, each step writes the same.
    void translationsAreWrittenAnewWithTheEdit_data()
    {
        addColumn<QString>("cell");
        for (const char* cell : {"gru", "mgu", "lstm_peephole"})
            newRow(cell, cell);
    }
    void translationsAreWrittenAnewWithTheEdit()
    {
        QFETCH(QString, cell);
        Viewed viewed(Json{{"kind", "seq2seq"},
                           {"cell", cell.toStdString()},
                           {"layers", 1},
                           {"hidden_size", 5},
                           {"attention", "none"}});
        const StateEdit edit{.layer = 1, .quantity = "h"};
        const States states = viewed.view->ask(asking(1, 0, {edit}));
        const Strings said = viewed.pipelines.target->tokens(states.edited->verdict.said.front());
        for (const std::string& token : said)
            QCOMPARE(token, said.front());
        for (size_t i = 0; i < states.edited->values.size(); ++i)
            QCOMPARE(states.edited->values[i].size(), states.plain.values[i].size());
    }

    void gradientsAgreeWithFiniteDifferences_data() { addCells(); }
    void gradientsAgreeWithFiniteDifferences()
    {
        Viewed viewed(recurrent());
        for (const int64_t layer : {1, 3}) {
            const GradientFlow flow = viewed.view->ask(AskGradientFlow{
                .example = {.text = source(), .reference = target()}, .layer = layer});
            QCOMPARE(flow.layer, layer);
            const auto tokens = std::ssize(flow.tokens);
            // Of the decoder the last token's loss is derived, the states' one is a mean.
            const int64_t token = layer == 1 ? 0 : tokens - 1;
            const double factor = layer == 1 ? 1.0 : static_cast<double>(tokens);
            constexpr int64_t kUnits = 5; // Of encoder and decoder.
            double sum = 0.0;
            for (int64_t unit = 0; unit < kUnits; ++unit)
                sum += std::pow(factor * slope(viewed, layer, token, unit), 2);
            const double found = flow.norms[0][static_cast<size_t>(token)];
            QVERIFY2(std::abs(std::sqrt(sum) - found) < 0.02 * found + 1e-5,
                     qPrintable(u"%1 against %2"_s.arg(std::sqrt(sum)).arg(found)));
            QCOMPARE(std::ssize(flow.jacobians.front()), tokens);
            QVERIFY(std::abs(flow.jacobians.front().back() - 1.0) < 1e-4); // Of itself.
        }
    }

    void aTransformerHasNone()
    {
        Viewed viewed(probed::kTransformer);
        QVERIFY(viewed.view->ask(asking(0)).cell.title.empty());
        QVERIFY(
            viewed.view->ask(AskGradientFlow{.example = {.text = source()}}).cell.title.empty());
    }
};

UNROLL_TEST(TranslatorStatesTest, QCoreApplication)
#include "translator_states_test.moc"
