#include "core/baseline/task_baselines.h"

#include <algorithm>

namespace core {

namespace {

double exactShare(std::span<const std::string> written, std::span<const std::string> references)
{
    double equal = 0.0;
    for (size_t i = 0; i < written.size(); ++i)
        equal += written[i] == references[i] ? 1.0 : 0.0;
    return equal / static_cast<double>(std::max<size_t>(written.size(), 1));
}

} // namespace

Baselines pairBaselines(std::span<const std::string> sources,
                        std::span<const std::string> references, size_t measured,
                        const BleuOptions& options)
{
    Baseline copy{"copy", "Copy of the source", "Writes every source down as its translation."};
    copy.outcomes = {"bleu", Outcomes::Form::Bleu, options};
    for (size_t i = 0; i < sources.size(); ++i)
        copy.outcomes.addPair(sources[i], references[i]);
    const auto first = sources.first(std::min(measured, sources.size()));
    const auto truth = references.first(first.size());
    copy.scores = {{"bleu", corpusBleu(first, truth, options).score},
                   {"chrf", corpusChrf(first, truth, options.lowercase).score},
                   {"exact_match", exactShare(first, truth)}};
    Baselines result;
    result.all.push_back(std::move(copy));
    return result;
}

} // namespace core
