#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace core {

/// The content of a cell that may be a number.
struct NumberCell {
    enum class Kind { Number, Missing, NoNumber } kind = Kind::NoNumber;
    double value = 0.0;
    /// "1,234" and "1.234" are one thousand and something, or one and something: `value` is what
    /// they are where a point stands before decimals, this where a comma does.
    std::optional<double> withComma{};
    /// The sign before decimals if the cell shows it unambiguously: '.', ',' or 0.
    char decimalSign = 0;
};

/// Numbers as people and programs write them: "-3", "4.5", "4,5", "1 234,50", "1,234.50", "1e-3".
/// Between thousands a comma, a point, a blank (of any width) or an apostrophe may stand. Empty
/// cells and "NA", "n/a", "nan", "null", "none", "-", "?" are missing values.
NumberCell readNumber(std::string_view cell);

/// The fault that prevents the use of a cell as a number, or empty.
Message numberFault(std::string_view cell);

/// The numbers of a column: which sign stands before decimals shows when all cells were seen, so
/// that the same column gives the same numbers however it is cut into blocks and files.
class NumberColumn {
public:
    /// @pre numberFault(cell) is empty.
    void add(std::string_view cell);
    size_t size() const { return m_values.size(); }
    bool sawPoint() const { return m_sawPoint; }
    bool sawComma() const { return m_sawComma; }
    /// @param decimalComma  what usesComma() says of all splits together.
    std::vector<double> finish(bool decimalComma) &&;

private:
    struct Doubtful {
        size_t row = 0;
        double withComma = 0.0;
    };
    std::vector<double> m_values;
    std::vector<Doubtful> m_doubtful;
    bool m_sawPoint = false, m_sawComma = false;
};

/// Whether a comma stands before decimals in a column of these parts: some cell shows it and none
/// shows a point.
bool usesComma(const std::vector<NumberColumn>& parts);

} // namespace core
