#include "core/data/cells/numbers.h"
#include "core/data/preview_builder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

constexpr size_t kMostBins = 25;

/// Bins of equal width over all of `sorted`; one for each value where there are few.
void fillBins(const std::vector<double>& sorted, NumberSummary& summary)
{
    std::vector<double> values;
    std::unique_copy(sorted.begin(), sorted.end(), std::back_inserter(values));
    if (values.size() > kMostBins) {
        const double width = (sorted.back() - sorted.front()) / double(kMostBins);
        for (size_t bin = 0; bin < kMostBins; ++bin)
            values[bin] = sorted.front() + width * double(bin + 1);
        values.resize(kMostBins);
        values.back() = sorted.back(); // Not short of it by rounding.
    }
    summary.upperBounds = std::move(values);
    auto begin = sorted.begin();
    for (const double bound : summary.upperBounds) {
        const auto end = std::upper_bound(begin, sorted.end(), bound);
        summary.counts.push_back(end - begin);
        begin = end;
    }
}

/// The preview of texts with numbers.
class NumberPreviewBuilder : public PreviewBuilder {
public:
    NumberPreviewBuilder() : m_numbers(1) { }

    void add(Split split, const TextRow& row) override
    {
        count(split, row, textHash(row.text));
        if (numberFault(row.label).empty()) // Without a column of numbers a problem says so.
            m_numbers.front().add(row.label);
    }
    void finish(DataPreview& preview) override
    {
        finishCommon(preview);
        countRows(preview);
        judgeRows(preview);
        if (preview.labelColumn < 0 && preview.columns.size() > 1 && rows(Split::Train) <= 1)
            preview.problems = {{"The table has no rows below the names of its columns, so there "
                                 "are no numbers to learn. Choose a file with rows.",
                                 {}}};
        summarise(preview);
    }

private:
    void summarise(DataPreview& preview)
    {
        const bool comma = usesComma(m_numbers);
        std::vector<double> values = std::move(m_numbers.front()).finish(comma);
        if (values.empty())
            return;
        std::sort(values.begin(), values.end());
        NumberSummary& summary = preview.numbers;
        summary.least = values.front();
        summary.greatest = values.back();
        const size_t middle = values.size() / 2;
        summary.median = values.size() % 2 == 1 ? values[middle]
                                                : std::midpoint(values[middle - 1], values[middle]);
        for (const double value : values) // Divided at once: sums of large numbers have no end.
            summary.mean += value / double(values.size());
        fillBins(values, summary);
        if (comma)
            preview.notes.push_back({"The numbers are written with a comma before decimals.", {}});
        if (summary.least == summary.greatest)
            preview.problems.push_back(
                {"All texts have the same number, %1, so there is nothing to learn.",
                 {numberText(summary.least)}});
    }

    std::vector<NumberColumn> m_numbers; ///< One, of all splits.
};

} // namespace

std::unique_ptr<PreviewBuilder> makeNumberPreviewBuilder()
{
    return std::make_unique<NumberPreviewBuilder>();
}

} // namespace core
