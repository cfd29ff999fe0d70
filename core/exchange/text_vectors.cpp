#include "core/exchange/vector_reader.h"

#include "core/base/error.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace core {

namespace {

constexpr size_t kPeekedLines = 16; ///< Enough to outvote a ragged line or two at the start.
constexpr size_t kFewestLines = 5; ///< To be certain of vectors without a header.
constexpr int64_t kFewestNumbers = 20; ///< Likewise: a table has fewer beside its texts.

/// Without a mark of UTF-8.
std::vector<std::string> firstLines(VectorBytes& bytes)
{
    std::vector<std::string> first;
    std::string_view line;
    while (first.size() < kPeekedLines && bytes.nextLine(line))
        first.emplace_back(line);
    if (!first.empty() && first.front().starts_with("\xEF\xBB\xBF"))
        first.front().erase(0, 3);
    return first;
}

int64_t fieldCount(std::string_view text)
{
    int64_t count = 0;
    while (!takeLastField(text).empty())
        ++count;
    return count;
}

int64_t commonDimension(const std::vector<std::string>& lines)
{
    std::map<int64_t, int64_t> counts;
    for (const std::string& line : lines)
        ++counts[fieldCount(line) - 1];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

/// The text form of word2vec and fastText ("count dimension" first), and that of GloVe.
class TextVectors : public VectorReader {
public:
    explicit TextVectors(std::unique_ptr<VectorBytes> bytes)
        : m_bytes(std::move(bytes)), m_peeked(firstLines(*m_bytes))
    {
        if (m_peeked.empty())
            throwNoVectors(m_bytes->path());
        const size_t count = m_peeked.size();
        const auto header = vectorHeader(m_peeked.front());
        if (header)
            m_peeked.erase(m_peeked.begin());
        m_dimension = header ? header->dimension : commonDimension(m_peeked);
        if (m_dimension < 1)
            throwNoVectors(m_bytes->path());
        const bool enough
            = header ? count >= 2 : m_dimension >= kFewestNumbers && count >= kFewestLines;
        const auto isVector = [&](const auto& line) { return isVectorLine(line, m_dimension); };
        m_isCertain = enough && std::all_of(m_peeked.begin(), m_peeked.end(), isVector);
        // Any text has lines of as many fields: most of them must be numbers.
        const auto vectors = std::count_if(m_peeked.begin(), m_peeked.end(), isVector);
        if (2 * vectors < std::ssize(m_peeked))
            throwWrongLine(header ? 2 : 1);
    }

    int64_t dimension() const override { return m_dimension; }
    bool isCertain() const override { return m_isCertain; }
    double fraction() const override { return m_bytes->fraction(); }
    std::string_view word() const override { return m_word; }

    Next next() override
    {
        std::string_view line;
        if (m_nextPeeked < m_peeked.size())
            line = m_peeked[m_nextPeeked++];
        else if (!m_bytes->nextLine(line))
            return Next::End;
        line = withoutBlanks(line);
        if (line.empty())
            return Next::Blank;
        m_vector = split(line);
        return m_vector.empty() ? Next::Broken : Next::Word;
    }

    bool readVector(float* row) const override
    {
        std::string_view rest = m_vector;
        for (int64_t i = m_dimension; i-- > 0;) {
            const auto value = floatIn(takeLastField(rest));
            if (!value)
                return false;
            row[i] = *value;
        }
        return true;
    }

private:
    /// @param first  number of the first peeked line in the file.
    [[noreturn]] void throwWrongLine(size_t first) const
    {
        constexpr size_t kShown = 60; // Bytes.
        size_t wrong = 0;
        while (isVectorLine(m_peeked[wrong], m_dimension) || withoutBlanks(m_peeked[wrong]).empty())
            ++wrong;
        throwNoVectors(m_bytes->path(), first + wrong, m_peeked[wrong].substr(0, kShown));
    }

    /// Splits a line into its word, which may hold blanks, and the text of its vector.
    /// @return the vector's text; empty when the line is no vector.
    std::string_view split(std::string_view line)
    {
        const auto blanks = std::count_if(line.begin(), line.end(),
                                          [](char each) { return each == ' ' || each == '\t'; });
        const size_t firstBlank = std::min(line.find_first_of(" \t"), line.size());
        if (blanks == m_dimension) { // the common case, without a look at each field
            m_word = line.substr(0, firstBlank);
            return line.substr(firstBlank);
        }
        std::string_view rest = line;
        for (int64_t i = 0; i < m_dimension; ++i) {
            if (takeLastField(rest).empty())
                return {};
        }
        m_word = withoutBlanks(rest);
        std::string_view before = rest;
        const bool several = m_word.find_first_of(" \t") != std::string_view::npos;
        // A number left before the vector is a line with too many of them, not a word of several.
        if (m_word.empty() || (several && floatIn(takeLastField(before))))
            return {};
        return line.substr(rest.size());
    }

    std::unique_ptr<VectorBytes> m_bytes;
    std::vector<std::string> m_peeked;
    size_t m_nextPeeked = 0;
    int64_t m_dimension = 0;
    bool m_isCertain = false;
    std::string_view m_word, m_vector; ///< Parts of the present line.
};

} // namespace

std::unique_ptr<VectorReader> openTextVectors(std::unique_ptr<VectorBytes> bytes)
{
    return std::make_unique<TextVectors>(std::move(bytes));
}

} // namespace core
