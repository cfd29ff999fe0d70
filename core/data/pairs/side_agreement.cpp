#include "core/data/pairs/side_agreement.h"

#include "core/data/cells/cell_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace core {

namespace {

constexpr size_t kBlock = 32;
/// Log lengths that vary less say nothing.
constexpr double kLeastSpread = 0.1;
constexpr double kLargestDeviation = 2.5;
constexpr float kNumberWeight = 2.0F;
/// Offsets from here on are chance.
constexpr int kFarOffset = 4;
/// In standard deviations; unshifted corpora stay below 3.5.
constexpr double kShiftSignificance = 5.0;
/// Shares of perfect agreement. Translated sentences reach 0.8 and more, single words 0.3.
constexpr double kAgrees = 0.5;
constexpr double kHardlyAgrees = 0.15;
constexpr double kDoesNotAgree = 0.1;
/// Weights, about the number of pairs.
constexpr double kFewBefore = 64.0, kFewBehind = 160.0, kFewAtAll = 500.0;

/// The numbers of a text without leading zeros, as dates are written with and without.
std::vector<uint64_t> numbersOf(std::string_view text)
{
    std::vector<uint64_t> numbers;
    for (size_t at = 0; at < text.size(); ++at) {
        if (!isDigit(text[at]))
            continue;
        size_t end = at;
        while (end < text.size() && isDigit(text[end]))
            ++end;
        while (at + 1 < end && text[at] == '0')
            ++at;
        numbers.push_back(std::hash<std::string_view>{}(text.substr(at, end - at)));
        at = end;
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

/// Each less the mean and over the standard deviation; empty when they vary too little.
std::vector<double> standardised(std::vector<double> values)
{
    double sum = 0.0, squares = 0.0;
    for (const double value : values)
        sum += value;
    const double mean = sum / double(values.size());
    for (double& value : values) {
        value -= mean;
        squares += value * value;
    }
    const double spread = std::sqrt(squares / double(values.size()));
    if (spread < kLeastSpread)
        return {};
    for (double& value : values)
        value = std::clamp(value / spread, -kLargestDeviation, kLargestDeviation);
    return values;
}

/// Whether the share that was found over `weight` is none but for chance.
bool isNothing(double share, double weight)
{
    return weight >= kFewAtAll && share < kDoesNotAgree + 1.0 / std::sqrt(weight);
}

/// Adds to `sums`, one for each offset from -reach to reach, weight * agreement(i, i + offset) over
/// all i for which both are below `count`, scaled up to as many as there are without an offset.
template <class Sums, class Agreement>
void addAtOffsets(Sums& sums, size_t count, float weight, const Agreement& agreement)
{
    const auto size = static_cast<int>(count), reach = static_cast<int>(sums.size() / 2);
    for (int offset = -reach; offset <= reach; ++offset) {
        double sum = 0.0;
        for (int i = std::max(0, -offset); i < std::min(size, size - offset); ++i)
            sum += agreement(static_cast<size_t>(i), static_cast<size_t>(i + offset));
        const double scale = double(size) / double(std::max(1, size - std::abs(offset)));
        sums[size_t(offset + reach)] += weight * float(sum * scale);
    }
}

} // namespace

void SideAgreement::add(const std::string& file, int64_t line, std::string_view source,
                        std::string_view target)
{
    if (file != m_file) {
        closeFile();
        m_file = file;
    }
    Pair& pair = m_pairs.emplace_back();
    pair.line = line;
    pair.sourceLength = std::log1p(double(source.size()));
    pair.targetLength = std::log1p(double(target.size()));
    pair.sourceNumbers = numbersOf(source);
    pair.targetNumbers = numbersOf(target);
    m_lengths.add(pair.sourceLength, pair.targetLength);
    if (m_pairs.size() == kBlock)
        closeBlock();
}

AgreementFindings SideAgreement::findings()
{
    closeFile();
    return m_findings;
}

void SideAgreement::closeBlock()
{
    Block block;
    block.line = m_pairs.front().line;
    addLengths(block);
    addNumbers(block);
    float chance = 0.0F;
    for (int offset = kFarOffset; offset <= kReach; ++offset)
        chance
            += block.agreement[size_t(kReach - offset)] + block.agreement[size_t(kReach + offset)];
    chance /= 2.0F * float(kReach - kFarOffset + 1);
    for (float& agreement : block.agreement)
        agreement -= chance;
    block.weight -= std::max(0.0F, chance);
    m_blocks.push_back(block);
    m_pairs.clear();
}

void SideAgreement::addLengths(Block& block) const
{
    std::vector<double> sources, targets;
    for (const Pair& pair : m_pairs) {
        sources.push_back(pair.sourceLength);
        targets.push_back(pair.targetLength);
    }
    sources = standardised(std::move(sources));
    targets = standardised(std::move(targets));
    if (sources.empty() || targets.empty())
        return;
    block.weight += float(m_pairs.size());
    addAtOffsets(block.agreement, m_pairs.size(), 1.0F,
                 [&](size_t source, size_t target) { return sources[source] * targets[target]; });
}

void SideAgreement::addNumbers(Block& block) const
{
    size_t most = 0;
    for (const Pair& pair : m_pairs)
        most += std::min(pair.sourceNumbers.size(), pair.targetNumbers.size());
    if (most == 0)
        return;
    block.weight += kNumberWeight * float(most);
    std::vector<uint64_t> shared;
    addAtOffsets(block.agreement, m_pairs.size(), kNumberWeight, [&](size_t source, size_t target) {
        shared.clear();
        std::set_intersection(m_pairs[source].sourceNumbers.begin(),
                              m_pairs[source].sourceNumbers.end(),
                              m_pairs[target].targetNumbers.begin(),
                              m_pairs[target].targetNumbers.end(), std::back_inserter(shared));
        return double(shared.size());
    });
}

void SideAgreement::closeFile()
{
    if (m_pairs.size() >= kBlock / 2)
        closeBlock();
    if (!findShift())
        findDoubt();
    m_pairs.clear();
    m_blocks.clear();
    m_lengths = {};
}

bool SideAgreement::findShift()
{
    int shift = 0;
    int64_t line = 0;
    double significance = kShiftSignificance;
    for (int offset = -kReach; offset <= kReach; ++offset) {
        Sum behind;
        double gain = 0.0;
        for (size_t i = m_blocks.size(); offset != 0 && i-- > 0;) {
            const Block& block = m_blocks[i];
            const double there = block.agreement[size_t(offset + kReach)];
            behind.weight += block.weight;
            behind.agreement += there;
            gain += there - block.agreement[kReach];
            const double deviations = gain / std::sqrt(2.0 * std::max(1.0, behind.weight));
            if (deviations > significance && behind.share() >= kAgrees) {
                significance = deviations;
                shift = offset;
                line = block.line;
            }
        }
    }
    if (shift == 0)
        return false;
    m_findings.shifts.push_back(
        {"%1: from about line %2 on the sides are shifted; the translation of line N is in line N "
         "%3 %4. Compare both sides there: one has a line too many, or lacks one.",
         {m_file, std::to_string(line), shift > 0 ? "+" : "-", std::to_string(std::abs(shift))}});
    return true;
}

void SideAgreement::findDoubt()
{
    Sum all;
    for (const Block& block : m_blocks) {
        all.weight += block.weight;
        all.agreement += block.agreement[kReach];
    }
    // Where agreement changes most: as far as possible from growing evenly.
    Sum before, first;
    double largest = 0.0;
    int64_t line = 0;
    for (const Block& block : m_blocks) {
        const double distance = std::abs(before.agreement - all.share() * before.weight);
        if (distance > largest) {
            largest = distance;
            first = before;
            line = block.line;
        }
        before.weight += block.weight;
        before.agreement += block.agreement[kReach];
    }
    const Sum behind{all.weight - first.weight, all.agreement - first.agreement};
    if (first.weight >= kFewBefore && first.share() >= kAgrees && behind.weight >= kFewBehind
        && behind.share() < kHardlyAgrees)
        m_findings.doubts.push_back(
            {"%1: from about line %2 on, sources and targets do not seem to belong together: "
             "before, the lengths and numbers of a line and of its translation agree, from there "
             "on they do not. Compare both sides there.",
             {m_file, std::to_string(line)}});
    else if (isNothing(all.share(), all.weight) || (all.weight < kFewAtAll && m_lengths.isNone()))
        m_findings.doubts.push_back(
            {"%1: sources and targets do not seem to belong together: their lengths and numbers "
             "differ. Check that each line is the translation of the line beside it.",
             {m_file}});
}

void SideAgreement::Correlation::add(double a, double b)
{
    ++pairs;
    x += a;
    y += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
}

bool SideAgreement::Correlation::isNone() const
{
    const double varianceX = xx - x * x / pairs, varianceY = yy - y * y / pairs;
    const double least = kLeastSpread * kLeastSpread * pairs;
    return varianceX > least && varianceY > least
        && isNothing((xy - x * y / pairs) / std::sqrt(varianceX * varianceY), pairs);
}

namespace {

using Deviations = std::vector<double>;

/// One wild pair must not outweigh a dozen.
constexpr double kLargestRatioDeviation = 1.5;
/// How much smaller (in log ratio) the sum of deviations must be with a shift: what some five
/// unrelated lines add.
constexpr double kLeastGain = 2.0;
/// How much likelier (in nats) and how much larger a second scale must be.
constexpr double kLeastLogLikelihood = 8.0;
constexpr double kLeastScaleRatio = 1.3;
constexpr size_t kFewLines = 5;
/// Copies of each other have no spread at all.
constexpr double kLeastScale = 0.02;

double logLength(uint32_t length)
{
    return std::log1p(double(length));
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// d(i, offset) of every line of the shorter file.
Deviations deviations(const std::vector<double>& shorter, const std::vector<double>& longer,
                      size_t offset, double usual)
{
    Deviations result(shorter.size());
    for (size_t i = 0; i < shorter.size(); ++i)
        result[i]
            = std::min(kLargestRatioDeviation, std::abs(longer[i + offset] - shorter[i] - usual));
    return result;
}

/// The k that makes sum_{i<k} straight[i] + sum_{i>=k} shifted[i] least; all lines when that gains
/// next to nothing.
size_t singleGap(const Deviations& straight, const Deviations& shifted)
{
    double gain = 0.0, best = 0.0;
    size_t line = straight.size();
    for (size_t i = straight.size(); i-- > 0;) {
        gain += straight[i] - shifted[i];
        if (gain > best) {
            best = gain;
            line = i;
        }
    }
    return best >= kLeastGain ? line : straight.size();
}

/// The first `lines` deviations divided where a larger scale begins; `lines` when there is none.
size_t scaleChange(const Deviations& straight, size_t lines)
{
    double total = 0.0;
    for (size_t i = 0; i < lines; ++i)
        total += straight[i];
    const auto scale
        = [](double sum, size_t count) { return std::max(kLeastScale, sum / double(count)); };
    double before = 0.0, best = kLeastLogLikelihood;
    size_t change = lines;
    for (size_t k = 1; k + kFewLines <= lines; ++k) {
        before += straight[k - 1];
        const double first = scale(before, k), second = scale(total - before, lines - k);
        if (k < kFewLines || second < kLeastScaleRatio * first)
            continue;
        const double likelihood = double(lines) * std::log(scale(total, lines))
            - double(k) * std::log(first) - double(lines - k) * std::log(second);
        if (likelihood > best) {
            best = likelihood;
            change = k;
        }
    }
    return change;
}

} // namespace

std::optional<int64_t> driftLine(const SideLengths& lengths)
{
    std::vector<double> shorter, longer;
    for (const uint32_t length : lengths.source)
        shorter.push_back(logLength(length));
    for (const uint32_t length : lengths.target)
        longer.push_back(logLength(length));
    if (shorter.size() > longer.size())
        shorter.swap(longer);
    if (shorter.empty())
        return std::nullopt;
    std::vector<double> ratios(shorter.size());
    for (size_t i = 0; i < ratios.size(); ++i)
        ratios[i] = longer[i] - shorter[i];
    const double usual = median(std::move(ratios));
    const Deviations straight = deviations(shorter, longer, 0, usual);
    const Deviations shifted = deviations(shorter, longer, longer.size() - shorter.size(), usual);
    const size_t line = scaleChange(straight, singleGap(straight, shifted));
    if (line == straight.size())
        return std::nullopt;
    return static_cast<int64_t>(line) + 1;
}

} // namespace core
