#include "core/data/data_kinds.h"
#include "core/data/samples/entries.h"
#include "core/data/samples/pair_entries.h"

namespace core {

namespace {

SampleRegistry::Entry noneEntry()
{
    return SampleRegistry::entry<NoOptions>(
        {.id = "none",
         .title = "None",
         .summary = "Your own files.",
         .formula = {},
         .options = {},
         .tasks = {}},
        Schema<NoOptions>(), [](const NoOptions&) -> GeneratedCorpus {
            throw Error(ErrorCode::BadSetting, {"No sample is chosen.", {}},
                        {"Choose a sample, or drop files.", {}});
        });
}

const SampleRegistry& sampleRegistry()
{
    static const SampleRegistry registry(
        "sample", {noneEntry(), reviewsEntry(), namesEntry(), topicsEntry()});
    return registry;
}

} // namespace

const Schema<SampleOptions>& sampleSchema()
{
    static const Schema<SampleOptions> schema
        = Schema<SampleOptions>()
              .add(&SampleOptions::texts,
                   {.name = "texts",
                    .label = "Training texts",
                    .help = "Validation accuracy stays far below training accuracy: make more. An "
                            "eighth of the number comes on top for validation, and for testing.",
                    .unit = "texts",
                    .minimum = 16,
                    .maximum = 50000,
                    .logarithmic = true})
              .add(&SampleOptions::seed,
                   {.name = "seed",
                    .label = "Seed",
                    .help = "Another seed, other texts of the same kind.",
                    .minimum = 0,
                    .maximum = 2147483647,
                    .advanced = true});
    return schema;
}

std::vector<KindDescription> sampleKinds(const std::vector<TaskColumns>& tasks)
{
    std::vector<KindDescription> all = sampleRegistry().descriptions();
    const auto labelled = servedTasks(
        tasks, [](const TaskColumns& columns) { return columns.answers(ColumnKind::Class); });
    for (size_t i = 1; i < all.size(); ++i) // The first is "none".
        all[i].tasks = labelled;
    for (KindDescription& pairs : pairSampleRegistry().descriptions()) {
        pairs.tasks
            = servedTasks(tasks, [](const TaskColumns& columns) { return columns.arePairs(); });
        all.push_back(std::move(pairs));
    }
    return all;
}

std::vector<std::string> servedTasks(const std::vector<TaskColumns>& tasks,
                                     const std::function<bool(const TaskColumns&)>& serves)
{
    std::vector<std::string> served;
    for (const TaskColumns& columns : tasks)
        if (serves(columns))
            served.push_back(columns.task);
    return served.size() == tasks.size() ? std::vector<std::string>() : served;
}

GeneratedCorpus generateSample(const Selection& sample)
{
    return sampleRegistry().make(sample);
}

} // namespace core
