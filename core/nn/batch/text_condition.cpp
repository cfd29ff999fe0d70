#include "core/nn/batch/text_condition.h"

#include "core/nn/batch/sequence_batch.h"

namespace core {

torch::Tensor conditionsOf(std::span<const TextCondition> texts, torch::Device device)
{
    if (texts.empty() || texts.front().isNone())
        return {};
    if (texts.front().numbers.empty()) {
        std::vector<int64_t> classes;
        for (const TextCondition& text : texts)
            classes.push_back(text.classIndex);
        return sentTo(device, tensorOf(std::move(classes)));
    }
    std::vector<float> numbers;
    for (const TextCondition& text : texts)
        numbers.insert(numbers.end(), text.numbers.begin(), text.numbers.end());
    return sentTo(device, torch::tensor(numbers).view({std::ssize(texts), -1}));
}

} // namespace core
