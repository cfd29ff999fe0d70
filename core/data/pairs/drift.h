#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace core {

/// The lengths of all lines of two parallel files, in bytes.
struct SideLengths {
    std::vector<uint32_t> source, target;
};

/// From which line on (1-based) two files of different length no longer go together; nothing when
/// no drift is seen, so that what is too much stands at the end.
///
/// The ratio of the lengths of a sentence and its translation varies little, of two unrelated ones
/// much (Gale and Church 1993, Computational Linguistics 19(1), section 3). With d(i, o) the
/// distance of the log ratio of line i and line i + o of the longer file from the median log ratio,
/// the line k is taken that makes sum_{i<k} d(i, 0) + sum_{i>=k} d(i, D) least, where D is by how
/// much the files differ: right for one gap. Before it, the line is looked for from which d(i, 0)
/// has a larger scale (likelihood of two exponential distributions): right for the first of several
/// gaps. An estimate: a few lines early or late, and a gap in the last lines is not seen.
std::optional<int64_t> driftLine(const SideLengths& lengths);

} // namespace core
