#include "core/projection/fourier.h"

#include "core/nn/kernels/vector_clones.h"
#include "core/projection/lanes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace core {

namespace {

constexpr size_t kWidth = ColumnTransform::kColumns;
constexpr size_t kLargestRadix = 5;

/// Parts of a matrix of columns.
struct Columns {
    float* real;
    float* imaginary;
};

// Stockham's passes, which sort on the way: entry (group, part, place) goes to (group, sum, place),
// where a sum is the transform of `radix` parts, turned by the twiddle of its group.

UNROLL_VECTOR_CLONES
void passOfTwo(Columns from, Columns to, size_t groups, size_t stride, const float* twiddles)
{
    const size_t half = groups * stride * kWidth;
    for (size_t group = 0; group < groups; ++group) {
        const float c = twiddles[2 * group], s = twiddles[2 * group + 1];
        for (size_t place = 0; place < stride; ++place) {
            const size_t in = (group * stride + place) * kWidth;
            const size_t out = (2 * group * stride + place) * kWidth;
            Lanes ar, ai, br, bi;
            std::memcpy(&ar, from.real + in, sizeof ar);
            std::memcpy(&ai, from.imaginary + in, sizeof ai);
            std::memcpy(&br, from.real + in + half, sizeof br);
            std::memcpy(&bi, from.imaginary + in + half, sizeof bi);
            const Lanes sr = ar + br, si = ai + bi, dr = ar - br, di = ai - bi;
            const Lanes tr = dr * c - di * s, ti = dr * s + di * c;
            std::memcpy(to.real + out, &sr, sizeof sr);
            std::memcpy(to.imaginary + out, &si, sizeof si);
            std::memcpy(to.real + out + stride * kWidth, &tr, sizeof tr);
            std::memcpy(to.imaginary + out + stride * kWidth, &ti, sizeof ti);
        }
    }
}

UNROLL_VECTOR_CLONES
void passOfFour(Columns from, Columns to, size_t groups, size_t stride, const float* twiddles)
{
    const size_t part = groups * stride * kWidth;
    for (size_t group = 0; group < groups; ++group) {
        const float* w = twiddles + 6 * group;
        for (size_t place = 0; place < stride; ++place) {
            const size_t in = (group * stride + place) * kWidth;
            Lanes r[4], i[4];
            for (size_t k = 0; k < 4; ++k) {
                std::memcpy(&r[k], from.real + in + k * part, sizeof r[k]);
                std::memcpy(&i[k], from.imaginary + in + k * part, sizeof i[k]);
            }
            const Lanes evenR = r[0] + r[2], evenI = i[0] + i[2];
            const Lanes apartR = r[0] - r[2], apartI = i[0] - i[2];
            const Lanes oddR = r[1] + r[3], oddI = i[1] + i[3];
            const Lanes turnedR = i[1] - i[3], turnedI = r[3] - r[1]; // times -i
            const Lanes sumsR[4] = {evenR + oddR, apartR + turnedR, evenR - oddR, apartR - turnedR};
            const Lanes sumsI[4] = {evenI + oddI, apartI + turnedI, evenI - oddI, apartI - turnedI};
            const size_t out = (4 * group * stride + place) * kWidth;
            std::memcpy(to.real + out, &sumsR[0], sizeof(Lanes));
            std::memcpy(to.imaginary + out, &sumsI[0], sizeof(Lanes));
            for (size_t k = 1; k < 4; ++k) {
                const float c = w[2 * k - 2], s = w[2 * k - 1];
                const Lanes tr = sumsR[k] * c - sumsI[k] * s, ti = sumsR[k] * s + sumsI[k] * c;
                std::memcpy(to.real + out + k * stride * kWidth, &tr, sizeof tr);
                std::memcpy(to.imaginary + out + k * stride * kWidth, &ti, sizeof ti);
            }
        }
    }
}

/// A pass of any small radix, by the definition.
UNROLL_VECTOR_CLONES
void passOfAny(Columns from, Columns to, size_t radix, size_t groups, size_t stride,
               const float* twiddles, const float* roots)
{
    const size_t part = groups * stride * kWidth;
    for (size_t group = 0; group < groups; ++group) {
        const float* w = twiddles + 2 * (radix - 1) * group;
        for (size_t place = 0; place < stride; ++place) {
            const size_t in = (group * stride + place) * kWidth;
            Lanes r[kLargestRadix], i[kLargestRadix];
            for (size_t k = 0; k < radix; ++k) {
                std::memcpy(&r[k], from.real + in + k * part, sizeof r[k]);
                std::memcpy(&i[k], from.imaginary + in + k * part, sizeof i[k]);
            }
            const size_t out = (radix * group * stride + place) * kWidth;
            for (size_t k = 0; k < radix; ++k) {
                Lanes sr = r[0], si = i[0];
                for (size_t j = 1; j < radix; ++j) {
                    const float c = roots[2 * (j * k % radix)], s = roots[2 * (j * k % radix) + 1];
                    sr += r[j] * c - i[j] * s;
                    si += r[j] * s + i[j] * c;
                }
                if (k > 0) {
                    const float c = w[2 * k - 2], s = w[2 * k - 1];
                    const Lanes tr = sr * c - si * s;
                    si = sr * s + si * c;
                    sr = tr;
                }
                std::memcpy(to.real + out + k * stride * kWidth, &sr, sizeof sr);
                std::memcpy(to.imaginary + out + k * stride * kWidth, &si, sizeof si);
            }
        }
    }
}

/// Cosine and sine of -2 pi `part` / `whole`.
void addRoot(std::vector<float>& roots, size_t part, size_t whole)
{
    const double angle = -2.0 * std::numbers::pi * double(part) / double(whole);
    roots.push_back(float(std::cos(angle)));
    roots.push_back(float(std::sin(angle)));
}

} // namespace

