#include "core/probe/tagging/word_divider.h"

#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

/// A code point of a text that is divided. Not in the unnamed namespace, for WordDivider::Division,
/// which has them, is not either.
struct DividedSign {
    char32_t code = 0;
    size_t begin = 0; ///< Offset in bytes.
    bool isWord = false;
};

namespace {

using Sign = DividedSign;

/// Longer ones are no words; dividing them would take long.
constexpr size_t kLongestChunk = 100;

/// The code points of `text`, and one after the last.
std::vector<Sign> signsOf(std::string_view text)
{
    std::vector<Sign> signs;
    for (size_t i = 0; i < text.size();) {
        const size_t begin = i;
        const char32_t code = nextCodePoint(text, i);
        signs.push_back({code, begin, isWordCharacter(code)});
    }
    signs.push_back({0, text.size(), false});
    return signs;
}

bool isFigure(const Sign& sign)
{
    return sign.code >= '0' && sign.code <= '9';
}

bool isAddress(std::string_view chunk)
{
    return chunk.find("://") != std::string_view::npos || chunk.starts_with("www.");
}

/// End of an address that stands before other marks: "(see www.a.org)."
size_t addressEnd(std::string_view chunk)
{
    const size_t last = chunk.find_last_not_of(".,;:!?)]}\"'");
    return last == std::string_view::npos ? chunk.size() : last + 1;
}

} // namespace

WordDivider::WordDivider(const TextPipeline& pipeline) : m_pipeline(pipeline)
{
    for (int64_t id = kSpecialTokens; id < pipeline.vocabularySize(); ++id)
        learn(pipeline.token(id), 1.0 / static_cast<double>(id - kSpecialTokens + 1));
}

void WordDivider::learn(const std::string& word, double weight)
{
    const std::vector<Sign> signs = signsOf(word);
    const size_t size = signs.size() - 1;
    for (size_t i = 0; i < size; ++i) {
        if (signs[i].isWord)
            continue;
        Places& places = m_places[signs[i].code];
        const bool before = i > 0 && signs[i - 1].isWord, behind = signs[i + 1].isWord;
        places.alone += size == 1 ? weight : 0.0;
        places.begins += i == 0 && behind ? weight : 0.0;
        places.ends += i + 1 == size && before ? weight : 0.0;
        places.inside += before && behind ? weight : 0.0;
        places.repeats += i > 0 && signs[i - 1].code == signs[i].code ? weight : 0.0;
    }
}

bool WordDivider::isKnown(std::string_view piece, double& cost) const
{
    const int64_t id = m_pipeline.id(m_pipeline.clean(piece));
    // With equally many words, the division into more frequent words.
    cost = 1.0 + 0.01 * std::log(static_cast<double>(std::max(id, kSpecialTokens)));
    return id != kUnknownId;
}

/// A text between two white spaces, divided at the lowest cost.
class WordDivider::Division {
public:
    Division(const WordDivider& divider, std::string_view chunk)
        : m_divider(divider), m_chunk(chunk), m_signs(signsOf(chunk)), m_size(m_signs.size() - 1)
    {
    }

    std::vector<std::string> tokens()
    {
        constexpr double kNever = std::numeric_limits<double>::infinity();
        std::vector<double> costs(m_size + 1, kNever);
        std::vector<size_t> from(m_size + 1, 0);
        costs[0] = 0.0;
        for (size_t begin = 0; begin < m_size; ++begin)
            for (size_t end = begin + 1; costs[begin] < kNever && end <= m_size; ++end) {
                const double cost = costs[begin] + costOf(begin, end);
                if (cost < costs[end]) {
                    costs[end] = cost;
                    from[end] = begin;
                }
            }
        std::vector<std::string> reversed;
        for (size_t end = m_size; end > 0; end = from[end])
            reversed.emplace_back(piece(from[end], end));
        return {reversed.rbegin(), reversed.rend()};
    }

private:
    static constexpr double kUnknown = 1.5, kJoint = 0.1;

    std::string_view piece(size_t begin, size_t end) const
    {
        const size_t first = m_signs[begin].begin;
        return m_chunk.substr(first, m_signs[end].begin - first);
    }
    /// Whether there are two letters on both sides.
    bool isInsideWord(size_t place) const
    {
        return place > 0 && place < m_size && m_signs[place - 1].isWord && m_signs[place].isWord;
    }

