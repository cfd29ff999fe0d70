#include "core/nn/tensors.h"
#include "core/optimise/optimise_kinds.h"
#include "core/optimise/optimiser.h"
#include "core/optimise/schedule.h"
#include "core/task/regression/number_loss.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <fstream>

using core::Json;

namespace {

constexpr int kUpdates = 20;

core::Selection selectionOf(const std::string& family, const std::string& kind, const Json& options)
{
    const auto kinds = family == "optimiser" ? core::optimiserKinds() : core::scheduleKinds();
    core::Selection selection = core::defaultSelection({{family, kinds}}, family, kind);
    for (const auto& [name, value] : options.items())
        selection.options[name] = value;
    return selection;
}

/// Optimisers under our options and under torch's.
Json optimiserCases()
{
    return Json::parse(R"([
        {"kind": "sgd", "ours": {"learning_rate": 0.1}, "torch": {"lr": 0.1}},
        {"kind": "sgd", "ours": {"learning_rate": 0.1, "momentum": 0.9, "dampening": 0.3,
            "weight_decay": 0.1}, "torch": {"lr": 0.1, "momentum": 0.9, "dampening": 0.3,
            "weight_decay": 0.1}},
        {"kind": "sgd", "ours": {"learning_rate": 0.1, "momentum": 0.9, "nesterov": true,
            "weight_decay": 0.1}, "torch": {"lr": 0.1, "momentum": 0.9, "nesterov": true,
            "weight_decay": 0.1}},
        {"kind": "adam", "ours": {}, "torch": {}},
        {"kind": "adam", "ours": {"learning_rate": 0.01, "beta1": 0.8, "beta2": 0.99,
            "epsilon": 0.001, "weight_decay": 0.1, "amsgrad": true}, "torch": {"lr": 0.01,
            "betas": [0.8, 0.99], "eps": 0.001, "weight_decay": 0.1, "amsgrad": true}},
        {"kind": "adamw", "ours": {}, "torch": {}},
        {"kind": "adamw", "ours": {"learning_rate": 0.01, "weight_decay": 0.3, "amsgrad": true},
            "torch": {"lr": 0.01, "weight_decay": 0.3, "amsgrad": true}},
        {"kind": "radam", "ours": {"learning_rate": 0.01}, "torch": {"lr": 0.01}},
        {"kind": "radam", "ours": {"learning_rate": 0.01, "beta1": 0.8, "beta2": 0.99,
            "weight_decay": 0.1}, "torch": {"lr": 0.01, "betas": [0.8, 0.99],
            "weight_decay": 0.1}},
        {"kind": "nadam", "ours": {}, "torch": {}},
        {"kind": "nadam", "ours": {"learning_rate": 0.01, "momentum_decay": 0.1,
            "weight_decay": 0.1}, "torch": {"lr": 0.01, "momentum_decay": 0.1,
            "weight_decay": 0.1}},
        {"kind": "rmsprop", "ours": {}, "torch": {}},
        {"kind": "rmsprop", "ours": {"learning_rate": 0.01, "alpha": 0.9, "momentum": 0.8,
            "centered": true, "weight_decay": 0.1}, "torch": {"lr": 0.01, "alpha": 0.9,
            "momentum": 0.8, "centered": true, "weight_decay": 0.1}},
        {"kind": "adagrad", "ours": {}, "torch": {}},
        {"kind": "adagrad", "ours": {"learning_rate": 0.1, "lr_decay": 0.05,
            "initial_accumulator": 0.1, "weight_decay": 0.1}, "torch": {"lr": 0.1,
            "lr_decay": 0.05, "initial_accumulator_value": 0.1, "weight_decay": 0.1}}
    ])");
}

/// Our kind and options beside the arguments of the script; rates over kUpdates of kUpdates.
Json scheduleCases()
{
    return Json::parse(R"([
        {"kind": "linear_warmup", "ours": {"warm_up": 35, "start_share": 0.1},
            "scheduler": "linear", "rate": 0.3, "start": 0.1, "warm_up": 7},
        {"kind": "cosine", "ours": {"warm_up": 0, "final_share": 0.1}, "scheduler": "cosine",
            "rate": 0.3, "length": 20, "lowest": 0.03},
        {"kind": "cosine", "ours": {"warm_up": 4, "unit": "updates", "start_share": 0.2},
            "scheduler": "warm_cosine", "rate": 0.3, "start": 0.2, "warm_up": 4, "length": 16,
            "lowest": 0.0},
        {"kind": "inverse_sqrt", "ours": {"warm_up": 30}, "scheduler": "noam", "rate": 0.3,
            "warm_up": 6},
        {"kind": "step", "ours": {"every": 3, "unit": "updates", "factor": 0.7},
            "scheduler": "step", "rate": 0.3, "every": 3, "factor": 0.7},
        {"kind": "exponential", "ours": {"every": 1, "unit": "updates", "factor": 0.8},
            "scheduler": "exponential", "rate": 0.3, "factor": 0.8},
        {"kind": "one_cycle", "ours": {"rise": 30, "start_divisor": 20, "final_divisor": 50},
            "scheduler": "one_cycle", "rate": 0.3, "rise": 0.3, "shape": "cos",
            "start_divisor": 20, "final_divisor": 50},
        {"kind": "one_cycle", "ours": {"rise": 45, "shape": "linear"}, "scheduler": "one_cycle",
            "rate": 0.3, "rise": 0.45, "shape": "linear", "start_divisor": 25,
            "final_divisor": 10000.0}
    ])");
}

