#pragma once

#include "core/base/message.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// The findings of SideAgreement, one sentence each.
struct AgreementFindings {
    std::vector<Message> shifts; ///< Beyond doubt: line N belongs to line N + 1 and the like.
    std::vector<Message> doubts; ///< Nothing shows that sources and targets belong together.
};

/// Notices that pairs of equally many sources and targets are shifted or shuffled against each
/// other, and from which line on.
///
/// A sentence and its translation are long or short together (Gale and Church 1993, Computational
/// Linguistics 19(1)) and hold the same numbers. Pairs are taken in blocks of 32. The agreement of
/// a block at offset s is the sum over its lines i of the product of the standardised log lengths
/// of source i and target i + s, and two for each number that they share; less the mean agreement
/// at offsets of four and more, which is chance. Its weight is what perfect agreement would give:
/// none where all lines are equally long and hold no numbers. Shifted is what agrees better at
/// another offset than straight, from some block to the end, by five standard deviations and more;
/// doubtful is what agrees at none.
class SideAgreement {
public:
    /// @param line  of the source in its file. Pairs come in their order, file by file.
    void add(const std::string& file, int64_t line, std::string_view source,
             std::string_view target);
    /// The findings in all files so far.
    AgreementFindings findings();

private:
    static constexpr int kReach = 6; ///< The largest offset looked at.
    static constexpr size_t kOffsets = 2 * kReach + 1;

    struct Pair {
        int64_t line = 0;
        double sourceLength = 0.0, targetLength = 0.0; ///< Logarithms.
        std::vector<uint64_t> sourceNumbers, targetNumbers; ///< Hashes, sorted.
    };
    struct Block {
        int64_t line = 0; ///< Its first.
        float weight = 0.0F;
        std::array<float, kOffsets> agreement{}; ///< [offset + kReach]
    };
    /// Sums over blocks.
    struct Sum {
        double weight = 0.0, agreement = 0.0;
        double share() const { return weight > 0.0 ? agreement / weight : 0.0; }
    };
    /// Pearson's correlation of the lengths of all pairs.
    struct Correlation {
        double pairs = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
        void add(double a, double b);
        bool isNone() const; ///< In enough pairs that differ enough.
    };

    void closeBlock();
    void addLengths(Block& block) const;
    void addNumbers(Block& block) const;
    void closeFile();
    bool findShift();
    void findDoubt();

    std::string m_file;
    std::vector<Pair> m_pairs; ///< The pairs of the block that is not full yet.
    std::vector<Block> m_blocks; ///< The blocks of the file.
    Correlation m_lengths;
    AgreementFindings m_findings;
};

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
