#include "core/data/pair_files.h"

#include "core/data/first_look.h"
#include "core/data/formats/format.h"
#include "core/data/preview.h"

#include <algorithm>
#include <tuple>

namespace core {

namespace {

CandidateTasks tasksOf(const std::string& task, const std::vector<TaskColumns>& all,
                       const Monitor& monitor)
{
    CandidateTasks tasks;
    tasks.monitor = Monitor(monitor.stopToken(), {});
    for (const TaskColumns& each : all)
        if (each.task == task)
            tasks.wanted = each;
    const auto firstOf = [&](const auto& fits) {
        const auto found = std::find_if(all.begin(), all.end(), fits);
        return fits(tasks.wanted) ? tasks.wanted : found == all.end() ? TaskColumns() : *found;
    };
    const auto isAnswered
        = [](const TaskColumns& each) { return each.answer() && !each.arePairs(); };
    tasks.pairs = firstOf([](const TaskColumns& each) { return each.arePairs(); });
    tasks.answered = firstOf(isAnswered);
    tasks.alone
        = firstOf([](const TaskColumns& each) { return !each.kinds.empty() && !each.answer(); });
    for (const TaskColumns& each : all)
        if (each.task != task && isAnswered(each))
            tasks.others.push_back(each);
    return tasks;
}

/// In more files than this each is a text.
constexpr size_t kFewFiles = 20;

/// Sentences without labels: not a table, nor lines of anything else.
bool isRunning(const Content& content)
{
    return content.format == "lines" && content.fit >= kSureFit;
}

/// The task of numbers, where it reads the same column as its answer: many different numbers are
/// measured values rather than the names of classes.
const TaskColumns& measured(const DataSpec& spec, const Content& content,
                            const CandidateTasks& tasks)
{
    const auto found
        = std::find_if(tasks.others.begin(), tasks.others.end(), [&](const TaskColumns& columns) {
              if (!columns.answers(ColumnKind::Number))
                  return false;
              const Content numbers = lookAt(spec, columns, tasks.monitor);
              return numbers.complete && !content.read.empty()
                  && numbers.read.front() == content.read.front();
          });
    return found == tasks.others.end() ? tasks.wanted : *found;
}

/// The wanted task or, of a table in which no column is named as its answer is, one that has a
/// column which is: a score beside a category is what is to be learnt.
const TaskColumns& namedAnswer(const DataSpec& spec, const Content& content,
                               const CandidateTasks& tasks)
{
    const bool table = content.format == "delimited" || content.format == "spreadsheet"
        || content.format.starts_with("json");
    const bool asks = tasks.wanted.answer() || tasks.wantsPairs();
    if (table && content.manyNumbers)
        return measured(spec, content, tasks);
    if (!table || content.namedAnswer || content.namedSides || !asks)
        return tasks.wanted;
    const auto named
        = std::find_if(tasks.others.begin(), tasks.others.end(), [&](const TaskColumns& columns) {
              const Content other = lookAt(spec, columns, tasks.monitor);
              return other.complete && other.namedAnswer && other.format == content.format;
          });
    return named == tasks.others.end() ? tasks.wanted : *named;
}

/// The task that suits the training files of a spec. A chosen translation gives way only to
/// unambiguous labels, such as a column of that name: the first words of lines and the names of
/// files may look like labels by chance.
const TaskColumns& taskOf(const DataSpec& spec, const CandidateTasks& tasks)
{
    const auto isSure = [&](const TaskColumns& columns) {
        const Content content = lookAt(spec, columns, tasks.monitor);
        return content.complete && content.fit >= kSureFit;
    };
    const auto other = [&]() -> const TaskColumns& {
        const auto sure = std::find_if(tasks.others.begin(), tasks.others.end(), isSure);
        return sure == tasks.others.end() ? tasks.wanted : *sure;
    };
    // Articles of SQuAD would otherwise pass for rows with a title and a label.
    const auto asked
        = std::find_if(tasks.others.begin(), tasks.others.end(), [&](const TaskColumns& columns) {
              return columns.answers(ColumnKind::Spans) && isSure(columns);
          });
    if (asked != tasks.others.end())
        return *asked;
    if (tasks.wantsPairs()) {
        const Content pairs = lookAt(spec, tasks.pairs, tasks.monitor);
        return pairs.complete ? namedAnswer(spec, pairs, tasks) : other();
    }
    const Content content = lookAt(spec, tasks.wanted, tasks.monitor);
    // Any files pass for classes that are called like them.
    const bool byFile = content.complete && content.format == "class_files";
    if (content.complete && !byFile)
        return namedAnswer(spec, content, tasks);
    const Content pairs
        = tasks.pairs.arePairs() ? lookAt(spec, tasks.pairs, tasks.monitor) : Content();
    if (pairs.complete && pairs.fit >= kSureFit && (pairs.namedSides || !byFile))
        return tasks.pairs;
    if (byFile)
        return tasks.wanted;
    const TaskColumns& sure = other();
    const bool none = sure.task == tasks.wanted.task && !tasks.alone.kinds.empty();
    return none && isRunning(lookAt(spec, tasks.alone, tasks.monitor)) ? tasks.alone : sure;
}

/// Whether dropped files can be validation or test data of the files that are loaded: they have the
/// same format, and the columns that are read have the same names or the same places.
bool fitLoaded(const std::vector<std::string>& paths, const DataSpec& base,
               const CandidateTasks& tasks)
{
    const Content loaded = lookAt(base, tasks.wanted, tasks.monitor);
    const Content dropped = lookAt(paths, tasks.wanted, tasks.monitor);
    if (!loaded.complete || !dropped.complete || loaded.format != dropped.format
        || loaded.read.size() != dropped.read.size())
        return false;
    const auto alike = [](const auto& one, const auto& other) {
        return one.first == other.first || one.second == other.second;
    };
    return std::equal(loaded.read.begin(), loaded.read.end(), dropped.read.begin(), alike);
}

/// The task of tags, where the files surely hold words with tags and what is chosen would read them
/// as something else: a translation as a side, because their names may say a language
/// ("eng.train"), a language model as running text, and many files of them as classes.
const TaskColumns* tagsIn(const std::vector<std::string>& paths, const Dropped& dropped,
                          const CandidateTasks& tasks)
{
    const bool readsAnyText = tasks.wantsPairs() || !tasks.wanted.answer();
    const bool few = !dropped.files.empty() && dropped.files.size() <= kFewFiles;
    const bool many = !few && !dropped.lone && !dropped.tables;
    if (!many && (!readsAnyText || !few))
        return nullptr;
    const auto tagged
        = std::find_if(tasks.others.begin(), tasks.others.end(), [](const TaskColumns& columns) {
              return columns.answers(ColumnKind::Tags);
          });
    if (tagged == tasks.others.end())
        return nullptr;
    const Content content
        = few ? lookAt(paths, *tagged, tasks.monitor) : lookAtFirst(paths, *tagged, tasks.monitor);
    return content.fit >= kSureFit ? &*tagged : nullptr;
}

} // namespace

RecognisedData recogniseData(const std::vector<std::string>& paths, const std::string& task,
                             const std::vector<TaskColumns>& all, const DataSpec& base,
                             const Monitor& monitor)
{
    const CandidateTasks tasks = tasksOf(task, all, monitor);
    const Dropped dropped = lookAtNames(paths, tasks.monitor);
    if (const TaskColumns* tagged = tagsIn(paths, dropped, tasks)) // The base is of another task.
        return {tagged->task, dataSpecFromPaths(paths, {}, tasks.monitor), {}};
    if (tasks.pairs.arePairs())
        if (auto recognised = recognisedPairs(dropped, tasks, base))
            return std::move(*recognised);
    DataSpec spec = dataSpecFromPaths(paths, base, tasks.monitor);
    const bool added = base.sample.kind == "none" && spec.train == base.train;
    // A folder of many texts without a table holds no pairs; it would take long to look again.
    const bool few = !dropped.files.empty() && dropped.files.size() <= kFewFiles;
    const bool manyTexts = !tasks.wantsPairs() && !dropped.lone && !dropped.tables && !few;
    if (added && !manyTexts && !fitLoaded(paths, base, tasks)) // They begin data of their own.
        return recogniseData(paths, task, all, {}, monitor);
    if (added || manyTexts)
        return {task, std::move(spec), {}};
    const TaskColumns& recognised = taskOf(spec, tasks);
    if (recognised.arePairs() && spec.train.size() == 1)
        if (const auto languages = languagesOfName(unpackedName(spec.train.front())))
            std::tie(spec.sourceLanguage, spec.targetLanguage) = *languages;
    return {recognised.task, std::move(spec), {}};
}

} // namespace core
