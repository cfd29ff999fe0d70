#include "core/nn/cells/cell_text.h"

#include "core/base/error.h"
#include "core/nn/cells/cell_builder.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>

namespace core {

namespace {

/// "GREEK SMALL LETTER ALPHA" -> "alpha"
std::string lastWordOfName(UChar32 character)
{
    std::array<char, 128> name{};
    UErrorCode error = U_ZERO_ERROR;
    u_charName(character, U_UNICODE_CHAR_NAME, name.data(), int32_t(name.size()), &error);
    std::string word(name.data());
    word.erase(0, word.rfind(' ') + 1);
    std::transform(word.begin(), word.end(), word.begin(), [](char each) {
        return std::isalnum(each) != 0 ? static_cast<char>(std::tolower(each)) : '_';
    });
    return word;
}

void replaceAll(std::string& text, const std::string& from, const std::string& to)
{
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Writes the equations of a graph as they are typed.
class CellWriter {
public:
    explicit CellWriter(const CellGraph& graph) : m_graph(graph) { }

    std::string text()
    {
        std::string all = beginnings();
        for (const CellEquation& equation : m_graph.equations()) {
            std::string line;
            for (const EquationPart& part : equation.parts)
                line += pieceOf(part);
            all += typed(line) + "\n";
            std::string symbol = m_graph.quantities()[size_t(equation.quantity)].text;
            m_defined.insert(symbol.substr(0, symbol.rfind("_t")));
        }
        return all;
    }

private:
    const CellParameter* vectorOf(const EquationPart& part) const
    {
        if (part.quantity < 0)
            return nullptr;
        const CellQuantity& quantity = m_graph.quantities()[size_t(part.quantity)];
        const CellNode& node = m_graph.nodes()[size_t(quantity.node)];
        return node.operation == CellOperation::Parameter
            ? &m_graph.parameters()[size_t(node.parameter)]
            : nullptr;
    }

    /// A vector without a subscript gets one where its name could be that of a value.
    std::string pieceOf(const EquationPart& part) const
    {
        const CellParameter* const vector = vectorOf(part);
        const bool isPlain = vector != nullptr && vector->blocks.size() == 1
            && vector->blocks.front().empty() && vector->symbol.size() == 1
            && std::string(kVectorLetters).find(vector->symbol) == std::string::npos;
        return isPlain ? part.text + "_0" : part.text;
    }

    std::string typed(std::string line) const
    {
        replaceAll(line, "σ(", "sigmoid(");
        replaceAll(line, "ReLU(", "relu(");
        replaceAll(line, "⊙", "*");
        replaceAll(line, "_{t−1}", "'");
        replaceAll(line, "−", "-");
        for (const char* const end : {" ", ")", ","})
            replaceAll(line, std::string("_t") + end, end);
        if (line.ends_with("_t"))
            line.resize(line.size() - 2);
        for (size_t mark = line.find('\''); mark != std::string::npos;
             mark = line.find('\'', mark)) {
            const size_t begin = line.find_last_of(" (", mark) + 1;
            const bool isAbove = m_defined.contains(line.substr(begin, mark - begin));
            line.replace(mark, 1, isAbove ? "_{t-1}" : "");
        }
        return line;
    }

    std::string beginnings() const
    {
        std::string lines;
        for (const CellParameter& each : m_graph.parameters())
            if (each.use == CellOperation::Parameter && each.initial != CellInitial::Uniform)
                lines += each.symbol + (each.initial == CellInitial::One ? " := 1\n" : " := 0\n");
        return lines;
    }

    const CellGraph& m_graph;
    std::set<std::string> m_defined; ///< Symbols of the lines so far.
};

/// The line of a place, from 1.
size_t lineOf(size_t place, const std::string& text)
{
    const auto end = text.begin() + std::ptrdiff_t(std::min(place, text.size()));
    return 1 + size_t(std::count_if(text.begin(), end, [](char each) {
               return each == '\n' || each == ';';
           }));
}

} // namespace

TypedCell typedCell(const std::string& text)
{
    const CellSyntax syntax = readCellSyntax(text);
    return syntax.fault ? TypedCell{nullptr, syntax.fault} : builtCell(syntax);
}

const CellGraph& cellOfText(const std::string& text)
{
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const CellGraph>> graphs;
    const std::lock_guard lock(mutex);
    if (const auto found = graphs.find(text); found != graphs.end())
        return *found->second;
    const TypedCell cell = typedCell(text);
    if (cell.fault)
        throw Error(ErrorCode::BadSetting, faultText(*cell.fault, text), cell.fault->advice);
    return *graphs.emplace(text, cell.graph).first->second;
}

Message faultText(const CellFault& fault, const std::string& text)
{
    if (fault.end <= fault.begin)
        return fault.what;
    return {"Line %1 of the equations: %2",
            {std::to_string(lineOf(fault.begin, text)), fault.what.plain()}};
}

std::string textOfCell(const CellGraph& graph)
{
    return CellWriter(graph).text();
}

std::string asciiName(const std::string& name)
{
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* const normaliser = icu::Normalizer2::getNFDInstance(error);
    icu::UnicodeString characters = icu::UnicodeString::fromUTF8(name);
    if (U_SUCCESS(error))
        characters = normaliser->normalize(characters, error);
    std::string ascii;
    for (int32_t at = 0; at < characters.length(); at = characters.moveIndex32(at, 1)) {
        const UChar32 character = characters.char32At(at);
        if (character < 128)
            ascii += static_cast<char>(character);
        else
            ascii += (ascii.empty() ? "" : "_") + lastWordOfName(character);
    }
    return ascii;
}

} // namespace core
