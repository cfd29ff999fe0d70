#pragma once

#include <QString>

#include <vector>

namespace ui {

/// Letters [first, first + length) of a text.
struct TextPart {
    int first = 0, length = 0;

    friend bool operator==(const TextPart&, const TextPart&) = default;
};

/// The words of each of two texts that the other does not have in the same order.
struct TextDifference {
    std::vector<TextPart> first, second;
};

/// By words between white space, from a longest common subsequence. Beyond 300 words a side,
/// which no row shows, nothing is compared.
TextDifference differenceOf(const QString& first, const QString& second);

} // namespace ui
