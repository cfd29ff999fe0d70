#pragma once

#include "tests/support/test_case.h"

namespace support {

/// Whether |a - b| is at most `tolerance` times the larger of 1, |a| and |b|.
inline bool near(double a, double b, double tolerance = 1e-4)
{
    return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

/// Fails the test, with both numbers, unless |value - expected| is at most `tolerance`.
inline void compareNear(double value, double expected, double tolerance)
{
    QVERIFY2(std::abs(value - expected) <= tolerance,
             qPrintable(u"%1, expected %2"_s.arg(value, 0, 'g', 12).arg(expected)));
}

} // namespace support
