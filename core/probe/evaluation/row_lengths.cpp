#include "core/base/error.h"
#include "core/probe/evaluation/evaluation_answers.h"

#include <string_view>

namespace core {

std::vector<int64_t> lengthsOfRows(const CorpusPart& rows, size_t outcomes)
{
    const TextColumn& texts = rows.texts(0);
    if (texts.size() != outcomes)
        throw Error(ErrorCode::BadSetting,
                    {"The network has %1 scores for %2 texts: they have no lengths.",
                     {std::to_string(outcomes), std::to_string(texts.size())}},
                    {"Choose another question about the scores, such as evaluation.", {}});
    constexpr std::string_view kBlanks = " \t\r\n";
    std::vector<int64_t> lengths;
    for (size_t row = 0; row < texts.size(); ++row) {
        const std::string_view text = texts[row];
        int64_t words = 0;
        for (size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;
             at = text.find_first_not_of(kBlanks, text.find_first_of(kBlanks, at)))
            ++words;
        lengths.push_back(words);
    }
    return lengths;
}

void refuseDistances()
{
    throw Error(ErrorCode::BadSetting,
                {"Only language models predict tokens that they have read before: by=distance does "
                 "not apply to this task.",
                 {}},
                {"Choose by=length.", {}});
}

} // namespace core
