#include "core/data/first_look.h"
#include "core/data/formats/format.h"
#include "core/data/preview.h"

#include <algorithm>

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

RecognisedData recogniseDropped(const std::vector<std::string>& paths, const std::string& task,
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

} // namespace core
