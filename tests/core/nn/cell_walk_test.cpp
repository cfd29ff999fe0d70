#include "core/nn/cells/cell_walk.h"

#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/cells/cell_equations.h"
#include "core/nn/cells/cell_text.h"
#include "core/nn/tensors.h"
#include "tests/core/nn/random_cells.h"
#include "tests/support/test_case.h"

namespace {

using core::CellGraph;
using core::CellNumbers;
using torch::Tensor;
using Vector = core::CellWalk::Vector;

constexpr int64_t kWalkInput = 3, kWalkHidden = 4, kWalkSteps = 6;

Tensor tensorOf(const Vector& values, const std::vector<int64_t>& shape)
{
    return torch::tensor(values, torch::kFloat64).reshape(shape);
}

Vector numbersOf(const Tensor& tensor)
{
    const Tensor flat = tensor.detach().contiguous().view({-1});
    return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

double largestDifference(const Vector& ours, const Vector& theirs)
{
    if (ours.size() != theirs.size())
        return std::numeric_limits<double>::infinity();
    double largest = 0.0;
    for (size_t i = 0; i < ours.size(); ++i)
        largest = std::max(largest, std::abs(ours[i] - theirs[i]));
    return largest;
}

/// A cell with drawn numbers, on drawn inputs, with drawn derivatives at some of the steps.
struct DrawnWalk {
    explicit DrawnWalk(const CellGraph& cell, int64_t input = kWalkInput)
        : graph(cell), sizes{input, kWalkHidden, kWalkHidden}
    {
        for (size_t i = 0; i < graph.parameters().size(); ++i)
            if (const auto shape = graph.shape(i, sizes); shape.empty())
                parameters.emplace_back();
            else
                parameters.push_back(numbersOf(0.7 * torch::randn(shape, torch::kFloat64)));
        for (size_t s = 0; s < graph.states(); ++s)
            initial.push_back(numbersOf(torch::randn({kWalkHidden}, torch::kFloat64)));
        injected.resize(kWalkSteps + 1);
        for (const size_t t : {size_t{0}, size_t{3}, size_t{kWalkSteps}})
            injected[t] = numbersOf(torch::randn({kWalkHidden}, torch::kFloat64));
        for (int64_t t = 0; t < kWalkSteps; ++t)
            inputs.push_back(numbersOf(torch::randn({input}, torch::kFloat64)));
    }

    core::CellWalk walked(const CellNumbers& numbers) const
    {
        core::CellWalk walk(graph, sizes, numbers);
        walk.start(initial);
        for (const Vector& input : inputs)
            walk.step(input);
        return walk;
    }

    /// The number that is differentiated.
    double loss(const CellNumbers& numbers) const
    {
        const core::CellWalk walk = walked(numbers);
        double sum = 0.0;
        for (size_t t = 0; t < injected.size(); ++t)
            for (size_t i = 0; i < injected[t].size(); ++i)
                sum += injected[t][i] * walk.state(0, t)[i];
        return sum;
    }

    const CellGraph& graph;
    core::CellSizes sizes;
    CellNumbers parameters;
    std::vector<Vector> initial, inputs, injected;
};

/// The largest difference from LibTorch's autograd over the plain equations.
double differenceFromAutograd(const DrawnWalk& drawn)
{
    core::CellTensors weights;
    for (size_t i = 0; i < drawn.parameters.size(); ++i)
        weights.push_back(drawn.parameters[i].empty()
                              ? Tensor()
                              : tensorOf(drawn.parameters[i], drawn.graph.shape(i, drawn.sizes))
                                    .requires_grad_());
    std::vector<core::CellStates> states(1);
    for (const Vector& state : drawn.initial)
        states[0].push_back(tensorOf(state, {1, kWalkHidden}).requires_grad_());
    Tensor loss = torch::zeros({}, torch::kFloat64);
    for (size_t t = 0; t <= kWalkSteps; ++t) {
        if (t > 0)
            states.push_back(core::plainCellStep(
                drawn.graph, weights, tensorOf(drawn.inputs[t - 1], {1, drawn.sizes.input}),
                states[t - 1]));
        for (Tensor& state : states[t])
            state.retain_grad();
        if (!drawn.injected[t].empty())
            loss = loss + (states[t][0] * tensorOf(drawn.injected[t], {1, kWalkHidden})).sum();
    }
    loss.backward();

    const core::CellWalk walk = drawn.walked(drawn.parameters);
    const core::CellSlopes slopes = walk.backward(drawn.injected);
    const auto gradient = [](const Tensor& of) {
        return numbersOf(of.grad().defined() ? of.grad() : torch::zeros_like(of));
    };
    double largest = 0.0;
    for (size_t t = 0; t <= kWalkSteps; ++t)
        for (size_t s = 0; s < drawn.graph.states(); ++s) {
            largest
                = std::max({largest, largestDifference(walk.state(s, t), numbersOf(states[t][s])),
                            largestDifference(slopes.states[t][s], gradient(states[t][s]))});
        }
    for (size_t i = 0; i < weights.size(); ++i)
        if (weights[i].defined())
            largest
                = std::max(largest, largestDifference(slopes.parameters[i], gradient(weights[i])));
    return largest;
}

} // namespace

/// Cells on plain numbers, forwards and backwards.
class CellWalkTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(5); }

    void everyCellAgreesWithAutograd()
    {
        for (const core::NamedCell& cell : core::namedCells())
            for (const int64_t input :
                 {kWalkInput, kWalkHidden}) { // x_t itself needs no projection.
                const double difference = differenceFromAutograd(DrawnWalk(*cell.graph, input));
                QVERIFY2(difference < 1e-12,
                         qPrintable(u"%1: %2"_s.arg(cell.id.c_str()).arg(difference)));
            }
        const double relu
            = differenceFromAutograd(DrawnWalk(core::torchCell(core::CellKind::RnnRelu)));
        QVERIFY2(relu < 1e-12, qPrintable(QString::number(relu)));
    }

    void typedCellsAgreeWithAutograd()
    {
        for (uint64_t seed = 1; seed <= 40; ++seed) {
            const std::string text = support::RandomCells(seed).text();
            const core::TypedCell cell = core::typedCell(text);
            QVERIFY2(cell.graph != nullptr, text.c_str());
            const double difference = differenceFromAutograd(DrawnWalk(*cell.graph));
            QVERIFY2(difference < 1e-12, qPrintable(u"%1\n%2"_s.arg(text.c_str()).arg(difference)));
        }
    }

    /// Central differences, whose error is of the order of the square of the step.
    void finiteDifferencesAgree()
    {
        constexpr double kBy = 1e-5;
        for (const core::NamedCell& cell : core::namedCells()) {
            const DrawnWalk drawn(*cell.graph);
            const core::CellSlopes slopes = drawn.walked(drawn.parameters).backward(drawn.injected);
            for (size_t i = 0; i < drawn.parameters.size(); ++i)
                for (size_t k = 0; k < drawn.parameters[i].size(); ++k) {
                    CellNumbers more = drawn.parameters, less = drawn.parameters;
                    more[i][k] += kBy;
                    less[i][k] -= kBy;
                    const double slope = (drawn.loss(more) - drawn.loss(less)) / (2.0 * kBy);
                    QVERIFY2(std::abs(slope - slopes.parameters[i][k]) < 1e-7,
                             qPrintable(u"%1 %2[%3]: %4, not %5"_s.arg(cell.id.c_str())
                                            .arg(i)
                                            .arg(k)
                                            .arg(slopes.parameters[i][k])
                                            .arg(slope)));
                }
        }
    }

    /// What the steps add is the whole gradient.
    void partsOfTheStepsAddUp()
    {
        const DrawnWalk drawn(core::torchCell(core::CellKind::Lstm));
        const core::CellWalk walk = drawn.walked(drawn.parameters);
        CellNumbers sum;
        size_t parts = 0;
        const core::CellSlopes slopes
            = walk.backward(drawn.injected, [&](size_t step, const CellNumbers& part) {
                  QCOMPARE(step, kWalkSteps - 1 - parts++); // From the last one.
                  if (sum.empty()) {
                      sum = part;
                      return;
                  }
                  for (size_t i = 0; i < part.size(); ++i)
                      for (size_t k = 0; k < part[i].size(); ++k)
                          sum[i][k] += part[i][k];
              });
        QCOMPARE(parts, size_t{kWalkSteps});
        for (size_t i = 0; i < sum.size(); ++i)
            QVERIFY(largestDifference(sum[i], slopes.parameters[i]) < 1e-14);
    }

    void aStartForgetsTheStepsBefore()
    {
        const DrawnWalk drawn(core::torchCell(core::CellKind::Gru));
        core::CellWalk walk = drawn.walked(drawn.parameters);
        const Vector last = walk.state(0, kWalkSteps);
        walk.start(drawn.initial);
        QCOMPARE(walk.steps(), size_t{0});
        for (const Vector& input : drawn.inputs)
            walk.step(input);
        QCOMPARE(walk.state(0, kWalkSteps), last);
        walk.start();
        QCOMPARE(walk.state(0, 0), Vector(kWalkHidden, 0.0));
    }
};

UNROLL_TEST(CellWalkTest, QCoreApplication)
#include "cell_walk_test.moc"
