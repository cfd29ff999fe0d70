#pragma once

#include <string>
#include <vector>

namespace core {

/// How a text becomes tokens.
enum class Division {
    Typed, ///< By the network's rules, as for a text that the user types.
    /// As in the data. Data of tokens, as for tagging, are divided at blanks only
    /// (core/data/tokens.h), so that the reference has one tag for each token. For other data the
    /// same as Typed.
    OfData
};

/// A text that a network reads, with its reference.
struct Example {
    std::string text; ///< The source of a translation.
    /// A class, a number, a tag for each token, a translation; empty: unknown.
    std::string reference = {};
    /// Class to generate the text for, for networks that have classes; empty: the first. For
    /// networks that have numbers, these, as a user writes them; empty: the means.
    std::string className = {};
    Division division = Division::Typed;

    /// Values of the further columns that the network reads: for each column one value a token,
    /// separated by blanks. Empty: unknown.
    std::vector<std::string> features = {};

    /// The reference, or else the class.
    const std::string& label() const { return reference.empty() ? className : reference; }
    friend bool operator==(const Example&, const Example&) = default;
};

} // namespace core
