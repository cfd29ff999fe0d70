#pragma once

#include <QString>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace ui {

/// A plain value of a table: none, a number or a text, which its owner may keep.
using Cell = std::variant<std::monostate, int64_t, double, std::string_view, std::string>;

/// A table as text, written cell by cell: what spreadsheets and programs read. Nothing in it is
/// localised.
class TableText {
public:
    enum class Separator : char { Comma = ',', Tab = '\t' };

    explicit TableText(Separator separator = Separator::Comma) : m_separator(char(separator)) { }

    /// Quoted where it must be. Before a text that spreadsheets would take for a formula stands an
    /// apostrophe, which makes them show it as it is.
    void add(std::string_view text);
    void add(const char* text) { add(std::string_view(text)); }
    void add(const std::string& text) { add(std::string_view(text)); }
    void add(const QString& text) { add(text.toStdString()); }
    /// The shortest form that reads back to the same bits; what is no number is left empty.
    void add(double number);
    void add(float number);
    void add(std::integral auto number) { addPlain(std::to_string(number)); }
    void add(std::monostate) { addPlain({}); }
    void add(const Cell& cell);
    void endRow();
    template <class... Cells> void row(const Cells&... cells)
    {
        (add(cells), ...);
        endRow();
    }

    const std::string& text() const { return m_text; }

private:
    void addPlain(std::string_view text);
    template <class Number> void addNumber(Number number);

    std::string m_text;
    char m_separator;
    bool m_inRow = false;
};

} // namespace ui
