#pragma once

#include "core/base/text_list.h"
#include "core/experiment/spec.h"
#include "core/task/brief_answer.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// The first that can be taken in at a glance; else the first of all.
std::string shortSentence(TextList texts);

/// The answer to AskExample, of every task: the data are read again.
std::string exampleSentence(const AskExample& question, const ExperimentSpec& spec,
                            const Monitor& monitor);

/// How wrong an answer is: negative, it is right; of several wrong ones the largest is shown.
using Wrongness = std::function<std::vector<double>(std::span<const std::string> texts)>;

/// The answer to AskExamples.
/// @param truth  of a row.
/// @param wrongness  of the first rows, in their order. @param tried  how many of them.
inline std::vector<DataExample> dataExamples(const CorpusPart& rows,
                                             const std::function<std::string(size_t)>& truth,
                                             const Wrongness& wrongness, size_t tried)
{
    constexpr size_t kLongest = 400; ///< Bytes: it has to be read.
    const TextColumn& texts = rows.texts();
    std::vector<DataExample> examples;
    const auto add = [&](DataExample::Kind kind, size_t row) {
        examples.push_back({kind, std::string(texts[row]), truth(row)});
    };
    const std::string brief = shortSentence(texts.list());
    const auto first = std::find(texts.begin(), texts.end(), brief);
    if (first != texts.end())
        add(DataExample::Kind::Short, size_t(first - texts.begin()));
    size_t longest = texts.size();
    for (size_t row = 0; row < texts.size(); ++row) {
        const size_t size = texts[row].size();
        if (size <= kLongest && (longest == texts.size() || size > texts[longest].size()))
            longest = row;
    }
    if (longest < texts.size() && texts[longest] != brief)
        add(DataExample::Kind::Long, longest);
    const std::vector<double> wrong = wrongness(texts.strings(tried));
    const auto worst = std::max_element(wrong.begin(), wrong.end());
    if (worst != wrong.end() && *worst >= 0.0)
        add(DataExample::Kind::Wrong, size_t(worst - wrong.begin()));
    return examples;
}

} // namespace core
