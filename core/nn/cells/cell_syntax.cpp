#include "core/nn/cells/cell_syntax.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace core {

namespace {

constexpr int kDeepest = 40; ///< Brackets in brackets.

struct Word {
    enum class Kind { Name, Number, Sign, LineEnd, End };

    Kind kind = Kind::End;
    std::string text{}; ///< Signs as ASCII: '*' for ⊙, '-' for −.
    CellTime time = CellTime::Open;
    size_t begin = 0, end = 0;
};

/// Divides a text into words.
class CellWords {
public:
    explicit CellWords(const std::string& text) : m_text(text) { }

    std::vector<Word> all()
    {
        std::vector<Word> words;
        do {
            words.push_back(next());
        } while (words.back().kind != Word::Kind::End);
        return words;
    }

private:
    /// The character at `place`, which moves behind it.
    UChar32 taken(size_t& place) const
    {
        auto at = static_cast<int32_t>(place);
        UChar32 character = 0;
        U8_NEXT(m_text.data(), at, static_cast<int32_t>(m_text.size()), character);
        place = static_cast<size_t>(at);
        return character;
    }
    UChar32 current() const
    {
        size_t place = m_place;
        return m_place < m_text.size() ? taken(place) : 0;
    }

    Word next()
    {
        skipBlanks();
        const size_t begin = m_place;
        if (begin >= m_text.size())
            return {.kind = Word::Kind::End, .begin = begin, .end = begin};
        const UChar32 first = taken(m_place);
        if (first == '\n' || first == ';')
            return {.kind = Word::Kind::LineEnd, .begin = begin, .end = m_place};
        if (u_isalpha(first) != 0)
            return name(begin);
        if (u_isdigit(first) != 0) {
            while (m_place < m_text.size() && (u_isdigit(current()) != 0 || current() == '.'))
                taken(m_place);
            return {.kind = Word::Kind::Number,
                    .text = m_text.substr(begin, m_place - begin),
                    .begin = begin,
                    .end = m_place};
        }
        return sign(begin, first);
    }

    void skipBlanks()
    {
        while (m_place < m_text.size()) {
            const UChar32 character = current();
            if (character == '#')
                m_place = std::min(m_text.find('\n', m_place), m_text.size());
            else if (character != '\n' && u_isUWhiteSpace(character) != 0)
                taken(m_place);
            else
                return;
        }
    }

    Word sign(size_t begin, UChar32 character)
    {
        Word word{.kind = Word::Kind::Sign, .begin = begin, .end = m_place};
        if (character == ':' && current() == '=') {
            taken(m_place);
            word.end = m_place;
            word.text = ":=";
        } else if (character == 0x2299 || character == 0x2218 || character == 0xB7
                   || character == 0xD7 || character == '*') {
            word.text = "*"; // ⊙ ∘ · ×
        } else if (character == 0x2212 || character == '-') {
            word.text = "-";
        } else if (character == '_' && begin > 0 && m_text[begin - 1] == ')') {
            while (m_place < m_text.size() && u_isalnum(current()) != 0)
                taken(m_place);
            word.end = m_place;
            word.text = m_text.substr(begin, m_place - begin); // "_i" of "LN(W x)_i"
        } else if (character > 0 && character < 128
                   && std::string_view("+=()@").find(static_cast<char>(character))
                       != std::string_view::npos) {
            word.text = m_text.substr(begin, m_place - begin);
        } else {
            refuseCell(
                begin, m_place,
                {"\"%1\" has no meaning in the equations of a cell.",
                 {m_text.substr(begin, m_place - begin)}},
                {"Write names, +, *, 1 - v, brackets, and the functions sigmoid, tanh, relu and "
                 "LN.",
                 {}});
        }
        return word;
    }

    /// Letters with what belongs to them, then subscripts: "W_i", "c̃", "h_{t-1}".
    Word name(size_t begin)
    {
        Word word{.kind = Word::Kind::Name, .begin = begin};
        const auto goesOn = [this] {
            const UChar32 character = current();
            return m_place < m_text.size()
                && (u_isalnum(character) != 0 || u_charType(character) == U_NON_SPACING_MARK);
        };
        while (goesOn())
            taken(m_place);
        while (current() == '_') {
            const size_t subscript = m_place;
            taken(m_place);
            const std::string inside = subscriptText(goesOn);
            word.end = m_place;
            if (inside == "t" || inside == "t-1")
                word.time = inside == "t" ? CellTime::Now : CellTime::Before;
            else if (inside.empty() || word.time != CellTime::Open)
                refuseCell(begin, m_place,
                           {"The subscript of %1 is not complete.",
                            {m_text.substr(begin, m_place - begin)}},
                           {"Write it as W_i, h_t or h_{t-1}.", {}});
            if (word.time != CellTime::Open) {
                word.text = m_text.substr(begin, subscript - begin);
                break;
            }
        }
        word.end = m_place;
        if (word.text.empty())
            word.text = m_text.substr(begin, m_place - begin);
        std::erase_if(word.text, [](char each) { return each == '{' || each == '}'; });
        return word;
    }

