#include "core/base/python_piece.h"

#include "core/base/error.h"
#include "core/base/resource.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>

namespace core {

namespace {

constexpr std::string_view kMark = "# ---- exported ----";

using Lines = std::vector<std::string_view>;

Lines linesOf(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

size_t indentOf(std::string_view line)
{
    return std::min(line.find_first_not_of(' '), line.size());
}

bool isNameCharacter(char c)
{
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Calls plain(text) for what is no name and name(name) for each name, in their order.
template <class Plain, class Name>
void forEachName(std::string_view text, const Plain& plain, const Name& name)
{
    for (size_t i = 0; i < text.size();) {
        const bool isName = isNameCharacter(text[i]);
        const size_t start = i;
        while (i < text.size() && isNameCharacter(text[i]) == isName)
            ++i;
        const std::string_view part = text.substr(start, i - start);
        if (isName)
            name(part);
        else
            plain(part);
    }
}

/// "NAME" of "    # <NAME>"; empty: another line.
std::string_view openedRegion(std::string_view line)
{
    line.remove_prefix(indentOf(line));
    const bool opens = line.starts_with("# <") && line.ends_with(">") && line[3] != '/';
    return opens ? line.substr(3, line.size() - 4) : std::string_view();
}

/// Where the region ends that is opened in front of `first`.
size_t regionEnd(const Lines& lines, size_t first, std::string_view name)
{
    const std::string close = "# </" + std::string(name) + ">";
    for (size_t i = first; i < lines.size(); ++i)
        if (lines[i].ends_with(close))
            return i;
    throw Error(ErrorCode::Internal, {"The region \"%1\" has no end.", {std::string(name)}});
}

/// Names to which the lines in front of the mark assign examples, outside of regions.
std::set<std::string_view> exampleNames(const Lines& lines)
{
    std::set<std::string_view> names;
    for (size_t i = 0; i < lines.size() && lines[i] != kMark; ++i) {
        if (const std::string_view region = openedRegion(lines[i]); !region.empty())
            i = regionEnd(lines, i + 1, region);
        const size_t assigned = lines[i].find(" = ");
        if (assigned != std::string_view::npos && std::isupper(lines[i].front()) != 0)
            forEachName(
                lines[i].substr(0, assigned), [](std::string_view) {},
                [&](std::string_view name) { names.insert(name); });
    }
    return names;
}

class Filling {
public:
    Filling(std::string path, const Json& values)
        : m_path(std::move(path))
        , m_values(values)
        , m_lines(linesOf(resource(m_path)))
        , m_examples(exampleNames(m_lines))
    {
        std::set<std::string_view> all;
        for (const std::string_view line : m_lines)
            forEachName(
                line, [](std::string_view) {}, [&](std::string_view name) { all.insert(name); });
        for (const auto& [name, value] : values.items())
            if (!all.contains(name))
                fail(name);
    }

    std::string exported()
    {
        const auto mark = std::find(m_lines.begin(), m_lines.end(), kMark);
        size_t first = mark == m_lines.end() ? 0 : static_cast<size_t>(mark - m_lines.begin()) + 1;
        while (m_lines.at(first).empty())
            ++first;
        write(first, m_lines.size(), 0);
        while (m_text.ends_with("\n\n"))
            m_text.pop_back();
        return std::move(m_text);
    }

    std::string region(const std::string& name)
    {
        for (size_t i = 0; i < m_lines.size(); ++i)
            if (openedRegion(m_lines[i]) == name) {
                write(i + 1, regionEnd(m_lines, i + 1, name), indentOf(m_lines[i]));
                return std::move(m_text);
            }
        fail(name);
    }

private:
    /// `if NAME:` and the like.
    struct Condition {
        bool isFirst = false; ///< "if", not "elif" or "else".
        bool isTrue = false;
    };

    [[noreturn]] void fail(std::string_view name) const
    {
        throw Error(ErrorCode::Internal,
                    {"The exported text %1 and its values differ in the name %2.",
                     {m_path, std::string(name)}});
    }

    const Json* value(std::string_view name) const
    {
        const auto found = m_values.find(std::string(name));
        return found == m_values.end() ? nullptr : &*found;
    }

    static bool isTrue(const Json& value)
    {
        if (value.is_boolean())
            return value.get<bool>();
        return value.is_number() ? value != 0 : !value.empty();
    }

    /// The condition of a line that tests a value; nothing for another line.
    std::optional<Condition> condition(std::string_view line) const
    {
        line.remove_prefix(indentOf(line));
        if (line == "else:")
            return Condition{false, true};
        const bool first = line.starts_with("if ");
        if (!(first || line.starts_with("elif ")) || !line.ends_with(":"))
            return std::nullopt;
        line.remove_prefix(first ? 3 : 5);
        line.remove_suffix(1);
        const bool negated = line.starts_with("not ");
        const Json* known = value(line.substr(negated ? 4 : 0));
        if (known == nullptr || known->is_string())
            return std::nullopt;
        return Condition{first, isTrue(*known) != negated};
    }

    /// Behind the block of lines, from `first` on, that is indented further.
    size_t blockEnd(size_t first, size_t last, size_t indent) const
    {
        size_t end = first;
        for (size_t i = first; i < last; ++i) {
            if (m_lines[i].empty())
                continue;
            if (indentOf(m_lines[i]) <= indent)
                break;
            end = i + 1;
        }
        return end;
    }

    /// Appends these lines, `dedent` columns further left.
    void write(size_t first, size_t last, size_t dedent)
    {
        for (size_t i = first; i < last;) {
            const auto condition = this->condition(m_lines[i]);
            if (condition && condition->isFirst)
                i = writeChosen(i, last, dedent);
            else if (const std::string_view name = openedRegion(m_lines[i]); !name.empty())
                i = writeRegion(i, name, dedent);
            else
                writeLine(m_lines[i++], dedent);
        }
    }

    /// Writes the chosen one of the blocks that begin at `i`. @return the place after all of them.
    size_t writeChosen(size_t i, size_t last, size_t dedent)
    {
        const size_t indent = indentOf(m_lines[i]), before = m_text.size();
        bool chosen = false;
        for (auto found = condition(m_lines[i]); found;) {
            const size_t end = blockEnd(i + 1, last, indent);
            if (found->isTrue && !chosen)
                write(i + 1, end, dedent + 4);
            chosen = chosen || found->isTrue;
            i = end;
            found.reset();
            if (i < last && indentOf(m_lines[i]) == indent)
                found = condition(m_lines[i]);
            if (found && found->isFirst)
                break;
        }
        const bool leavesGap = m_text.size() == before && m_text.ends_with("\n\n");
        return leavesGap && i < last && m_lines[i].empty() ? i + 1 : i;
    }

    /// @param i  where the region opens. @return behind it.
    size_t writeRegion(size_t i, std::string_view name, size_t dedent)
    {
        const Json* lines = value(name);
        if (lines == nullptr)
            fail(name);
        const std::string indent(indentOf(m_lines[i]) - dedent, ' ');
        const std::string text = lines->get<std::string>();
        for (const std::string_view line : linesOf(text))
            m_text += (line.empty() ? "" : indent) + std::string(line) + "\n";
        return regionEnd(m_lines, i + 1, name) + 1;
    }

    void writeLine(std::string_view line, size_t dedent)
    {
        line.remove_prefix(std::min(dedent, line.size()));
        forEachName(
            line, [this](std::string_view text) { m_text += text; },
            [this](std::string_view name) {
                if (const Json* known = value(name))
                    writeValue(*known);
                else if (m_examples.contains(name))
                    fail(name);
                else
                    m_text += name;
            });
        m_text += '\n';
    }

    void writeValue(const Json& value)
    {
        if (!m_text.ends_with('*')) {
            m_text += value.is_string() ? value.get<std::string>() : pythonLiteral(value);
            return;
        }
        while (m_text.ends_with('*'))
            m_text.pop_back();
        if (value.empty() && m_text.ends_with(", "))
            m_text.resize(m_text.size() - 2);
        std::string separator;
        for (const auto& [key, item] : value.items()) {
            m_text += separator + (value.is_object() ? key + "=" : "")
                + (item.is_string() ? item.get<std::string>() : pythonLiteral(item));
            separator = ", ";
        }
    }

    std::string m_path;
    const Json& m_values;
    Lines m_lines;
    std::set<std::string_view> m_examples;
    std::string m_text;
};

std::string pathOf(const std::string& piece)
{
    return "python/" + piece + ".py";
}

std::string sequenceLiteral(const Json& value)
{
    const bool isList = value.is_array();
    std::string text = isList ? "[" : "{";
    for (const auto& [key, item] : value.items()) {
        text += text.size() > 1 ? ", " : "";
        text += (isList ? "" : pythonLiteral(key) + ": ") + pythonLiteral(item);
    }
    return text + (isList ? "]" : "}");
}

} // namespace

std::string pythonPiece(const std::string& name, const Json& values)
{
    return Filling(pathOf(name), values).exported();
}

std::string pythonRegion(const std::string& name, const std::string& region, const Json& values)
{
    return Filling(pathOf(name), values).region(region);
}

std::string exportedText(const std::string& name, const Json& values)
{
    return Filling("python/" + name, values).exported();
}

std::string joinedPython(const std::vector<std::string>& pieces)
{
    std::string all;
    for (const std::string& piece : pieces)
        all += (all.empty() || piece.empty() ? "" : "\n\n") + piece;
    return all;
}

std::string pythonLiteral(const Json& value)
{
    switch (value.type()) {
    case Json::value_t::null:
        return "None";
    case Json::value_t::boolean:
        return value.get<bool>() ? "True" : "False";
    case Json::value_t::array:
    case Json::value_t::object:
        return sequenceLiteral(value);
    default:
        // Strings as they are, not as \u escapes: of those, Python takes pairs for two characters.
        return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

} // namespace core
