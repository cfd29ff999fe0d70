#include "ui/table/difference.h"

#include <QStringView>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kMostComparedWords = 300;

std::vector<TextPart> wordsOf(const QString& text)
{
    std::vector<TextPart> words;
    for (int at = 0; at < text.size() && words.size() < kMostComparedWords; ++at) {
        if (text[at].isSpace())
            continue;
        const int first = at;
        while (at < text.size() && !text[at].isSpace())
            ++at;
        words.push_back({first, at - first});
    }
    return words;
}

} // namespace

TextDifference differenceOf(const QString& first, const QString& second)
{
    const std::vector<TextPart> one = wordsOf(first), other = wordsOf(second);
    const auto same = [&](size_t i, size_t j) {
        return QStringView(first).mid(one[i].first, one[i].length)
            == QStringView(second).mid(other[j].first, other[j].length);
    };
    // longest[i][j]: of the words from i and from j on.
    const size_t width = other.size() + 1;
    std::vector<int> longest((one.size() + 1) * width, 0);
    for (size_t i = one.size(); i-- > 0;) {
        for (size_t j = other.size(); j-- > 0;)
            longest[i * width + j] = same(i, j)
                ? longest[(i + 1) * width + j + 1] + 1
                : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
    TextDifference difference;
    size_t i = 0, j = 0;
    while (i < one.size() || j < other.size()) {
        if (i < one.size() && j < other.size() && same(i, j)) {
            ++i;
            ++j;
        } else if (j == other.size()
                   || (i < one.size()
                       && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
            difference.first.push_back(one[i++]);
        } else {
            difference.second.push_back(other[j++]);
        }
    }
    return difference;
}

} // namespace ui
