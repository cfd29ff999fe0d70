#include "core/base/error.h"
#include "core/nn/kernels/instruction_set.h"

#include "tests/support/test_case.h"

Q_DECLARE_METATYPE(const core::RecurrentKernels*)

namespace {

auto stepOf(const core::RecurrentKernels& kernels, core::CellKind cell)
{
    return kernels.stepForward[static_cast<size_t>(cell)];
}

void addKernels()
{
    addColumn<const core::RecurrentKernels*>("kernels");
    for (const core::RecurrentKernels* kernels : core::supportedKernels())
        addRow("%s", kernels->name) << kernels;
}

/// Numbers that differ from place to place, within (-1, 1).
std::vector<float> numbers(int64_t count, double start)
{
    std::vector<float> values(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i)
        values[static_cast<size_t>(i)]
            = static_cast<float>(std::sin(start + 1.7 * static_cast<double>(i)));
    return values;
}

double relativeError(float value, double exact)
{
    return exact == 0.0 ? std::abs(value) : std::abs(value - exact) / std::abs(exact);
}

} // namespace

class RecurrentKernelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void factorsAreLaidOutAlikeHoweverTheyStand_data() { addKernels(); }
    void factorsAreLaidOutAlikeHoweverTheyStand()
    {
        QFETCH(const core::RecurrentKernels*, kernels);
        for (const int64_t inner : {1, 4, 9, 16, 35})
            for (const int64_t columns : {1, 7, 16, 33, 70})
                checkPacking(*kernels, inner, columns);
    }

    void farFactorsChangeNothing_data() { addKernels(); }
    void farFactorsChangeNothing()
    {
        QFETCH(const core::RecurrentKernels*, kernels);
        checkFarFactors(*kernels);
    }

    void productsOfEveryShapeAreRight_data() { addKernels(); }
    void productsOfEveryShapeAreRight()
    {
        QFETCH(const core::RecurrentKernels*, kernels);
        for (const int64_t rows : {1, 2, 5, 6, 7, 12, 13, 29})
            for (const int64_t columns : {1, 8, 15, 16, 31, 32, 33, 70})
                checkProducts(*kernels, rows, 9, columns);
    }

    void sigmoidAndTangentAreRightToTheLastDigits_data() { addKernels(); }
    void sigmoidAndTangentAreRightToTheLastDigits()
    {
        QFETCH(const core::RecurrentKernels*, kernels);
        constexpr int64_t kCount = 4001;
        std::vector<float> x(kCount), bias(4 * kCount, 0.0f), tangents(kCount), cells(kCount);
        for (int64_t i = 0; i < kCount; ++i)
            x[static_cast<size_t>(i)]
                = static_cast<float>(static_cast<double>(i - 2000) * 0.0123 + 1e-6);
        stepOf(*kernels, core::CellKind::RnnTanh)({.rows = 1,
                                                   .hidden = kCount,
                                                   .gates = {x.data(), kCount},
                                                   .bias = bias.data(),
                                                   .previousHidden = {},
                                                   .previousCell = {},
                                                   .cell = {},
                                                   .output = {tangents.data(), kCount}});
        // With i = f = o = 1/2, g = 0 and all else zero but the forget gate, c is its sigmoid.
        std::vector<float> gates(4 * kCount, 0.0f), ones(kCount, 1.0f), output(kCount);
        std::copy(x.begin(), x.end(), gates.begin() + kCount);
        stepOf(*kernels, core::CellKind::Lstm)({.rows = 1,
                                                .hidden = kCount,
                                                .gates = {gates.data(), 4 * kCount},
                                                .bias = bias.data(),
                                                .previousHidden = {},
                                                .previousCell = {ones.data(), kCount},
                                                .cell = {cells.data(), kCount},
                                                .output = {output.data(), kCount}});
        for (size_t i = 0; i < x.size(); ++i) {
            QVERIFY(relativeError(tangents[i], std::tanh(double{x[i]})) < 4e-7);
            QVERIFY(relativeError(cells[i], 1.0 / (1.0 + std::exp(-double{x[i]}))) < 4e-7);
        }
    }

    void extremeValuesSaturate_data() { addKernels(); }
    void extremeValuesSaturate()
    {
        QFETCH(const core::RecurrentKernels*, kernels);
        std::vector<float> x{-3e38f, -100.0f, 0.0f, 100.0f, 3e38f, INFINITY, -INFINITY};
        const auto count = static_cast<int64_t>(x.size());
        std::vector<float> bias(x.size(), 0.0f), output(x.size());
        stepOf(*kernels, core::CellKind::RnnTanh)({.rows = 1,
                                                   .hidden = count,
                                                   .gates = {x.data(), count},
                                                   .bias = bias.data(),
                                                   .previousHidden = {},
                                                   .previousCell = {},
                                                   .cell = {},
                                                   .output = {output.data(), count}});
        QCOMPARE(output, (std::vector<float>{-1, -1, 0, 1, 1, 1, -1}));
    }

    void softmaxOfARowIsRight_data() { addKernels(); }
    void softmaxOfARowIsRight()
    {
        QFETCH(const core::RecurrentKernels*, kernels);
        for (const int64_t count : {1, 3, 4, 8, 16, 21, 47}) {
            std::vector<float> row = numbers(count, 0.4), out(row.size() + 1, 7.0f);
            for (float& value : row)
                value = 9.0f * value - 30.0f;
            const double most = *std::max_element(row.begin(), row.end());
            double powers = 0.0, distances = 0.0;
            for (const float value : row) {
                powers += std::exp(value - most);
                distances += value - most;
            }
            const core::SoftmaxSums sums = kernels->softmaxSums(count, row.data());
            QCOMPARE(double{sums.most}, most);
            QVERIFY(relativeError(sums.powers, powers) < 1e-6);
            QVERIFY(relativeError(sums.distances, distances) < 1e-6);
            kernels->scaledExponentials(count, row.data(), sums.most, -2.5f, 0.25f, out.data());
            for (size_t i = 0; i < row.size(); ++i)
                QVERIFY(std::abs(out[i] - (0.25 - 2.5 * std::exp(row[i] - most))) < 1e-6);
            QCOMPARE(out.back(), 7.0f);
        }
    }

    void normsOfRowsAreRight_data() { addKernels(); }
    void normsOfRowsAreRight()
    {
        QFETCH(const core::RecurrentKernels*, kernels);
        for (const int64_t columns : {1, 3, 4, 8, 16, 21, 47})
            checkNorm(*kernels, columns);
    }

