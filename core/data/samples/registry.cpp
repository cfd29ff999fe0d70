#include "core/data/samples/entries.h"
#include "core/data/samples/pair_entries.h"

#include <algorithm>

namespace core {

namespace {

SampleRegistry::Entry noneEntry()
{
    return SampleRegistry::entry<NoOptions>(
        {.id = "none", .title = "None", .summary = "Your own files."}, Schema<NoOptions>(),
        [](const NoOptions&) -> GeneratedCorpus {
            throw Error(ErrorCode::BadSetting, {"No sample is chosen.", {}},
                        {"Choose a sample, or drop files.", {}});
        });
}

struct TextSamples {
    ColumnKind answer; ///< Text: none at all.
    SampleRegistry registry;

    bool serve(const TaskColumns& columns) const
    {
        return answer == ColumnKind::Text ? !columns.answer() : columns.answers(answer);
    }
};

/// Those with classes, whose first is "none", those with numbers, with tags, and running texts.
const std::vector<TextSamples>& textSamples()
{
    static const std::vector<TextSamples> all
        = {{ColumnKind::Class,
            {"sample", {noneEntry(), reviewsEntry(), namesEntry(), topicsEntry(), memoryEntry()}}},
           {ColumnKind::Number, {"sample with numbers", {ratingsEntry()}}},
           {ColumnKind::Tags, {"sample with tags", {taggedEntry(), entitiesEntry()}}},
           {ColumnKind::Text, {"running text", {storiesEntry()}}}};
    return all;
}

} // namespace

std::vector<KindDescription> sampleKinds(const std::vector<TaskColumns>& tasks)
{
    std::vector<KindDescription> all;
    for (const TextSamples& samples : textSamples()) {
        const auto serves = [&](const TaskColumns& columns) { return samples.serve(columns); };
        const bool unserved = !tasks.empty() && std::none_of(tasks.begin(), tasks.end(), serves);
        if (unserved && !all.empty()) // An empty list of tasks would mean all.
            continue;
        const auto served = servedTasks(tasks, serves);
        for (KindDescription& kind : samples.registry.descriptions()) {
            if (!all.empty()) // "none" is for all.
                kind.tasks = served;
            all.push_back(std::move(kind));
        }
    }
    for (KindDescription& pairs : pairSampleRegistry().descriptions()) {
        pairs.tasks
            = servedTasks(tasks, [](const TaskColumns& columns) { return columns.arePairs(); });
        all.push_back(std::move(pairs));
    }
    return all;
}

GeneratedCorpus generateSample(const Selection& sample, ColumnKind answer)
{
    for (const TextSamples& samples : textSamples())
        if (samples.answer == answer)
            return samples.registry.make(sample);
    throw Error(ErrorCode::BadSetting,
                {"The sample \"%1\" is not for this task.", {shown(sample.kind)}},
                {"Choose another sample, or files.", {}});
}

} // namespace core
