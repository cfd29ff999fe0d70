#include "core/train/run_file_names.h"

#include "core/task/task_kinds.h"

namespace core {

const std::set<std::string>& textFileNames()
{
    static const std::set<std::string> names{"text.json", "vocabulary.txt", "tokeniser.model"};
    return names;
}

const std::set<std::string>& runFileNames()
{
    static const std::set<std::string> names = [] {
        std::set<std::string> all{"spec.json", "summary.json", "events.jsonl", "updates.jsonl",
                                  "run.lock",  "name.txt",     "marks.json"};
        for (const std::string& file : taskFiles())
            all.insert(file);
        all.insert(textFileNames().begin(), textFileNames().end());
        return all;
    }();
    return names;
}

} // namespace core
