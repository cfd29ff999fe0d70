#pragma once

#include <string>
#include <vector>

namespace core {

/// How a text becomes tokens.
enum class Division {
    Typed, ///< By the network's own rules, as for a text that the user types.
    /// As the data have it. Where the data divide tokens themselves, as for tagging, blanks divide
    /// them (core/data/tokens.h) and nothing is divided again: the true tags fit no other tokens.
    /// Elsewhere the same as Typed.
    OfData
};

/// A text that a network reads, with what is known of it.
struct Example {
    std::string text; ///< Of a translation the source.
    /// The true answer: a class, a number, a tag for each token, a translation; empty: not known.
    std::string reference = {};
    /// Class for which the text is generated, of networks that generate for classes; empty: the
    /// first.
    std::string className = {};
    Division division = Division::Typed;

    /// Values of further columns that the network reads, as the data have them: for each column a
    /// row with one blank between two values. Empty: not known.
    std::vector<std::string> features = {};

    /// What the data have beside the text.
    const std::string& label() const { return reference.empty() ? className : reference; }
    friend bool operator==(const Example&, const Example&) = default;
};

} // namespace core
