#pragma once

#include "core/base/text_list.h"
#include "core/experiment/spec.h"
#include "core/probe/answers.h"
#include "core/probe/data_questions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// Whether the run has data: an imported network has none.
bool namesData(const DataSpec& data);
/// Reads the data of a run again.
/// @throws Error{BadData} for an imported network, saying what to give; as loadCorpus().
Corpus dataOfRun(const ExperimentSpec& spec, const Monitor& monitor);

/// Reads the rows of a split of a run's data.
/// @param split  "train", "valid" or "test". @param what  the name of rows: "texts", "pairs".
/// @throws Error{BadData} where there are none; as dataOfRun().
std::shared_ptr<const CorpusPart> readSplitRows(const ExperimentSpec& spec,
                                                const std::string& split, const char* what,
                                                const Monitor& monitor);

/// Completes a question about the rows of a split, unless it has its own, or sentences instead.
template <class Question> auto rowsReader(const char* what)
{
    return [what](Question& question, const ExperimentSpec& spec, const Monitor& monitor) {
        bool hasOwn = question.rows != nullptr;
        if constexpr (requires { question.sentences; })
            hasOwn = hasOwn || !question.sentences.empty();
        if (!hasOwn)
            question.rows = readSplitRows(spec, question.split, what, monitor);
    };
}

/// Answers a question about the scores on the rows of a split.
template <class Question, class Live> void addScores(AnswersOf<Live>& answers, const char* what)
{
    answers.template add<Question>(
        rowsReader<Question>(what),
        [](Live& model, const Question& question, const Monitor& monitor) {
            return model.evaluate(*question.rows, monitor);
        });
}

/// Hash of all columns of the rows.
std::string hashOfRows(const CorpusPart& rows);

/// The first text of a few words; else the first of all.
std::string shortSentence(TextList texts);

/// The answer to AskExample, for every task. Reads the data again.
std::string exampleSentence(const AskExample& question, const ExperimentSpec& spec,
                            const Monitor& monitor);

/// The error of each prediction; negative: it is right. The largest is shown.
using Wrongness = std::function<std::vector<double>(std::span<const std::string> texts)>;

/// The answer to AskExamples.
/// @param truth  the reference of a row.
/// @param wrongness  returns the values of the first `tried` rows, in order.
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
    const auto less = [](double a, double b) { // A text of unknown words alone has no loss.
        return std::isnan(a) ? !std::isnan(b) : a < b;
    };
    const auto worst = std::max_element(wrong.begin(), wrong.end(), less);
    if (worst != wrong.end() && *worst >= 0.0)
        add(DataExample::Kind::Wrong, size_t(worst - wrong.begin()));
    return examples;
}

} // namespace core
