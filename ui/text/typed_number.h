#pragma once

#include <QString>

#include <optional>

namespace ui {

/// What a person may have meant by a number as it was typed. Languages differ in what points and
/// commas mean: "20.000" is twenty thousand in German and twenty in English, so that it has both
/// readings. Numbers that are written otherwise have one, wrongly written ones none.
struct TypedNumber {
    std::optional<double> grouped; ///< Its signs part groups of three digits; no fraction.
    std::optional<double> decimal; ///< Its last sign is the decimal point.
};

/// Understands "1e-05", "0,5", "20 000", "1.234,5" and "1'000".
TypedNumber typedNumber(const QString& text);

/// Of two readings within [minimum, maximum] that of the user's locale.
std::optional<double> numberMeant(const QString& text, double minimum, double maximum);

/// Whole numbers have no decimals: "20.000" is twenty thousand in every language.
std::optional<double> wholeNumberMeant(const QString& text);

/// The shortest text that gives the same number back, with the point or comma of the user's locale;
/// plain digits where people write them so: "0,001", "10000", "1e-05".
QString exactText(double number);

} // namespace ui
