#include "core/probe/map/vector_map.h"

#include "core/base/parallel_blocks.h"
#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/projection/principal_components.h"
#include "core/projection/tsne.h"

#include <algorithm>
#include <tuple>

namespace core {

namespace {

void addTsne(VectorMap& map, const AskMap& question, const Monitor& monitor)
{
    constexpr int kAtOnce = 25;
    const auto size = static_cast<size_t>(map.features);
    const std::vector<float> unit = normalised(VectorsView(map.vectors, size)); // By cosine.
    const VectorsView vectors(unit, size);
    TsneOptions options;
    options.perplexity = question.perplexity;
    options.iterations = static_cast<int>(question.iterations);
    options.seed = static_cast<uint64_t>(question.seed);
    options.threads = threadsFor(vectors.count);
    Tsne tsne(vectors, options, monitor);
    while (!tsne.isDone()) {
        monitor.throwIfStopped();
        tsne.step(kAtOnce);
        monitor.report(
            {{"Moving the points", {}},
             static_cast<double>(tsne.iteration()) / static_cast<double>(options.iterations)});
    }
    constexpr size_t kFew = 10, kMany = 50;
    const NearestRows nearest
        = nearestRows(VectorsView(tsne.points(), 2), kMany, {}, options.threads, monitor);
    const NearestRows inSpace = tsne.nearest().count >= kMany
        ? tsne.nearest()
        : nearestRows(vectors, kMany, {}, options.threads, monitor);
    map.tsne = TsneMap{tsne.points(), neighbourRecall(inSpace, nearest, kFew),
                       neighbourRecall(inSpace, nearest, kMany),
                       usedPerplexity(question.perplexity, vectors.count)};
}

} // namespace

std::vector<EmbeddedVocabulary> vocabulariesOf(const LiveCells& model)
{
    const auto parameters = model.module().named_parameters();
    std::vector<EmbeddedVocabulary> all;
    const torch::Tensor source = embeddingTable(model.module());
    if (source.defined())
        all.push_back({"source", source, [&model](int64_t id) { return model.inputName(id); }});
    const auto name = [&model](int64_t id) { return model.outputName(id); };
    if (const torch::Tensor* target = parameters.find("target_embedding.weight"))
        all.push_back({"target", *target, name});
    // Rows of a classifier's output are classes, not tokens.
    for (const char* output : {"head.output.weight", "output.weight"})
        if (const torch::Tensor* weights = parameters.find(output); weights != nullptr
            && (output == std::string("output.weight")
                || (source.defined() && weights->size(0) == source.size(0))))
            all.push_back({"output", *weights, name});
    return all;
}

void checkLayer(const AskMap& question)
{
    if (!question.layer.empty() && question.what != "tokens")
        throw Error(ErrorCode::BadSetting,
                    {"The vectors \"%1\" are not those of a chosen layer.", {shown(question.what)}},
                    {"Set what=tokens, or name no layer.", {}});
}

VectorMap mapOfVocabulary(const std::vector<EmbeddedVocabulary>& vocabularies,
                          const AskMap& question)
{
    checkLayer(question);
    const auto found
        = std::find_if(vocabularies.begin(), vocabularies.end(),
                       [&](const EmbeddedVocabulary& each) { return each.what == question.what; });
    if (found == vocabularies.end())
        throw Error(ErrorCode::BadSetting,
                    {"This network has no vectors named \"%1\".", {shown(question.what)}},
                    {"Choose other vectors.", {}});
    VectorMap map;
    map.what = question.what;
    map.available = std::max<int64_t>(found->vectors.size(0) - kSpecialTokens, 0);
    const int64_t count
        = question.count > 0 ? std::min(question.count, map.available) : map.available;
    map.features = found->vectors.size(1);
    map.vectors = plainFloats(found->vectors.narrow(0, kSpecialTokens, count));
    MapColumn rank{"rank", "Rank by frequency", {}, {}};
    for (int64_t i = 0; i < count; ++i) {
        map.labels.push_back(found->token(kSpecialTokens + i));
        rank.numbers.push_back(static_cast<double>(i + 1));
    }
    map.columns.push_back(std::move(rank));
    return map;
}

void completeMap(VectorMap& map, const LiveModel& model, const AskMap& question,
                 const Monitor& monitor)
{
    const PrincipalComponents components
        = principalComponents(VectorsView(map.vectors, static_cast<size_t>(map.features)));
    map.points = mapOf(components);
    map.shares = components.shares;
    map.seed = question.seed;
    if (question.method == "tsne")
        addTsne(map, question, monitor);
    std::tie(map.step, map.epoch) = model.stepAndEpoch();
}

} // namespace core