Json plateauCases()
{
    const Json losses = {1.0, 0.9, 0.95, 0.9, 0.91, 0.9, 0.9, 0.5, 0.6, 0.6, 0.6, 0.6, 0.6, 0.4};
    return Json::array({
        {{"ours", {{"factor", 0.5}, {"patience", 1}, {"cooldown", 2}}},
         {"monitor", "valid_loss"},
         {"rate", 0.3},
         {"values", losses},
         {"torch", {{"factor", 0.5}, {"patience", 1}, {"cooldown", 2}}}},
        {{"ours", {{"factor", 0.1}, {"patience", 0}, {"threshold", 0.2}, {"lowest", 0.002}}},
         {"monitor", "valid_accuracy"},
         {"rate", 0.3},
         {"values", losses},
         {"torch",
          {{"mode", "max"},
           {"factor", 0.1},
           {"patience", 0},
           {"threshold", 0.2},
           {"min_lr", 0.002}}}},
    });
}

Json numberLossCases()
{
    Json cases = Json::array();
    for (const char* loss : {"mean_squared", "mean_absolute", "huber"})
        cases.push_back({{"loss", loss},
                         {"delta", 0.7},
                         {"mean", 3.5},
                         {"deviation", 1.6},
                         {"outputs", {0.3, -1.2, 0.9, 2.5, -0.4}},
                         {"numbers", {3.0, 5.5, 2.0, 4.0, 3.1}}});
    return cases;
}

/// Different small sizes on each axis.
std::vector<torch::Tensor> startValues()
{
    return {torch::cos(torch::arange(15, torch::kFloat32)).view({3, 5}),
            torch::sin(torch::arange(7, torch::kFloat32) * 2)};
}

torch::Tensor gradientAt(int update, const torch::Tensor& like)
{
    const auto places = torch::arange(like.numel(), torch::kFloat32).view(like.sizes());
    return torch::sin(places * 1.7F + static_cast<float>(update)) * (1.0F + 0.1F * update);
}

Json nested(const torch::Tensor& tensor)
{
    if (tensor.dim() == 0)
        return tensor.item<float>();
    Json list = Json::array();
    for (int64_t i = 0; i < tensor.size(0); ++i)
        list.push_back(nested(tensor[i]));
    return list;
}

void flatten(const Json& json, std::vector<double>& values)
{
    if (json.is_array())
        for (const Json& item : json)
            flatten(item, values);
    else
        values.push_back(json.get<double>());
}

std::string largestDifference(const std::vector<double>& ours, const Json& theirs, double tolerance)
{
    std::vector<double> expected;
    flatten(theirs, expected);
    if (ours.size() != expected.size())
        return "another number of values";
    for (size_t i = 0; i < ours.size(); ++i)
        if (!(std::abs(ours[i] - expected[i]) <= tolerance * (0.1 + std::abs(expected[i]))))
            return "value " + std::to_string(i) + ": " + std::to_string(ours[i]) + ", Python has "
                + std::to_string(expected[i]);
    return {};
}

} // namespace