    /// Behind "_": letters and digits, or what stands in braces, without blanks.
    template <class GoesOn> std::string subscriptText(const GoesOn& goesOn)
    {
        std::string inside;
        const bool braced = current() == '{';
        if (!braced) {
            const size_t begin = m_place;
            while (goesOn())
                taken(m_place);
            return m_text.substr(begin, m_place - begin);
        }
        taken(m_place);
        while (m_place < m_text.size() && current() != '}' && current() != '\n') {
            const size_t begin = m_place;
            const UChar32 character = taken(m_place);
            if (character == 0x2212)
                inside += '-';
            else if (u_isUWhiteSpace(character) == 0)
                inside += m_text.substr(begin, m_place - begin);
        }
        const bool isTime = inside == "t" || inside == "t-1";
        const bool isName = std::all_of(inside.begin(), inside.end(), [](char each) {
            return static_cast<unsigned char>(each) >= 128 || std::isalnum(each) != 0;
        });
        if (current() != '}' || (!isTime && !isName))
            return {};
        taken(m_place);
        return inside;
    }

    const std::string& m_text;
    size_t m_place = 0;
};

/// Reads words as lines of a cell.
class CellReader {
public:
    CellReader(std::vector<Word> words, CellSyntax& into) : m_words(std::move(words)), m_into(into)
    {
    }

    void read()
    {
        while (here().kind != Word::Kind::End) {
            if (here().kind == Word::Kind::LineEnd)
                ++m_place;
            else
                line();
        }
    }

private:
    using Kind = CellExpression::Kind;

    const Word& here() const { return m_words[m_place]; }
    const Word& take() { return m_words[m_place++]; }
    bool isSign(const char* sign) const
    {
        return here().kind == Word::Kind::Sign && here().text == sign;
    }

    void line()
    {
        const Word name = take();
        if (name.kind != Word::Kind::Name || name.time == CellTime::Before)
            refuseCell(name.begin, name.end, {"A line begins with the name that it defines.", {}},
                       {"Write it as f = sigmoid(W_f x + U_f h + b_f).", {}});
        if (isSign(":=")) {
            ++m_place;
            const Word value = take();
            if (value.kind != Word::Kind::Number || (value.text != "0" && value.text != "1"))
                refuseCell(name.begin, value.end, {"A vector begins with 0 or 1.", {}},
                           {"Write %1 := 0 or %1 := 1.", {name.text}});
            m_into.beginnings.push_back({name.text, name.begin, name.end, value.text == "1"});
        } else {
            if (!isSign("="))
                refuseCell(here().begin, std::max(here().end, here().begin + 1),
                           {"\"=\" is missing behind %1.", {name.text}});
            ++m_place;
            m_into.lines.push_back({name.text, name.begin, name.end, sum(0)});
        }
        if (here().kind != Word::Kind::LineEnd && here().kind != Word::Kind::End)
            refuseCell(
                here().begin, here().end, {"The line does not end before \"%1\".", {here().text}},
                {"Between two values stands + or *; a matrix stands before its operand, as in "
                 "W_f x.",
                 {}});
    }

    CellExpression sum(int depth)
    {
        if (depth > kDeepest)
            refuseCell(here().begin, here().end, {"The brackets are nested too deeply.", {}});
        CellExpression left = here().kind == Word::Kind::Number ? oneMinus(depth) : product(depth);
        while (isSign("+") || isSign("-")) {
            const Word sign = take();
            if (sign.text == "-")
                refuseCell(sign.begin, sign.end, {"Only 1 minus a value can be subtracted.", {}},
                           {"A learned vector that is multiplied can be negative: a + w * b.", {}});
            CellExpression right = product(depth);
            left = joined(Kind::Add, std::move(left), std::move(right));
        }
        return left;
    }

