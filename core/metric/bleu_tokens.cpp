#include "core/metric/bleu.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <utility>

namespace core {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isStop(char c)
{
    return c == '.' || c == ',';
}

/// The ASCII punctuation that always stands alone: all but the apostrophe, comma, hyphen and full
/// stop. The blank counts too, which changes nothing.
bool standsAlone(char c)
{
    return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&')
        || (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

void replaceAll(std::string& text, std::string_view what, std::string_view by)
{
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

/// Rewrites each pair of neighbours for which `applies` as "<before>1<between>2<after>", from left
/// to right and without overlap, as a regular expression would. A byte of a longer UTF-8 sequence
/// is neither a digit nor a stop, so bytes do as well as characters.
template <class Applies>
std::string spaced(const std::string& text, const Applies& applies, std::string_view before,
                   std::string_view between, std::string_view after)
{
    std::string out;
    out.reserve(text.size() + 16);
    for (size_t i = 0; i < text.size(); ++i) {
        if (i + 1 >= text.size() || !applies(text[i], text[i + 1])) {
            out += text[i];
            continue;
        }
        out += before;
        out += text[i];
        out += between;
        out += text[++i];
        out += after;
    }
    return out;
}

std::string spacedPunctuation(const std::string& text)
{
    std::string out;
    out.reserve(2 * text.size() + 2);
    for (const char c : text) {
        if (!standsAlone(c)) {
            out += c;
            continue;
        }
        out += ' ';
        out += c;
        out += ' ';
    }
    return out;
}

/// mteval-v13a as sacreBLEU has it: marks of the test sets and of line ends go, four entities are
/// read, then punctuation is set apart, except within numbers.
std::string mteval13a(std::string text)
{
    replaceAll(text, "<skipped>", "");
    replaceAll(text, "-\n", "");
    replaceAll(text, "\n", " ");
    // In this order: "&amp;lt;" becomes "<".
    replaceAll(text, "&quot;", "\"");
    replaceAll(text, "&amp;", "&");
    replaceAll(text, "&lt;", "<");
    replaceAll(text, "&gt;", ">");
    text = spacedPunctuation(" " + text + " ");
    text = spaced(
        text, [](char a, char b) { return !isDigit(a) && isStop(b); }, "", " ", " ");
    text = spaced(
        text, [](char a, char b) { return isStop(a) && !isDigit(b); }, " ", " ", "");
    return spaced(
        text, [](char a, char b) { return isDigit(a) && b == '-'; }, "", " ", " ");
}

std::vector<std::string> words(std::string_view text)
{
    std::vector<std::string> found;
    std::string word;
    for (size_t i = 0; i < text.size();) {
        const size_t blank = whiteSpaceLength(text, i);
        if (blank == 0) {
            word += text[i++];
            continue;
        }
        if (!word.empty())
            found.push_back(std::exchange(word, {}));
        i += blank;
    }
    if (!word.empty())
        found.push_back(std::move(word));
    return found;
}

std::vector<std::string> characters(std::string_view text)
{
    std::vector<std::string> found;
    for (size_t i = 0; i < text.size();) {
        if (const size_t blank = whiteSpaceLength(text, i); blank > 0) {
            i += blank;
            continue;
        }
        found.emplace_back();
        appendUtf8(found.back(), nextCodePoint(text, i));
    }
    return found;
}

std::string withoutTrailingSpace(std::string_view text)
{
    size_t end = 0;
    for (size_t i = 0; i < text.size();) {
        const size_t blank = whiteSpaceLength(text, i);
        i += std::max<size_t>(1, blank);
        if (blank == 0)
            end = i;
    }
    return std::string(text.substr(0, end));
}

} // namespace

std::vector<std::string> bleuTokens(std::string_view text, const BleuOptions& options)
{
    const std::string line = options.lowercase ? lowerCased(text) : std::string(text);
    if (options.tokeniser == "char")
        return characters(line);
    if (options.tokeniser == "none")
        return words(line);
    return words(mteval13a(withoutTrailingSpace(line)));
}

} // namespace core