    double costOf(size_t begin, size_t end) const
    {
        double cost = 0.0;
        const bool known = m_divider.isKnown(piece(begin, end), cost);
        // "do" and "n't": letters are divided only beside a word with an apostrophe or the like.
        if ((isInsideWord(begin) && !(known && isMixed(begin, end)))
            || (isInsideWord(end) && !endsBeforeMixed(end) && !(known && isMixed(begin, end))))
            return std::numeric_limits<double>::infinity();
        if (known)
            return cost;
        size_t joints = 0;
        for (size_t place = begin + 1; place < end; ++place) {
            if (isInsideWord(place))
                continue;
            if (!mayJoin(begin, place, end))
                return std::numeric_limits<double>::infinity();
            ++joints;
        }
        return kUnknown + kJoint * static_cast<double>(joints);
    }

    /// Letters and marks.
    bool isMixed(size_t begin, size_t end) const
    {
        const auto first = m_signs.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = m_signs.begin() + static_cast<std::ptrdiff_t>(end);
        const auto isWord = [](const Sign& sign) { return sign.isWord; };
        return std::any_of(first, last, isWord) && !std::all_of(first, last, isWord);
    }
    bool endsBeforeMixed(size_t place) const
    {
        double cost = 0.0;
        for (size_t end = place + 1; end <= m_size; ++end)
            if (isMixed(place, end) && m_divider.isKnown(piece(place, end), cost))
                return true;
        return false;
    }

    /// Whether the signs before and at `place` belong together in an unknown word.
    bool mayJoin(size_t begin, size_t place, size_t end) const
    {
        const size_t mark = m_signs[place].isWord ? place - 1 : place;
        const Sign &before = m_signs[place - 1], &behind = m_signs[place];
        if (!before.isWord && !behind.isWord)
            return before.code == behind.code && placesOf(mark).repeats > 0.0;
        const bool between
            = mark > 0 && mark + 1 < m_size && m_signs[mark - 1].isWord && m_signs[mark + 1].isWord;
        const Places places = placesOf(mark);
        if (!between)
            return mark == place ? mark + 1 == end && places.ends > places.alone
                                 : mark == begin && places.begins > places.alone;
        const bool whole = mark > begin && mark + 1 < end;
        if (isFigure(m_signs[mark - 1]) && isFigure(m_signs[mark + 1]) && isPoint(mark))
            return whole;
        // Sentences rarely end between two letters: that a point stands alone tells nothing here.
        const double alone = isPoint(mark) ? 0.0 : places.alone;
        const double most = std::max({alone, places.begins, places.ends, places.inside});
        if (whole)
            return places.inside == most && most > 0.0;
        if (mark + 1 == end)
            return places.ends == most && most > 0.0 && places.ends > alone;
        return places.begins == most && most > 0.0 && places.begins > alone;
    }

    bool isPoint(size_t mark) const
    {
        const char32_t code = m_signs[mark].code;
        return code == '.' || code == ',' || code == ':';
    }

    /// A mark that no word has: hyphens and apostrophes belong to words, others stand alone.
    Places placesOf(size_t mark) const
    {
        constexpr char32_t kTypographicApostrophe = 0x2019;
        const char32_t code = m_signs[mark].code;
        const auto found = m_divider.m_places.find(code);
        if (found != m_divider.m_places.end())
            return found->second;
        Places unseen;
        const bool inWords = code == '-' || code == '\'' || code == kTypographicApostrophe;
        unseen.inside = inWords ? 1.0 : 0.0;
        return unseen;
    }

    const WordDivider& m_divider;
    std::string_view m_chunk;
    std::vector<DividedSign> m_signs;
    size_t m_size;
};

std::vector<std::string> WordDivider::tokens(std::string_view text) const
{
    std::vector<std::string> all;
    const auto divide = [&](std::string_view chunk) {
        // In pieces that can be divided; no word is that long.
        while (!chunk.empty()) {
            size_t end = 0;
            for (size_t signs = 0; end < chunk.size() && signs < kLongestChunk; ++signs)
                nextCodePoint(chunk, end);
            for (std::string& token : Division(*this, chunk.substr(0, end)).tokens())
                all.push_back(std::move(token));
            chunk.remove_prefix(end);
        }
    };
    for (size_t i = 0; i < text.size();) {
        if (const size_t space = whiteSpaceLength(text, i); space > 0) {
            i += space;
            continue;
        }
        size_t end = i;
        while (end < text.size() && whiteSpaceLength(text, end) == 0)
            nextCodePoint(text, end);
        std::string_view chunk = text.substr(i, end - i);
        if (isAddress(chunk)) {
            const size_t whole = addressEnd(chunk);
            all.emplace_back(chunk.substr(0, whole));
            chunk.remove_prefix(whole);
        }
        divide(chunk);
        i = end;
    }
    return all;
}

} // namespace core
