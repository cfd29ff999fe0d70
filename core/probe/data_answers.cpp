#include "core/probe/data_answers.h"

#include "core/data/content_hash.h"
#include "core/data/preview.h"
#include "core/task/task_kinds.h"

#include <algorithm>

namespace core {

namespace {

template <class Value> void addNumbers(ContentHash& hash, const std::vector<Value>& numbers)
{
    hash.add({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Value)});
}

} // namespace

bool namesData(const DataSpec& data)
{
    return data.sample.kind != "none" || hasFiles(data);
}

Corpus dataOfRun(const ExperimentSpec& spec, const Monitor& monitor)
{
    if (!namesData(spec.data))
        throw Error(ErrorCode::BadData,
                    {"This run has no data, as all runs whose network was imported: its spec.json "
                     "names none.",
                     {}},
                    {"Give sentences where there is a field for them; on the command line, `ask` "
                     "takes files by --data, and some questions sentences=... To have data for all "
                     "questions, start a training from this network.",
                     {}});
    return loadCorpus(spec.data, columnsOfTask(spec.task), monitor);
}

std::shared_ptr<const CorpusPart> readSplitRows(const ExperimentSpec& spec,
                                                const std::string& split, const char* what,
                                                const Monitor& monitor)
{
    Corpus data = dataOfRun(spec, monitor);
    CorpusPart& rows = split == "test" ? data.test : split == "train" ? data.train : data.valid;
    if (rows.size() == 0)
        throw Error(ErrorCode::BadData, {"This run has no %1 %2.", {split, what}},
                    {"Hold some out in step 1, or drop files with them, and train again.", {}});
    return std::make_shared<const CorpusPart>(std::move(rows));
}

std::string hashOfRows(const CorpusPart& rows)
{
    ContentHash hash;
    for (const auto& column : rows.columns) {
        for (size_t row = 0; row < column.texts.size(); ++row) {
            hash.add(column.texts[row]);
            hash.add(std::string_view("\0", 1)); // No text contains it.
        }
        addNumbers(hash, column.classes);
        addNumbers(hash, column.numbers);
    }
    return hash.text();
}

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
    const Corpus data = dataOfRun(spec, monitor);
    return shortSentence((data.valid.size() > 0 ? data.valid : data.train).texts());
}

} // namespace core
