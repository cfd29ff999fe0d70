#include "core/probe/fill_in/live_masked_model.h"

#include "core/base/elapsed.h"
#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace core {

std::vector<MaskedPlace> LiveMaskedModel::placesOf(const AskFillIn& question, const FillIn& filled,
                                                   std::span<const int32_t> ids) const
{
    std::vector<int32_t> chosen;
    for (int32_t i = 0; question.words.empty() && i < std::ssize(ids); ++i)
        if (ids[static_cast<size_t>(i)] >= kSpecialTokens)
            chosen.push_back(i);
    for (const int64_t word : question.words) {
        if (word < 0 || word >= std::ssize(filled.words))
            throw Error(ErrorCode::BadSetting, {"The text has no word %1.", {std::to_string(word)}},
                        {"Choose one from 0 to %1.", {std::to_string(filled.words.size() - 1)}});
        const TokenRange& range = filled.words[static_cast<size_t>(word)];
        for (int64_t i = range.first; i < range.first + range.count; ++i)
            chosen.push_back(static_cast<int32_t>(i));
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    std::vector<MaskedPlace> places;
    for (const int32_t place : chosen)
        places.push_back({ids, filled.inTurn ? std::vector{place} : chosen, place});
    return places;
}

FillIn LiveMaskedModel::fillIn(const AskFillIn& question, const Monitor& monitor) const
{
    const auto start = std::chrono::steady_clock::now();
    const TextPipeline& pipeline = *m_parts.pipeline;
    SeenText seen = seenText(question.text, pipeline);
    const std::vector<int32_t> ids(seen.ids.begin(), seen.ids.end());
    FillIn filled;
    filled.text = question.text;
    filled.tokens = std::move(seen.tokens);
    filled.ids = std::move(seen.ids);
    filled.marks = wordMarksOf(pipeline.spec().tokeniser.kind);
    filled.words = wordsOf(filled.marks, filled.tokens);
    filled.inTurn = question.words.empty();
    filled.vocabularySize = pipeline.vocabularySize();
    filled.specialTokens = kSpecialTokens + 1; // The mask.
    filled.cutTokens = seen.cutTokens;
    const std::vector<MaskedPlace> places = placesOf(question, filled, ids);
    for (const MaskedPlace& place : places) {
        FilledPlace& next = filled.places.emplace_back();
        next.token = place.place;
        while (filled.words[static_cast<size_t>(next.word)].first
                   + filled.words[static_cast<size_t>(next.word)].count
               <= next.token)
            ++next.word;
    }
    const InspectionScope scope(network(), torchDevice());
    predictPlaces(network(), pipeline.maskId(), places, torchDevice(),
                  {"Masking each token in turn", {}}, monitor,
                  [&](const torch::Tensor& logs, std::span<const int32_t> indices) {
                      for (size_t row = 0; row < indices.size(); ++row) {
                          FilledPlace& place = filled.places[static_cast<size_t>(indices[row])];
                          rank(place, logs[static_cast<int64_t>(row)],
                               ids[static_cast<size_t>(place.token)], question.count);
                      }
                  });
    std::tie(filled.step, filled.epoch) = stepAndEpoch();
    filled.milliseconds = millisecondsSince(start);
    return filled;
}

} // namespace core
