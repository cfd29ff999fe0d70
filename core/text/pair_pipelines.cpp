#include "core/text/pair_pipelines.h"

#include "core/base/error.h"

namespace core {

namespace {

constexpr const char* kTargetFolder = "target";

std::shared_ptr<const TextPipeline> shared(TextPipeline pipeline)
{
    return std::make_shared<const TextPipeline>(std::move(pipeline));
}

} // namespace

PairPipelines PairPipelines::learn(const TextSpec& source, const TextSpec& target, TextList sources,
                                   TextList targets, const Monitor& monitor)
{
    if (!target.joint)
        return {shared(TextPipeline::learn(source, sources, monitor)),
                shared(TextPipeline::learn(target, targets, monitor))};
    TextPipeline both = TextPipeline::learnJoint(source, target, sources, targets, monitor);
    TextPipeline second = both.sharing(target);
    return {shared(std::move(both)), shared(std::move(second))};
}

void PairPipelines::save(const FilePlace& folder) const
{
    source->save(folder);
    target->save(makeFolder(folder / kTargetFolder));
}

PairPipelines PairPipelines::load(const FilePlace& folder)
{
    TextPipeline source = TextPipeline::load(folder);
    TextPipeline target
        = TextPipeline::load(FilePlace::held(folder / kTargetFolder, Links::Refuse));
    if (target.spec().joint) {
        if (!target.hasVocabularyOf(source))
            throw Error(
                ErrorCode::FileMalformed,
                {"According to %1, both languages share one vocabulary, but it differs from the "
                 "vocabulary in %2.",
                 {(folder / kTargetFolder / "text.json").path().string(), folder.path().string()}},
                {"Copy the whole run folder again from where it was made.", {}});
        target = source.sharing(target.spec()); // one helper process instead of two
    }
    return {shared(std::move(source)), shared(std::move(target))};
}

} // namespace core
