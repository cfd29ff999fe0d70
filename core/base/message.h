#pragma once

#include <string>
#include <vector>

namespace core {

/// A sentence for the user as a plain value: an English text with the marks %1 ... %9, and what to
/// put there. Rooms with a translator look the text up before they fill it; plain() fills the
/// English one.
struct Message {
    std::string text;
    std::vector<std::string> arguments;

    bool empty() const { return text.empty(); }
    /// The English sentence with its arguments filled in.
    std::string plain() const;

    friend bool operator==(const Message&, const Message&) = default;
};

/// A short decimal form of a number for a sentence: "0.001", "1e-05", "1000000". Never localised.
std::string numberText(double value);

/// `text` with bytes that are no valid UTF-8 and control characters replaced, those that turn the
/// direction of writing around or are never seen among them, and cut to `longest` characters with
/// an ellipsis: safe to show.
std::string shown(const std::string& text, size_t longest = 80);

/// `text` with `arguments` in place of its marks %1 ... %9, in one pass, so that a "%2" inside an
/// argument stays. "%1 {epoch|epochs}" gets the first form where the mark before it was filled with
/// "1", else the second; the forms themselves hold no marks.
std::string filledText(const std::string& text, const std::vector<std::string>& arguments);

} // namespace core