private:
    static void checkNorm(const core::RecurrentKernels& kernels, int64_t columns)
    {
        const auto input = numbers(columns, 0.1), added = numbers(columns, 0.2);
        const auto gain = numbers(columns, 0.3), offset = numbers(columns, 0.5);
        std::vector<float> normal(input.size()), output(input.size());
        const float inverse = kernels.normForward({.columns = columns,
                                                   .input = input.data(),
                                                   .added = added.data(),
                                                   .gain = gain.data(),
                                                   .offset = offset.data(),
                                                   .epsilon = 0.125f,
                                                   .normal = normal.data(),
                                                   .output = output.data()});
        const auto size = static_cast<double>(columns);
        double mean = 0.0, variance = 0.0;
        for (size_t i = 0; i < input.size(); ++i)
            mean += (double{input[i]} + double{added[i]}) / size;
        for (size_t i = 0; i < input.size(); ++i)
            variance += std::pow(double{input[i]} + double{added[i]} - mean, 2) / size;
        const double wanted = 1.0 / std::sqrt(variance + 0.125);
        QVERIFY(relativeError(inverse, wanted) < 1e-6);
        for (size_t i = 0; i < input.size(); ++i) {
            const double exact = (double{input[i]} + double{added[i]} - mean) * wanted;
            QVERIFY(std::abs(normal[i] - exact) < 2e-6);
            QVERIFY(std::abs(output[i] - (gain[i] * exact + offset[i])) < 2e-6);
        }
        checkNormBackward(kernels, normal, gain, inverse);
    }

    static void checkNormBackward(const core::RecurrentKernels& kernels,
                                  const std::vector<float>& normal, const std::vector<float>& gain,
                                  float inverse)
    {
        const auto columns = static_cast<int64_t>(normal.size());
        const auto gradient = numbers(columns, 0.7);
        std::vector<float> ofGain(normal.size(), 2.0f), ofOffset(normal.size(), 3.0f);
        std::vector<float> ofInput(normal.size());
        kernels.normBackward({.columns = columns,
                              .normal = normal.data(),
                              .inverse = inverse,
                              .gain = gain.data(),
                              .gradient = gradient.data(),
                              .gainGradient = ofGain.data(),
                              .offsetGradient = ofOffset.data(),
                              .inputGradient = ofInput.data()});
        double mean = 0.0, turn = 0.0;
        for (size_t i = 0; i < normal.size(); ++i) {
            mean += double{gradient[i]} * double{gain[i]} / static_cast<double>(columns);
            turn += double{gradient[i]} * double{gain[i]} * double{normal[i]}
                / static_cast<double>(columns);
        }
        for (size_t i = 0; i < normal.size(); ++i) {
            const double slope = double{gradient[i]} * double{gain[i]};
            QVERIFY(std::abs(ofInput[i] - inverse * (slope - mean - turn * normal[i])) < 3e-6);
            QVERIFY(std::abs(ofGain[i] - (2.0 + double{gradient[i]} * double{normal[i]})) < 1e-6);
            QVERIFY(std::abs(ofOffset[i] - (3.0 + double{gradient[i]})) < 1e-6);
        }
    }

    static void checkPacking(const core::RecurrentKernels& kernels, int64_t inner, int64_t columns)
    {
        const auto b = numbers(inner * columns, 0.9);
        std::vector<float> turned(b.size()), apart(3 * b.size());
        std::vector<const float*> rows;
        for (int64_t k = 0; k < inner; ++k) {
            rows.push_back(b.data() + k * columns);
            for (int64_t n = 0; n < columns; ++n) {
                turned[static_cast<size_t>(n * inner + k)] = rows.back()[n];
                apart[static_cast<size_t>(3 * (k * columns + n))] = rows.back()[n];
            }
        }
        std::vector<float> wanted(static_cast<size_t>(kernels.packedSize(inner, columns)), NAN);
        kernels.packRows(rows.data(), inner, columns, wanted.data());
        const auto check = [&](const float* source, int64_t innerStride, int64_t columnStride) {
            std::vector<float> packed(wanted.size(), NAN);
            kernels.pack(source, innerStride, columnStride, inner, columns, packed.data());
            QVERIFY(packed == wanted);
        };
        check(b.data(), columns, 1);
        check(turned.data(), 1, inner);
        check(apart.data(), 3 * columns, 3);
    }

    /// Rows one by one are no block that asks ahead for what it reads.
    static void checkFarFactors(const core::RecurrentKernels& kernels)
    {
        const int64_t rows = 13, inner = 1100, columns = 1500;
        const auto a = numbers(rows * inner, 0.3), b = numbers(inner * columns, 0.9);
        std::vector<float> packed(static_cast<size_t>(kernels.packedSize(inner, columns)));
        kernels.pack(b.data(), columns, 1, inner, columns, packed.data());
        std::vector<float> together(static_cast<size_t>(rows * columns)), single = together;
        kernels.multiply(rows, inner, columns, {a.data(), inner}, packed.data(),
                         {together.data(), columns});
        for (int64_t row = 0; row < rows; ++row)
            kernels.multiply(1, inner, columns, {a.data() + row * inner, inner}, packed.data(),
                             {single.data() + row * columns, columns});
        QVERIFY(together == single);
        kernels.multiplyTransposed(rows, inner, columns, {b.data(), columns}, packed.data(),
                                   {together.data(), columns});
        for (int64_t row = 0; row < rows; ++row)
            kernels.multiplyTransposed(1, inner, columns, {b.data() + row, columns}, packed.data(),
                                       {single.data() + row * columns, columns});
        QVERIFY(together == single);
    }

    static void checkProducts(const core::RecurrentKernels& kernels, int64_t rows, int64_t inner,
                              int64_t columns)
    {
        const auto a = numbers(rows * inner, 0.3);
        const auto b = numbers(inner * columns, 0.9);
        std::vector<float> transposed(a.size());
        for (int64_t r = 0; r < rows; ++r)
            for (int64_t k = 0; k < inner; ++k)
                transposed[static_cast<size_t>(k * rows + r)]
                    = a[static_cast<size_t>(r * inner + k)];
        std::vector<float> packed(static_cast<size_t>(kernels.packedSize(inner, columns)), NAN);
        kernels.pack(b.data(), columns, 1, inner, columns, packed.data());
        const int64_t stride = columns + 3; // what stands beside C must stay
        std::vector<float> once(static_cast<size_t>(rows * stride), 7.0f);
        kernels.multiply(rows, inner, columns, {a.data(), inner}, packed.data(),
                         {once.data(), stride});
        std::vector<float> twice = once;
        kernels.multiplyAdd(rows, inner, columns, {a.data(), inner}, packed.data(),
                            {twice.data(), stride});

        std::vector<float> onto(twice.size(), 7.0f);
        kernels.multiplyOnto(rows, inner, columns, {a.data(), inner}, packed.data(),
                             {once.data(), stride}, {onto.data(), stride});
        QVERIFY(onto == twice);
        const auto bias = numbers(columns, 0.2);
        kernels.multiplyOnto(rows, inner, columns, {a.data(), inner}, packed.data(),
                             {bias.data(), 0}, {onto.data(), stride});
        for (int64_t r = 0; r < rows; ++r)
            for (int64_t n = 0; n < columns; ++n) {
                const auto at = static_cast<size_t>(r * stride + n);
                QCOMPARE(onto[at], once[at] + bias[static_cast<size_t>(n)]);
            }
        std::vector<float> thrice = twice, again = thrice;
        kernels.multiplyTransposedAdd(rows, inner, columns, {transposed.data(), rows},
                                      packed.data(), {thrice.data(), stride});
        kernels.multiplyTransposed(rows, inner, columns, {transposed.data(), rows}, packed.data(),
                                   {again.data(), stride});
        QVERIFY(again == once);
        for (int64_t r = 0; r < rows; ++r) {
            for (int64_t n = 0; n < stride; ++n) {
                const auto at = static_cast<size_t>(r * stride + n);
                if (n >= columns) {
                    QVERIFY(once[at] == 7.0f && thrice[at] == 7.0f);
                    continue;
                }
                double exact = 0.0;
                for (int64_t k = 0; k < inner; ++k)
                    exact += double{a[static_cast<size_t>(r * inner + k)]}
                        * double{b[static_cast<size_t>(k * columns + n)]};
                QVERIFY(std::abs(once[at] - exact) < 2e-6);
                QVERIFY(std::abs(twice[at] - 2 * exact) < 4e-6);
                QVERIFY(std::abs(thrice[at] - 3 * exact) < 6e-6);
            }
        }
    }
};

UNROLL_TEST(RecurrentKernelsTest, QCoreApplication)
#include "recurrent_kernels_test.moc"
