#include "ui/sentence/subwords.h"

#include "ui/widgets/token_line.h"

#include <algorithm>
#include <string_view>

namespace ui {

namespace {

constexpr std::string_view kWordBegin = "\u2581";

bool isMark(std::string_view token)
{
    return token.size() > 2 && token.front() == '<' && token.back() == '>';
}

int tokenCount(const std::vector<WordSpan>& words)
{
    return words.empty() ? 0 : words.back().first + words.back().count;
}

} // namespace

bool hasSubwords(const std::vector<std::string>& tokens)
{
    return std::any_of(tokens.begin(), tokens.end(),
                       [](const std::string& token) { return token.starts_with(kWordBegin); });
}

std::vector<WordSpan> wordsOf(const std::vector<std::string>& tokens)
{
    std::vector<WordSpan> words;
    bool afterMark = true;
    for (size_t i = 0; i < tokens.size(); ++i) {
        std::string_view piece = tokens[i];
        const bool mark = isMark(piece);
        const bool begins = piece.starts_with(kWordBegin);
        if (mark || begins || afterMark)
            words.push_back({int(i), 0, {}});
        if (begins)
            piece.remove_prefix(kWordBegin.size());
        words.back().count++;
        words.back().text += readableToken(std::string(piece));
        afterMark = mark;
    }
    return words;
}

std::vector<float> summedToWords(const std::vector<float>& weights,
                                 const std::vector<WordSpan>& rows,
                                 const std::vector<WordSpan>& columns)
{
    const auto width = size_t(tokenCount(columns));
    std::vector<float> result;
    result.reserve(rows.size() * columns.size());
    for (const WordSpan& row : rows) {
        for (const WordSpan& column : columns) {
            double sum = 0.0;
            for (int i = row.first; i < row.first + row.count; ++i) {
                for (int j = column.first; j < column.first + column.count; ++j)
                    sum += double(weights[size_t(i) * width + size_t(j)]);
            }
            result.push_back(float(sum / row.count));
        }
    }
    return result;
}

} // namespace ui
