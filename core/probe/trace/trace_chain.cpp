#include "core/probe/trace/trace_chain.h"

#include "core/probe/plain_values.h"

#include <algorithm>

namespace core {

namespace {

/// The tags of the best path, then those that are likeliest over the text; TraceChain::kTags.
std::vector<size_t> tagsThatMatter(const std::vector<int64_t>& path, const torch::Tensor& likely)
{
    std::vector<size_t> tags;
    const auto add = [&](int64_t tag) {
        const auto place = static_cast<size_t>(tag);
        if (std::ssize(tags) < TraceChain::kTags
            && std::find(tags.begin(), tags.end(), place) == tags.end())
            tags.push_back(place);
    };
    std::for_each(path.begin(), path.end(), add);
    const torch::Tensor order = likely.sum(0).argsort(0, /*descending=*/true);
    for (int64_t rank = 0; rank < order.size(0); ++rank)
        add(order[rank].item<int64_t>());
    return tags;
}

} // namespace

std::optional<TraceChain> chainOf(const LiveCells& model, const torch::Tensor& scores,
                                  const std::vector<std::string>& predicted)
{
    const std::optional<LiveCells::Transitions> all = model.transitions();
    if (!all)
        return std::nullopt;
    const auto outputs = static_cast<size_t>(scores.size(-1));
    const torch::Tensor likely
        = torch::softmax(scores.reshape({-1, scores.size(-1)}).to(torch::kCPU, torch::kFloat), 1)
              .slice(0, 0, Trace::kSteps);
    std::vector<int64_t> path;
    for (size_t step = 0; step < std::min(predicted.size(), static_cast<size_t>(likely.size(0)));
         ++step)
        for (size_t tag = 0; tag < outputs; ++tag)
            if (model.outputName(static_cast<int64_t>(tag)) == predicted[step])
                path.push_back(static_cast<int64_t>(tag));
    TraceChain chain;
    const std::vector<size_t> tags = tagsThatMatter(path, likely);
    for (const int64_t tag : path) {
        const auto found = std::find(tags.begin(), tags.end(), static_cast<size_t>(tag));
        chain.path.push_back(found == tags.end() ? -1 : found - tags.begin());
    }
    const std::vector<float> probabilities = plainFloats(likely);
    for (size_t first = 0; first < probabilities.size(); first += outputs)
        for (const size_t tag : tags)
            chain.probabilities.push_back(probabilities[first + tag]);
    for (const size_t from : tags) {
        chain.tags.push_back(model.outputName(static_cast<int64_t>(from)));
        for (const size_t to : tags) {
            chain.transitions.push_back(all->scores[from * outputs + to]);
            chain.legal.push_back(all->legal[from * outputs + to]);
        }
    }
    return chain;
}

} // namespace core