ColumnTransform::ColumnTransform(size_t length) : m_length(length)
{
    size_t rest = length, stride = 1;
    while (rest > 1) {
        const size_t radix = rest % 4 == 0 ? 4 : rest % 2 == 0 ? 2 : rest % 3 == 0 ? 3 : 5;
        Pass pass{radix, rest / radix, stride, {}};
        for (size_t group = 0; group < pass.groups; ++group)
            for (size_t k = 1; k < radix; ++k)
                addRoot(pass.twiddles, group * k, rest);
        m_passes.push_back(std::move(pass));
        rest /= radix;
        stride *= radix;
    }
}

void ColumnTransform::transform(float* real, float* imaginary, float* spare) const
{
    Columns from{real, imaginary}, to{spare, spare + m_length * kColumns};
    for (const Pass& pass : m_passes) {
        const float* twiddles = pass.twiddles.data();
        if (pass.radix == 2)
            passOfTwo(from, to, pass.groups, pass.stride, twiddles);
        else if (pass.radix == 4)
            passOfFour(from, to, pass.groups, pass.stride, twiddles);
        else {
            std::vector<float> roots;
            for (size_t k = 0; k < pass.radix; ++k)
                addRoot(roots, k, pass.radix);
            passOfAny(from, to, pass.radix, pass.groups, pass.stride, twiddles, roots.data());
        }
        std::swap(from, to);
    }
    if (from.real != real) {
        std::copy_n(from.real, m_length * kColumns, real);
        std::copy_n(from.imaginary, m_length * kColumns, imaginary);
    }
}

size_t ColumnTransform::lengthFrom(size_t least)
{
    constexpr size_t kStep = 2 * kColumns; // Half of a length is whole groups of columns.
    for (size_t steps = std::max<size_t>((least + kStep - 1) / kStep, 1);; ++steps) {
        size_t rest = steps;
        for (const size_t factor : {2, 3, 5})
            while (rest % factor == 0)
                rest /= factor;
        if (rest == 1)
            return steps * kStep;
    }
}

} // namespace core
