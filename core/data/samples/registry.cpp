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

std::vector<KindDescription> sampleKinds()
{
    std::vector<KindDescription> all = sampleRegistry().descriptions();
    for (KindDescription& pairs : pairSampleRegistry().descriptions())
        all.push_back(std::move(pairs));
    return all;
}

GeneratedCorpus generateSample(const Selection& sample)
{
    return sampleRegistry().make(sample);
}

} // namespace core