/// Optimisers over 20 updates to 1e-5 and schedules to 1e-9 as Python's PyTorch has them.
class TrainParityTest : public QObject {
    Q_OBJECT
private:
    Json m_python;

private Q_SLOTS:
    void initTestCase()
    {
        const std::string interpreter = parity::pythonWith(u"torch"_s);
        if (interpreter.empty())
            QSKIP("python3-torch is not installed");
        Json wanted = {{"optimisers", optimiserCases()},
                       {"schedules", scheduleCases()},
                       {"plateaus", plateauCases()},
                       {"number_losses", numberLossCases()},
                       {"updates", kUpdates}};
        for (const torch::Tensor& start : startValues())
            wanted["start"].push_back(nested(start));
        for (int update = 0; update < kUpdates; ++update) {
            Json gradients = Json::array();
            for (const torch::Tensor& start : startValues())
                gradients.push_back(nested(gradientAt(update, start)));
            wanted["gradients"].push_back(gradients);
        }
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"wanted.json"_s);
        std::ofstream(file.toStdString()) << wanted.dump();
        const auto result = parity::runPython(
            interpreter, {QString::fromUtf8(UNROLL_PARITY_SCRIPTS "/train_parity.py"), file});
        QVERIFY2(result.succeeded, result.errors.c_str());
        m_python = Json::parse(result.output);
    }

    void optimisersAgree_data()
    {
        addColumn<int>("number");
        const Json cases = optimiserCases();
        for (size_t i = 0; i < cases.size(); ++i)
            addRow("%s %zu", cases[i]["kind"].get<std::string>().c_str(), i) << static_cast<int>(i);
    }
    void optimisersAgree()
    {
        QFETCH(int, number);
        const Json item = optimiserCases()[static_cast<size_t>(number)];
        for (const auto type : {torch::kFloat32, torch::kFloat64}) { // loop and tensors
            std::vector<torch::Tensor> parameters;
            for (const torch::Tensor& start : startValues())
                parameters.push_back(start.to(type).set_requires_grad(true));
            const auto selection
                = selectionOf("optimiser", item["kind"].get<std::string>(), item["ours"]);
            const auto optimiser = core::optimiserRegistry().make(selection, parameters);
            for (int update = 0; update < kUpdates; ++update) {
                for (torch::Tensor& parameter : parameters)
                    parameter.mutable_grad() = gradientAt(update, parameter).to(type);
                optimiser->step(selection.options["learning_rate"].get<double>());
            }
            std::vector<double> values;
            for (const torch::Tensor& parameter : parameters)
                flatten(nested(parameter.detach().to(torch::kFloat32)), values);
            const std::string difference = largestDifference(
                values, m_python["optimisers"][static_cast<size_t>(number)], 1e-5);
            QVERIFY2(difference.empty(), difference.c_str());
        }
    }

    void schedulesAgree_data()
    {
        addColumn<int>("number");
        const Json cases = scheduleCases();
        for (size_t i = 0; i < cases.size(); ++i)
            addRow("%s %zu", cases[i]["kind"].get<std::string>().c_str(), i) << static_cast<int>(i);
    }
    void schedulesAgree()
    {
        QFETCH(int, number);
        const Json item = scheduleCases()[static_cast<size_t>(number)];
        core::TrainingSpec spec;
        spec.optimiser = selectionOf("optimiser", "sgd", {{"learning_rate", item["rate"]}});
        spec.schedule = selectionOf("schedule", item["kind"].get<std::string>(), item["ours"]);
        const auto schedule = core::makeSchedule(spec, kUpdates, 5);
        std::vector<double> rates;
        for (int step = 1; step <= kUpdates; ++step)
            rates.push_back(schedule->learningRate(step));
        const std::string difference
            = largestDifference(rates, m_python["schedules"][static_cast<size_t>(number)], 1e-9);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    void plateausAgree()
    {
        const Json cases = plateauCases();
        for (size_t i = 0; i < cases.size(); ++i) {
            core::TrainingSpec spec;
            spec.monitor = cases[i]["monitor"].get<std::string>();
            spec.optimiser = selectionOf("optimiser", "sgd", {{"learning_rate", cases[i]["rate"]}});
            spec.schedule = selectionOf("schedule", "reduce_on_plateau", cases[i]["ours"]);
            const auto schedule = core::makeSchedule(spec, 100, 5);
            std::vector<double> rates;
            for (const Json& value : cases[i]["values"]) {
                schedule->epochEnded(value.get<double>());
                rates.push_back(schedule->learningRate(1));
            }
            const std::string difference = largestDifference(rates, m_python["plateaus"][i], 1e-9);
            QVERIFY2(difference.empty(), difference.c_str());
        }
    }

    void lossesOfNumbersAgree()
    {
        const Json cases = numberLossCases();
        for (size_t i = 0; i < cases.size(); ++i) {
            const Json& item = cases[i];
            const core::NumberLoss loss({item["loss"].get<std::string>(), item["delta"], true},
                                        {item["mean"], item["deviation"]});
            const torch::Tensor outputs
                = torch::tensor(item["outputs"].get<std::vector<float>>()).requires_grad_(true);
            const torch::Tensor numbers = torch::tensor(item["numbers"].get<std::vector<double>>());
            const torch::Tensor sum = loss.sum(outputs.unsqueeze(1), numbers);
            sum.backward();
            std::vector<double> values{sum.item<double>()};
            flatten(nested(outputs.grad()), values);
            const std::string difference
                = largestDifference(values, m_python["number_losses"][i], 1e-6);
            QVERIFY2(difference.empty(), difference.c_str());
        }
    }
};
UNROLL_TEST(TrainParityTest, QCoreApplication)
#include "train_parity_test.moc"
