#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/probe/evaluation/evaluation_answers.h"

#include <iterator>

namespace core {

std::vector<int64_t> lengthsOfRows(const CorpusPart& rows, size_t outcomes)
{
    const TextColumn& texts = rows.texts(0);
    if (texts.size() != outcomes)
        throw Error(ErrorCode::BadSetting,
                    {"The network has %1 scores for %2 texts: they have no lengths.",
                     {std::to_string(outcomes), std::to_string(texts.size())}},
                    {"Choose another question about the scores, such as evaluation.", {}});
    std::vector<int64_t> lengths;
    for (size_t row = 0; row < texts.size(); ++row)
        lengths.push_back(std::ssize(tokensOf(texts[row])));
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
