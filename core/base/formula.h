#pragma once

#include <string>

namespace core {

/// An equation as users see it. Windows show a picture that was typeset beforehand:
/// resources/make_formulas.py finds every R"tex(...)tex" of the sources and makes them.
struct Formula {
    std::string text{}; ///< On one line, for terminals and screen readers: "θ ← θ − ηg".
    std::string latex{}; ///< The same in LaTeX's display style, in a raw string R"tex(...)tex".
    std::string where{}; ///< Values of its signs, shown behind it: "d = 32".

    bool empty() const { return text.empty(); }
    /// "sᵀ h / √d, d = 32".
    std::string line() const { return where.empty() ? text : text + ", " + where; }
};

} // namespace core
