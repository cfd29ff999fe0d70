#pragma once

#include <cstddef>
#include <vector>

namespace core {

/// The discrete Fourier transform of sixteen columns at once: the columns of a matrix, each as long
/// as the matrix has rows. Lengths are products of 2, 3 and 5.
class ColumnTransform {
public:
    static constexpr size_t kColumns = 16;

    explicit ColumnTransform(size_t length);

    size_t length() const { return m_length; }
    /// Transforms in place. The inverse is the same with both parts exchanged, times the length.
    /// @param real, imaginary  [length * kColumns]
    /// @param spare  [2 * length * kColumns], overwritten.
    void transform(float* real, float* imaginary, float* spare) const;

    /// The smallest length from `least` on whose half is made of whole groups of columns.
    static size_t lengthFrom(size_t least);

private:
    struct Pass {
        size_t radix = 0, groups = 0, stride = 0;
        std::vector<float> twiddles; ///< [groups][radix - 1] cosine and sine.
    };

    size_t m_length;
    std::vector<Pass> m_passes;
};

} // namespace core
