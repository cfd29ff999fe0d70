#include "core/data/sample.h"
#include "core/data/samples/draws.h"
#include "core/data/samples/entries.h"

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

/// Those with classes, whose first is "none", those with numbers, with tags, with questions about
/// passages, and running texts.
const std::vector<TextSamples>& textSamples()
{
    static const std::vector<TextSamples> all
        = {{ColumnKind::Class,
            {"sample", {noneEntry(), reviewsEntry(), namesEntry(), topicsEntry(), memoryEntry()}}},
           {ColumnKind::Number, {"sample with numbers", {ratingsEntry()}}},
           {ColumnKind::Tags, {"sample with tags", {taggedEntry(), entitiesEntry()}}},
           {ColumnKind::Spans, {"sample with questions", {factsEntry()}}},
           {ColumnKind::Text, {"running text", {storiesEntry(), worldEntry(), sensesEntry()}}}};
    return all;
}

} // namespace

const PairSampleRegistry& pairSampleRegistry()
{
    static const PairSampleRegistry registry(
        "sample of pairs",
        {reverseEntry(), copyEntry(), sortEntry(), datesEntry(), phrasesEntry()});
    return registry;
}

OptionDescription countOption(const std::string& noun, const std::string& symptom, double maximum)
{
    return {.name = noun == "pairs" ? "pairs" : "texts",
            .label = "Training " + noun,
            .help = symptom
                + ", generate more. An eighth of the number is added for validation, and as much "
                  "for testing.",
            .unit = noun,
            .minimum = 16,
            .maximum = maximum,
            .logarithmic = true};
}

OptionDescription seedOption(const std::string& noun)
{
    return {.name = "seed",
            .label = "Seed",
            .help = "Another seed generates other " + noun + " of the same kind.",
            .minimum = 0,
            .maximum = 2147483647,
            .advanced = true};
}

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

namespace {

SentencePairs drawPairs(const PairSample& sample, int64_t count, DistinctDraws& draws)
{
    SentencePairs pairs;
    while (static_cast<int64_t>(pairs.size()) < count) {
        std::string source = draws.next(sample.source);
        std::optional<AlignedTranslation> translation = sample.translate(source);
        if (!translation)
            throw Error(ErrorCode::Internal,
                        {"A sample drew a text that it cannot translate: \"%1\".", {source}});
        pairs.source.push_back(std::move(source));
        pairs.target.push_back(std::move(translation->text));
    }
    return pairs;
}

bool isPairSample(const std::string& kind)
{
    static const std::vector<KindDescription> all = pairSampleRegistry().descriptions();
    return std::any_of(all.begin(), all.end(),
                       [&](const KindDescription& each) { return each.id == kind; });
}

} // namespace

GeneratedPairs generatePairs(const Selection& selection)
{
    const PairSample sample = pairSampleRegistry().make(selection);
    const int64_t heldOut = heldOutTexts(sample.pairs);
    DistinctDraws draws(sample.seed);
    GeneratedPairs all;
    all.train = drawPairs(sample, sample.pairs, draws);
    all.valid = drawPairs(sample, heldOut, draws);
    all.test = drawPairs(sample, heldOut, draws);
    return all;
}

std::optional<std::vector<AlignmentLink>> goldAlignment(const Selection& sample,
                                                        std::string_view source,
                                                        std::string_view target)
{
    if (!isPairSample(sample.kind))
        return std::nullopt;
    auto translation = pairSampleRegistry().make(sample).translate(source);
    if (!translation || translation->text != target)
        return std::nullopt;
    return std::move(translation->links);
}

} // namespace core
