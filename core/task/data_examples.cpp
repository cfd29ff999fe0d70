#include "core/task/data_examples.h"

#include "core/data/corpus.h"
#include "core/task/task_kinds.h"

namespace core {

std::string shortSentence(TextList texts)
{
    constexpr auto kFewest = 4, kMost = 12; // words
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto words = std::count(texts[i].begin(), texts[i].end(), ' ') + 1;
        if (words >= kFewest && words <= kMost)
            return std::string(texts[i]);
    }
    return texts.empty() ? std::string() : std::string(texts[0]);
}

std::string exampleSentence(const AskExample&, const ExperimentSpec& spec, const Monitor& monitor)
{
    const Corpus data = loadCorpus(spec.data, columnsOfTask(spec.task), monitor);
    return shortSentence((data.valid.size() > 0 ? data.valid : data.train).texts());
}

} // namespace core
