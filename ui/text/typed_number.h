#pragma once

#include <QString>

#include <optional>

namespace ui {

/// The readings of a typed number. Languages differ in the meaning of points and commas: "20.000"
/// is twenty thousand in German and twenty in English, so that it has both readings. Other numbers
/// have one reading, malformed ones none.
struct TypedNumber {
    std::optional<double> grouped; ///< The signs separate groups of three digits; no fraction.
    std::optional<double> decimal; ///< The last sign is the decimal point.
};

/// Reads "1e-05", "0,5", "20 000", "1.234,5" and "1'000".
TypedNumber typedNumber(const QString& text);

/// The reading within [minimum, maximum]; of two, that of the user's locale.
std::optional<double> numberMeant(const QString& text, double minimum, double maximum);

/// The reading as a whole number: "20.000" is twenty thousand in every language.
std::optional<double> wholeNumberMeant(const QString& text);

/// The shortest text that reads back as the same number, with the user's decimal point: "0,001",
/// "10000", "1e-05".
QString exactText(double number);

} // namespace ui
