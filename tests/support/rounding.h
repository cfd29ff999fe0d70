#pragma once

#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

#include <ATen/CPUGeneratorImpl.h>

#include <cstdio>

/// How far results in float32 may lie from those that are expected: derived from the size of what
/// is compared and the number of roundings, never from what one machine happens to compute.
///
/// Each operation in float32 rounds by at most u = 2^-24 of its result. Instruction sets and BLAS
/// libraries differ in the order in which they sum and in whether they fuse a multiplication with
/// an addition, so they round at other places, but no operation rounds by more.
namespace rounding {

inline constexpr double kUnitRoundoff = 0x1p-24;

/// Whether this run repeats the comparisons of rounded numbers with another instruction set, in
/// which what does not depend on roundings need not be proven again.
inline bool isRepetition()
{
    return qEnvironmentVariableIsSet("UNROLL_INSTRUCTION_SET");
}

/// Roundings one after another in what small tests compute, each sum counted with all its terms: an
/// operation or a function of one number; a sum or a softmax of about ten numbers and what is
/// divided by it; a layer, which is some products of about twenty numbers each way; a network of a
/// few of them.
inline constexpr int64_t kOperation = 4, kSum = 32, kLayer = 160, kNetwork = 640;

/// The largest |found - expected|, in float64; infinite where the shapes differ or a value is NaN.
inline double distance(const torch::Tensor& found, const torch::Tensor& expected)
{
    if (found.sizes() != expected.sizes())
        return std::numeric_limits<double>::infinity();
    if (found.numel() == 0)
        return 0.0;
    const double apart
        = (found.detach().to(torch::kFloat64) - expected.detach().to(torch::kFloat64))
              .abs()
              .max()
              .item<double>();
    return apart >= 0.0 ? apart : std::numeric_limits<double>::infinity();
}

/// The largest |value|; 0 where there is none.
inline double largest(const torch::Tensor& values)
{
    return values.numel() == 0 ? 0.0 : values.detach().abs().max().item<double>();
}

/// The largest share of a bound that any comparison of this process has used up so far.
/// It is printed when the process ends, so that a run with each instruction set tells its margin.
class Margin {
public:
    ~Margin()
    {
        if (m_comparisons > 0)
            std::fprintf(stderr, "Rounding: %lld comparisons, at most %.2f of the bound (%s)\n",
                         static_cast<long long>(m_comparisons), m_share, m_where.c_str());
    }
    void add(double share, const std::string& where)
    {
        ++m_comparisons;
        if (share >= m_share) {
            m_share = share;
            m_where = where;
        }
    }

private:
    int64_t m_comparisons = 0;
    double m_share = 0.0;
    std::string m_where;
};

inline Margin& margin()
{
    static Margin all;
    return all;
}

/// Whether `apart` is within `bound`; tells both where it is not.
inline bool isWithin(double apart, double bound, const std::string& what)
{
    const char* test = QTest::currentTestFunction();
    margin().add(apart == 0.0 ? 0.0 : apart / bound, std::string(test ? test : "") + " " + what);
    if (apart <= bound)
        return true;
    qWarning("%s: %.2e apart where roundings explain %.2e", what.c_str(), apart, bound);
    return false;
}

/// Whether two well-conditioned computations of the same numbers agree: max |found - expected| is
/// at most `roundings` u max |expected|.
///
/// @param roundings  of the longest chain of operations that lead to a number; a sum of n products
///                   counts as n.
/// @param size       replaces max |expected| if that is smaller: the size of the numbers that a
///                   difference near zero is made of.
inline bool agree(const torch::Tensor& found, const torch::Tensor& expected, int64_t roundings,
                  double size = 0.0, const std::string& what = {})
{
    const double bound
        = static_cast<double>(roundings) * kUnitRoundoff * std::max(largest(expected), size);
    return isWithin(distance(found, expected), bound, what);
}

/// Exact results, and how far roundings may move each of them.
struct Exact {
    std::vector<torch::Tensor> values; ///< float64
    std::vector<double> bounds; ///< For the largest absolute difference of each.
};

/// Roundings of an activation function, a product, and what else stands beside a sum.
inline constexpr int64_t kBesideSums = 8;

/// Results whose condition is not known in advance, such as gradients through layer normalisation,
/// where small variances enlarge roundings.
///
/// A backward-stable computation gives the exact results of inputs that are changed by some u,
/// relative (Higham 2002, "Accuracy and Stability of Numerical Algorithms", 1.5 and 3.1): a sum of
/// n products changes each of them by at most n u. How far a change of the inputs moves a result
/// belongs to the problem and not to the machine, and is measured here in float64: every input is
/// changed by up to u at random, four times. The bound is (n + 8) times the largest movement, and
/// as many u of the largest value.
///
/// @param inputs      leaves in float64 that `compute` reads; as before when this returns.
/// @param longestSum  n: terms of the longest sum, of a product or of a gradient over a batch.
/// @param compute     returns the results, float64, of the inputs as they are.
template <class Compute>
Exact exactly(std::vector<torch::Tensor> inputs, int64_t longestSum, const Compute& compute)
{
    constexpr int kDraws = 4;
    const auto computed = [&] {
        std::vector<torch::Tensor> results;
        for (const torch::Tensor& result : compute())
            results.push_back(result.detach().clone());
        return results;
    };
    Exact exact{computed(), {}};
    std::vector<double> moved(exact.values.size(), 0.0);
    std::vector<torch::Tensor> originals;
    for (const torch::Tensor& input : inputs)
        originals.push_back(input.detach().clone());
    at::Generator generator = at::detail::createCPUGenerator(17); // leaves the test's own alone
    for (int draw = 0; draw < kDraws; ++draw) {
        for (size_t i = 0; i < inputs.size(); ++i) {
            const torch::NoGradGuard noGradient;
            const torch::Tensor directions
                = torch::empty_like(originals[i]).uniform_(-1.0, 1.0, generator);
            inputs[i].copy_(originals[i] * (1.0 + kUnitRoundoff * directions));
        }
        const std::vector<torch::Tensor> others = computed();
        for (size_t i = 0; i < others.size(); ++i)
            moved[i] = std::max(moved[i], distance(others[i], exact.values[i]));
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
        const torch::NoGradGuard noGradient;
        inputs[i].copy_(originals[i]);
    }
    double size = 0.0;
    for (const torch::Tensor& value : exact.values)
        size = std::max(size, largest(value));
    const auto roundings = static_cast<double>(longestSum + kBesideSums);
    for (size_t i = 0; i < moved.size(); ++i) {
        // What ought to be zero is a sum of terms that cancel, of the size of what stands around
        // it.
        const double own = std::max(largest(exact.values[i]), 1e-2 * size);
        exact.bounds.push_back(roundings * (moved[i] + kUnitRoundoff * own));
    }
    return exact;
}

/// Whether result `i` is as close to the exact one as roundings allow. A bound that is larger than
/// a hundredth of the results proves nothing and fails, too.
inline bool agree(const torch::Tensor& found, const Exact& exact, size_t i, const std::string& what)
{
    double size = 0.0;
    for (const torch::Tensor& value : exact.values)
        size = std::max(size, largest(value));
    if (exact.bounds[i] > 1e-2 * size) {
        qWarning("%s: the bound %.2e is too large to prove anything", what.c_str(),
                 exact.bounds[i]);
        return false;
    }
    return isWithin(distance(found, exact.values[i]), exact.bounds[i], what);
}

} // namespace rounding