    CellExpression oneMinus(int depth)
    {
        const Word number = take();
        const bool isMinus = isSign("-");
        if (number.text != "1" || !isMinus)
            refuseCell(
                number.begin, number.end, {"A number stands only in 1 - v.", {}},
                {"A learned vector can take its place: w * v, where w := 1 begins with 1.", {}});
        ++m_place;
        CellExpression value = product(depth);
        return {.kind = Kind::OneMinus,
                .begin = number.begin,
                .end = value.end,
                .operands = {std::move(value)}};
    }

    CellExpression product(int depth)
    {
        CellExpression left = factor(depth);
        while (isSign("*")) {
            ++m_place;
            CellExpression right = factor(depth);
            left = joined(Kind::Multiply, std::move(left), std::move(right));
        }
        return left;
    }

    static CellExpression joined(Kind kind, CellExpression left, CellExpression right)
    {
        CellExpression both{.kind = kind, .begin = left.begin, .end = right.end};
        both.operands.push_back(std::move(left));
        both.operands.push_back(std::move(right));
        return both;
    }

    bool beginsOperand() const
    {
        return here().kind == Word::Kind::Name || isSign("(") || isSign("@");
    }

    CellExpression factor(int depth)
    {
        const Word first = take();
        if (first.kind == Word::Kind::Sign && first.text == "(") {
            CellExpression inside = sum(depth + 1);
            close();
            return inside;
        }
        if (first.kind == Word::Kind::Number)
            refuseCell(
                first.begin, first.end, {"A number stands only in 1 - v.", {}},
                {"Put 1 - v into brackets where it is multiplied or added: (1 - z) * n.", {}});
        if (first.kind != Word::Kind::Name)
            refuseCell(first.begin, std::max(first.end, first.begin + 1),
                       {"A value is missing here.", {}});
        if (const auto function = functionOf(first.text); function && isSign("("))
            return called(*function, first, depth);
        if (!beginsOperand())
            return {.begin = first.begin, .end = first.end, .name = first.text, .time = first.time};
        if (isSign("@"))
            ++m_place;
        if (depth > kDeepest)
            refuseCell(here().begin, here().end, {"The brackets are nested too deeply.", {}});
        CellExpression operand = factor(depth + 1);
        return {.kind = Kind::Apply,
                .begin = first.begin,
                .end = operand.end,
                .name = first.text,
                .time = first.time,
                .operands = {std::move(operand)}};
    }

    static std::optional<Kind> functionOf(const std::string& name)
    {
        static const std::array<std::pair<const char*, Kind>, 8> functions{
            {{"sigmoid", Kind::Sigmoid},
             {"σ", Kind::Sigmoid},
             {"tanh", Kind::Tanh},
             {"relu", Kind::Relu},
             {"ReLU", Kind::Relu},
             {"LN", Kind::Normalise},
             {"ln", Kind::Normalise},
             {"Tanh", Kind::Tanh}}};
        for (const auto& [each, kind] : functions)
            if (name == each)
                return kind;
        return std::nullopt;
    }

    CellExpression called(Kind function, const Word& name, int depth)
    {
        ++m_place; // "("
        CellExpression value = sum(depth + 1);
        const size_t end = close();
        CellExpression result{
            .kind = function, .begin = name.begin, .end = end, .operands = {std::move(value)}};
        if (here().kind == Word::Kind::Sign && here().text.starts_with("_")) {
            const Word block = take();
            if (function != Kind::Normalise || block.text.size() < 2)
                refuseCell(block.begin, block.end, {"Only LN(...) has blocks.", {}});
            result.name = block.text.substr(1);
            result.end = block.end;
        }
        return result;
    }

    size_t close()
    {
        if (!isSign(")"))
            refuseCell(here().begin, std::max(here().end, here().begin + 1),
                       {"\")\" is missing.", {}});
        return take().end;
    }

    std::vector<Word> m_words;
    size_t m_place = 0;
    CellSyntax& m_into;
};

} // namespace

void refuseCell(size_t begin, size_t end, Message what, Message advice)
{
    throw InvalidCell{{begin, end, std::move(what), std::move(advice)}};
}

CellSyntax readCellSyntax(const std::string& text)
{
    CellSyntax syntax;
    if (text.size() > kLongestCell) {
        syntax.fault = {kLongestCell,
                        text.size(),
                        {"The equations have %1 bytes; at most %2 are read.",
                         {std::to_string(text.size()), std::to_string(kLongestCell)}},
                        {}};
        return syntax;
    }
    try {
        CellReader(CellWords(text).all(), syntax).read();
    } catch (const InvalidCell& fault) {
        syntax.fault = fault.fault;
    }
    return syntax;
}

} // namespace core
