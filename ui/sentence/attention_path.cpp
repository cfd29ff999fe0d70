#include "ui/sentence/attention_path.h"

#include <cmath>
#include <limits>

namespace ui {

bool isMasked(const core::AttentionMap& map, size_t cell)
{
    return cell < map.scores.size() && std::isinf(map.scores[cell]) && map.scores[cell] < 0.0F;
}

std::optional<AttentionPath> attentionPath(const core::AttentionMap& map, int64_t row,
                                           int64_t column)
{
    const bool there = row >= 0 && row < map.rows && column >= 0 && column < map.columns;
    if (!there || map.scores.size() != map.weights.size())
        return {};
    const auto first = size_t(row * map.columns);
    const size_t cell = first + size_t(column);
    AttentionPath path;
    path.score = double(map.scores[cell]);
    path.weight = double(map.weights[cell]);
    path.largest = -std::numeric_limits<double>::infinity();
    for (size_t i = first; i < first + size_t(map.columns); ++i) {
        path.visible += isMasked(map, i) ? 0 : 1;
        path.largest = std::max(path.largest, double(map.scores[i]));
        path.rowSum += double(map.weights[i]);
    }
    if (isMasked(map, cell))
        path.mask = map.group == "decoder" && column > row ? AttentionPath::Mask::Future
                                                           : AttentionPath::Mask::Padding;
    if (path.visible == 0)
        return path; // nothing to look at: no softmax
    for (size_t i = first; i < first + size_t(map.columns); ++i)
        path.sum += std::exp(double(map.scores[i]) - path.largest);
    path.exponential = std::exp(path.score - path.largest);
    path.share = path.exponential / path.sum;
    return path;
}

} // namespace ui
