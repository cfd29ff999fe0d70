#include "core/base/error.h"
#include "core/nn/tensors.h"
#include "core/optimise/optimise_kinds.h"
#include "core/optimise/optimiser.h"
#include "tests/support/test_case.h"

using core::Json;
using core::Optimiser;

namespace {

std::unique_ptr<Optimiser> make(const std::string& kind, const Json& options,
                                std::vector<torch::Tensor> parameters)
{
    core::Selection selection
        = core::defaultSelection({{"optimiser", core::optimiserKinds()}}, "optimiser", kind);
    for (const auto& [name, value] : options.items())
        selection.options[name] = value;
    return core::optimiserRegistry().make(selection, std::move(parameters));
}

torch::Tensor parameter(const torch::Tensor& values)
{
    return values.clone().set_requires_grad(true);
}

void setGradient(torch::Tensor& parameter, const torch::Tensor& gradient)
{
    parameter.mutable_grad() = gradient.to(parameter.scalar_type());
}

/// A gradient that differs by update and element.
torch::Tensor gradientAt(int update, const torch::Tensor& like)
{
    const auto places = torch::arange(like.numel(), torch::kFloat64).view(like.sizes());
    return torch::sin(places * 1.7 + update) * (1.0 + 0.1 * update);
}

void addKinds()
{
    addColumns<QString, QString>("kind", "options");
    newRow("sgd", "sgd", R"({"weight_decay":0.1})");
    newRow("sgd momentum", "sgd", R"({"momentum":0.9,"dampening":0.1})");
    newRow("nesterov", "sgd", R"({"momentum":0.9,"nesterov":true})");
    newRow("adam", "adam", R"({"weight_decay":0.1})");
    newRow("amsgrad", "adam", R"({"amsgrad":true})");
    newRow("adamw", "adamw", "{}");
    newRow("radam", "radam", "{}");
    newRow("nadam", "nadam", "{}");
    newRow("rmsprop", "rmsprop", "{}");
    newRow("rmsprop full", "rmsprop", R"({"momentum":0.9,"centered":true})");
    newRow("adagrad", "adagrad", R"({"lr_decay":0.1})");
}

} // namespace

class OptimiserTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void touchedRowsAloneGiveTheSameAsTheWholeGradient_data()
    {
        addKinds();
        newRow("plain sgd, untouched rows rest", "sgd", "{}");
        newRow("adagrad, untouched rows rest", "adagrad", "{}");
    }
    void touchedRowsAloneGiveTheSameAsTheWholeGradient()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        const Json chosen = Json::parse(options.toStdString());
        const torch::Tensor start = torch::sin(torch::arange(7 * 3, torch::kFloat32)).view({7, 3});
        torch::Tensor whole = parameter(start), rows = parameter(start);
        const auto ofWhole = make(kind.toStdString(), chosen, {whole});
        const auto ofRows = make(kind.toStdString(), chosen, {rows});
        // The second names a row twice and out of order, as sums of gradients do.
        const std::vector<std::vector<int64_t>> touched{{1, 2, 6}, {5, 0, 5, 3}, {}};
        for (size_t update = 0; update < touched.size(); ++update) {
            const auto count = static_cast<int64_t>(touched[update].size());
            const torch::Tensor names = torch::tensor(touched[update], torch::kInt64);
            const torch::Tensor values
                = gradientAt(static_cast<int>(update), torch::empty({count, 3}))
                      .to(torch::kFloat32);
            setGradient(whole, torch::zeros({7, 3}).index_add_(0, names, values));
            setGradient(rows, torch::sparse_coo_tensor(names.view({1, count}), values, {7, 3}));
            ofWhole->step(0.1, 0.75);
            ofRows->step(0.1, 0.75);
            QVERIFY(torch::equal(rows, whole));
        }
        const auto wanted = ofWhole->state().tensors, got = ofRows->state().tensors;
        QCOMPARE(got.size(), wanted.size());
        for (size_t i = 0; i < got.size(); ++i)
            QVERIFY(torch::equal(got[i].second, wanted[i].second));
    }

    void sgdWithMomentumByHand()
    {
        torch::Tensor weight = parameter(torch::tensor({1.0F}));
        const auto optimiser = make("sgd", {{"momentum", 0.5}}, {weight});
        setGradient(weight, torch::tensor({2.0F}));
        optimiser->step(0.1); // b = 2, w = 1 - 0.2
        QCOMPARE(weight.item<float>(), 0.8F);
        setGradient(weight, torch::tensor({1.0F}));
        optimiser->step(0.1); // b = 1 + 1, w = 0.8 - 0.2
        QCOMPARE(weight.item<float>(), 0.6F);
    }

    void adamsFirstStepIsTheLearningRateWhateverTheGradient()
    {
        torch::Tensor weight = parameter(torch::tensor({1.0F, 1.0F}));
        const auto optimiser = make("adam", Json::object(), {weight});
        setGradient(weight, torch::tensor({1000.0F, -0.01F}));
        optimiser->step(0.1);
        QVERIFY(torch::allclose(weight, torch::tensor({0.9F, 1.1F}), 1e-5, 1e-6));
    }

    /// With a constant gradient of 1, m / (1 - beta1^t) and v / (1 - beta2^t) are 1, so that the
    /// step / rate of torch.optim.RAdam is its rectification: these are its steps.
    void radamsRectificationIsThatOfPyTorch()
    {
        torch::Tensor weight = parameter(torch::zeros({1}, torch::kFloat64));
        const auto optimiser = make("radam", Json::object(), {weight});
        QVERIFY(std::isnan(optimiser->factors().at(0).value));
        const std::map<int64_t, std::pair<double, double>> wanted{
            {1, {1.0, 1.0}},
            {5, {4.995998000396867, 1.0}},
            {6, {5.994163751657652, 0.025821109464198647}},
            {7, {6.991996003994927, 0.03273881049105452}},
            {10, {9.983491772307389, 0.04899800853627387}},
            {100, {98.3329443227276, 0.21533542955942675}},
            {1000, {835.9673756107952, 0.6453256442225386}}};
        for (int64_t t = 1; t <= 1000; ++t) {
            const double before = weight.item<double>();
            setGradient(weight, torch::ones({1}, torch::kFloat64));
            optimiser->step(0.001);
            const auto found = wanted.find(t);
            if (found == wanted.end())
                continue;
            const auto [length, step] = found->second;
            const auto factors = optimiser->factors();
            QVERIFY(std::abs(factors.at(0).value - length) < 1e-8 * length);
            QVERIFY(std::abs((before - weight.item<double>()) / 0.001 - step) < 1e-6 * step);
            if (t <= 5) // Not adaptive: there is no factor.
                QVERIFY(std::isnan(factors.at(1).value));
            else
                QVERIFY(std::abs(factors.at(1).value - step) < 1e-6 * step);
        }
    }

    /// Ranges of a step that is cut into tasks and blocks, against the weights before and after it.
    void stepsAreMeasuredAndTheSameAsUnmeasured_data() { addKinds(); }
    void stepsAreMeasuredAndTheSameAsUnmeasured()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        const Json chosen = Json::parse(options.toStdString());
        for (const auto type : {torch::kFloat32, torch::kFloat64}) {
            const torch::Tensor start
                = torch::sin(torch::arange(210 * 700, torch::kFloat64)).view({210, 700}).to(type);
            torch::Tensor plain = parameter(start), seen = parameter(start);
            torch::Tensor rows = parameter(start), still = parameter(start);
            const auto unmeasured = make(kind.toStdString(), chosen, {plain});
            const auto measured = make(kind.toStdString(), chosen, {seen, rows, still});
            const int64_t all = start.numel();
            measured->setMeters({core::StepMeter({70 * 700, 140 * 700, all}),
                                 core::StepMeter({all}), core::StepMeter({1, all})});
            for (int update = 0; update < 3; ++update) {
                const bool on = update != 1;
                const torch::Tensor before = seen.detach().clone(), ofRows = rows.detach().clone();
                const torch::Tensor gradient = gradientAt(update, start);
                setGradient(plain, gradient);
                setGradient(seen, gradient);
                setGradient(rows, gradient);
                rows.mutable_grad()
                    = torch::sparse_coo_tensor(torch::tensor({{3, 209}}, torch::kInt64),
                                               gradient.to(type).slice(0, 0, 2), {210, 700});
                measured->setMeasured(on);
                unmeasured->step(0.01, 0.5);
                measured->step(0.01, 0.5);
                QVERIFY(torch::equal(seen, plain));
                const auto squares = measured->stepSquares();
                QCOMPARE(squares.empty(), !on);
                if (!on)
                    continue;
                const torch::Tensor step
                    = (seen.detach() - before).to(torch::kFloat64).square().view({3, -1}).sum(1);
                for (int64_t range = 0; range < 3; ++range) {
                    const double wanted = step[range].item<double>();
                    QVERIFY(wanted > 0.0);
                    QVERIFY(std::abs(squares[0][size_t(range)] - wanted) < 1e-5 * wanted);
                }
                const double wanted
                    = (rows.detach() - ofRows).to(torch::kFloat64).square().sum().item<double>();
                QVERIFY(std::abs(squares[1][0] - wanted) <= 1e-5 * wanted);
                QCOMPARE(squares[2], (std::vector<double>{0.0, 0.0})); // It has no gradient.
            }
        }
    }

    void adamwDecaysApartFromTheGradient()
    {
        torch::Tensor weight = parameter(torch::tensor({2.0F}));
        const auto optimiser = make("adamw", {{"weight_decay", 0.5}}, {weight});
        setGradient(weight, torch::tensor({0.0F}));
        optimiser->step(0.1); // 2 (1 - 0.1 * 0.5)
        QCOMPARE(weight.item<float>(), 1.9F);
    }

    void adagradByHand()
    {
        torch::Tensor weight = parameter(torch::tensor({1.0F}));
        const auto optimiser = make("adagrad", Json::object(), {weight});
        setGradient(weight, torch::tensor({3.0F}));
        optimiser->step(0.1); // 1 - 0.1 * 3 / 3
        setGradient(weight, torch::tensor({4.0F}));
        optimiser->step(0.1); // 0.9 - 0.1 * 4 / 5
        QCOMPARE(weight.item<float>(), 0.82F);
    }

    void theFusedLoopAgreesWithTensors_data() { addKinds(); }
    void theFusedLoopAgreesWithTensors()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        const Json json = Json::parse(options.toStdString());
        const torch::Tensor start = torch::cos(torch::arange(35, torch::kFloat64)).view({5, 7});
        torch::Tensor fused = parameter(start.to(torch::kFloat32));
        torch::Tensor whole = parameter(start); // float64 takes the way of tensors
        const auto first = make(kind.toStdString(), json, {fused});
        const auto second = make(kind.toStdString(), json, {whole});
        for (int update = 0; update < 20; ++update) {
            setGradient(fused, gradientAt(update, start));
            setGradient(whole, gradientAt(update, start));
            first->step(0.02);
            second->step(0.02);
        }
        QVERIFY(!torch::allclose(whole, start, 1e-3, 1e-3));
        QVERIFY(torch::allclose(fused.to(torch::kFloat64), whole, 1e-5, 2e-6));
    }

    void aFactorActsAsOnTheGradientsThemselves_data() { addKinds(); }
    void aFactorActsAsOnTheGradientsThemselves()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        const Json json = Json::parse(options.toStdString());
        for (const auto type : {torch::kFloat32, torch::kFloat64}) {
            const torch::Tensor start = torch::cos(torch::arange(35, torch::kFloat64)).view({7, 5});
            torch::Tensor scaled = parameter(start.to(type));
            torch::Tensor plain = parameter(start.to(type));
            const auto first = make(kind.toStdString(), json, {scaled});
            const auto second = make(kind.toStdString(), json, {plain});
            for (int update = 0; update < 5; ++update) {
                const torch::Tensor gradient = gradientAt(update, start).to(type);
                setGradient(scaled, gradient);
                setGradient(plain, gradient * 0.37);
                first->step(0.02, 0.37);
                second->step(0.02);
            }
            QVERIFY(!torch::allclose(plain, start.to(type), 1e-3, 1e-3));
            QVERIFY(torch::equal(scaled, plain));
        }
    }

    void aTransposedGradientIsTakenByItsElements()
    {
        torch::Tensor plain = parameter(torch::zeros({3, 4}));
        torch::Tensor turned = parameter(torch::zeros({3, 4}));
        const auto first = make("adam", Json::object(), {plain});
        const auto second = make("adam", Json::object(), {turned});
        const torch::Tensor gradient = torch::arange(12, torch::kFloat32).view({3, 4}) - 5;
        setGradient(plain, gradient);
        setGradient(turned, gradient.t().contiguous().t());
        first->step(0.1);
        second->step(0.1);
        QVERIFY(torch::equal(plain, turned));
    }

    void stateGoesOnToTheBit_data() { addKinds(); }
    void stateGoesOnToTheBit()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        const Json json = Json::parse(options.toStdString());
        const torch::Tensor start = torch::cos(torch::arange(12, torch::kFloat32)).view({3, 4});
        torch::Tensor whole = parameter(start), other = parameter(start * 2);
        const auto uninterrupted = make(kind.toStdString(), json, {whole, other});
        std::unique_ptr<Optimiser> resumed;
        torch::Tensor copy, otherCopy;
        for (int update = 0; update < 12; ++update) {
            if (update == 5) {
                copy = parameter(whole.detach());
                otherCopy = parameter(other.detach());
                resumed = make(kind.toStdString(), json, {copy, otherCopy});
                core::OptimiserState state = uninterrupted->state();
                for (auto& [name, tensor] : state.tensors)
                    tensor = tensor.clone();
                state.numbers = Json::parse(state.numbers.dump());
                resumed->restore(state);
            }
            for (torch::Tensor* each : {&whole, &other, &copy, &otherCopy})
                if (each->defined())
                    setGradient(*each, gradientAt(update, *each));
            uninterrupted->step(0.03);
            if (resumed)
                resumed->step(0.03);
        }
        QVERIFY(torch::equal(whole, copy));
        QVERIFY(torch::equal(other, otherCopy));
    }

    void aParameterWithoutGradientIsLeftAlone()
    {
        torch::Tensor used = parameter(torch::ones({2})), idle = parameter(torch::ones({2}));
        const auto optimiser = make("adamw", Json::object(), {used, idle});
        setGradient(used, torch::ones({2}));
        optimiser->step(0.1);
        QVERIFY(torch::equal(idle, torch::ones({2})));
        QVERIFY(!torch::equal(used, torch::ones({2})));
        QVERIFY((optimiser->state().numbers["steps"] == Json{1, 0}));
    }

    void foreignStateIsRefused()
    {
        torch::Tensor small = parameter(torch::ones({2})), large = parameter(torch::ones({3}));
        const auto adam = make("adam", Json::object(), {small});
        const auto sgd = make("sgd", {{"momentum", 0.9}}, {small});
        const auto other = make("adam", Json::object(), {large});
        const auto two = make("adam", Json::object(), {small, large});
        QVERIFY_THROWS_EXCEPTION(core::Error, sgd->restore(adam->state()));
        QVERIFY_THROWS_EXCEPTION(core::Error, other->restore(adam->state()));
        QVERIFY_THROWS_EXCEPTION(core::Error, two->restore(adam->state()));
    }

    void everyKindHasALearningRateAndHelp()
    {
        for (const core::KindDescription& kind : core::optimiserKinds()) {
            QVERIFY(!kind.summary.empty() && !kind.formula.empty());
            QCOMPARE(kind.options.front().name, "learning_rate"s);
            for (const core::OptionDescription& option : kind.options)
                QVERIFY(!option.help.empty());
        }
    }
};
UNROLL_TEST(OptimiserTest, QCoreApplication)
#include "optimiser_test.moc"
