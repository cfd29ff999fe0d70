#include "core/data/first_look.h"
#include "core/data/formats/format.h"
#include "core/data/preview.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace {

const TaskColumns& columnsNamed(const std::string& task, const std::vector<TaskColumns>& all)
{
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const TaskColumns& each) { return each.task == task; });
    return found == all.end() ? all.front() : *found;
}

/// Files without an answer that a translation may have as a side: two texts, or one whose name ends
/// in a language or a side.
bool areSides(const RecognisedData& data)
{
    if (!data.spec.trainTarget.empty())
        return true;
    if (data.spec.train.size() != 1)
        return false;
    const auto readings = sideReadings(unpackedName(data.spec.train.front()));
    return !readings.empty() && readings.front().last;
}

/// The name of a file in the same folder that is the other side of a translation by its name;
/// empty: there is none.
std::string otherSideOf(const std::string& path)
{
    constexpr int kMostFiles = 1000;
    std::error_code failed;
    int looked = 0;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    for (std::filesystem::directory_iterator each(folder.empty() ? "." : folder, failed), end;
         !failed && each != end && looked < kMostFiles; each.increment(failed), ++looked) {
        const std::string other = (folder / each->path().filename()).string();
        if (other != path
            && !pairedByName({{path, unpackedName(path)}, {other, unpackedName(other)}}, {})
                    .empty())
            return each->path().filename().string();
    }
    return {};
}

/// Whether two readings of the same files have the same column as their answer.
bool haveSameAnswer(const Content& one, const Content& other)
{
    return one.complete && other.complete && one.format == other.format && !one.read.empty()
        && !other.read.empty() && one.read.front() == other.read.front();
}

} // namespace

bool hasFiles(const DataSpec& data)
{
    return !data.train.empty() || !data.trainTarget.empty();
}

bool keepsFiles(const DataSpec& before, const DataSpec& after)
{
    for (const auto* files : {&before.train, &before.trainTarget})
        for (const std::string& file : *files)
            for (const auto* now : {&after.train, &after.trainTarget})
                if (std::find(now->begin(), now->end(), file) != now->end())
                    return true;
    return false;
}

namespace {

RecognisedData recogniseInAnyHistory(const std::vector<std::string>& paths, const std::string& task,
                                     const std::vector<TaskColumns>& all, const DataSpec& base,
                                     const Monitor& monitor)
{
    const bool files = hasFiles(base), awaited = !files && base.sample.kind == "none";
    const TaskColumns& wanted = columnsNamed(task, all);
    RecognisedData chosen = recogniseData(paths, task, all, base, monitor);
    if (files && keepsFiles(base, chosen.spec))
        return chosen;
    RecognisedData own
        = recogniseData(paths, all.front().task, all, awaited ? base : DataSpec(), monitor);
    if (files || chosen.task != task)
        return own;
    if (own.task == task)
        return awaited ? chosen : own;
    const TaskColumns& columns = columnsNamed(own.task, all);
    const Content content = lookAt(own.spec, columns, monitor);
    if (!columns.answer() || !content.complete || content.fit < kSureFit)
        return awaited || (wanted.arePairs() && areSides(chosen)) ? chosen : own;
    return awaited && haveSameAnswer(content, lookAt(chosen.spec, wanted, monitor)) ? chosen : own;
}

} // namespace

RecognisedData recogniseDropped(const std::vector<std::string>& paths, const std::string& task,
                                const std::vector<TaskColumns>& all, const DataSpec& base,
                                const Monitor& monitor)
{
    RecognisedData found = recogniseInAnyHistory(paths, task, all, base, monitor);
    if (paths.size() != 1 || columnsNamed(found.task, all).arePairs())
        return found;
    if (const std::string other = otherSideOf(paths.front()); !other.empty())
        found.notes.push_back({"%1 beside it may be its translation: open both files together to "
                               "train a translator.",
                               {other}});
    return found;
}

} // namespace core
