#include "core/nn/kernels/token_sums.h"

namespace core {

std::vector<const float*> statesBefore(const PackedLayout& layout, Direction direction,
                                       const Lanes<const float>& states,
                                       const Lanes<const float>& first, const float* zero)
{
    std::vector<const float*> result;
    result.reserve(static_cast<size_t>(layout.tokens()));
    for (int64_t step = 0; step < layout.steps(); ++step) {
        const StepRows rows = stepRows(layout, direction, step, {0, layout.batch()});
        for (int64_t place = 0; place < rows.count; ++place) {
            if (place < rows.linked)
                result.push_back(states.from(rows.previousRow + place).first);
            else
                result.push_back(first.base != nullptr ? first.from(place).first : zero);
        }
    }
    return result;
}

} // namespace core
