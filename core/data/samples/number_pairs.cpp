#include "core/data/samples/entries.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace core {

namespace {

struct NumberPairOptions : PairSampleOptions {
    int64_t longest = 25;
    int64_t largest = 49;
};

Schema<NumberPairOptions> numberPairSchema()
{
    return pairSampleSchema<NumberPairOptions>()
        .add(&NumberPairOptions::longest,
             {.name = "longest",
              .label = "Longest sequence",
              .help = "If the attention never becomes clear, begin with short sequences. To "
                      "test whether a model generalises to longer ones, generate them and "
                      "evaluate.",
              .unit = "numbers",
              .minimum = 1,
              .maximum = 200})
        .add(&NumberPairOptions::largest,
             {.name = "largest",
              .label = "Largest number",
              .help = "If learning takes too long, use fewer numbers: these are fewer words "
                      "to learn.",
              .minimum = 1,
              .maximum = 9999});
}

using Numbers = std::vector<int64_t>;

/// Nothing when a word is no number.
std::optional<Numbers> numbersIn(std::string_view text)
{
    Numbers numbers;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        int64_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error != std::errc() || end != word.data() + word.size())
            return std::nullopt;
        numbers.push_back(number);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return numbers;
}

std::string textOf(const Numbers& numbers)
{
    std::string text;
    for (const int64_t number : numbers)
        text += (text.empty() ? "" : " ") + std::to_string(number);
    return text;
}

std::string drawNumbers(const NumberPairOptions& options, Draws& draws)
{
    Numbers numbers(1 + draws.below(static_cast<size_t>(options.longest)));
    for (int64_t& number : numbers)
        number = static_cast<int64_t>(draws.below(static_cast<size_t>(options.largest) + 1));
    return textOf(numbers);
}

using Order = std::vector<int32_t>;

/// Puts numbers into an order that it finds: position t of the target takes number order[t].
using Reorder = void (*)(const Numbers& numbers, Order& order);

std::optional<AlignedTranslation> reordered(std::string_view source, Reorder reorder)
{
    const std::optional<Numbers> numbers = numbersIn(source);
    if (!numbers || numbers->empty())
        return std::nullopt;
    Order order(numbers->size());
    std::iota(order.begin(), order.end(), 0);
    reorder(*numbers, order);
    Numbers target;
    AlignedTranslation translation;
    for (size_t t = 0; t < order.size(); ++t) {
        target.push_back((*numbers)[static_cast<size_t>(order[t])]);
        translation.links.push_back({order[t], static_cast<int32_t>(t)});
    }
    translation.text = textOf(target);
    std::sort(translation.links.begin(), translation.links.end());
    return translation;
}

PairSampleRegistry::Entry entryOf(KindDescription description, Reorder reorder)
{
    return PairSampleRegistry::entry<NumberPairOptions>(
        std::move(description), numberPairSchema(), [reorder](const NumberPairOptions& options) {
            return PairSample{
                options.pairs, options.seed,
                [options](Draws& draws) { return drawNumbers(options, draws); },
                [reorder](std::string_view source) { return reordered(source, reorder); }};
        });
}

} // namespace

PairSampleRegistry::Entry reverseEntry()
{
    return entryOf({.id = "reverse",
                    .title = "Reverse numbers",
                    .summary = "A sequence of numbers, written in reverse order. A small network "
                               "with attention learns it, and its attention map becomes the "
                               "reversed diagonal; without attention, it forgets long sequences.",
                    .example = "1 2 3 \u2192 3 2 1"},
                   [](const Numbers&, Order& order) { std::reverse(order.begin(), order.end()); });
}

PairSampleRegistry::Entry copyEntry()
{
    return entryOf({.id = "copy",
                    .title = "Copy numbers",
                    .summary = "A sequence of numbers, repeated: shows how much one vector between "
                               "encoder and decoder can hold, and attention along the diagonal.",
                    .example = "3 1 2 \u2192 3 1 2"},
                   [](const Numbers&, Order&) {});
}

/// Equal numbers keep their order.
PairSampleRegistry::Entry sortEntry()
{
    return entryOf({.id = "sort",
                    .title = "Sort numbers",
                    .summary
                    = "A sequence of numbers, written in ascending order. Harder than reversing, "
                      "because the alignment depends on the numbers themselves.",
                    .example = "3 1 2 \u2192 1 2 3"},
                   [](const Numbers& numbers, Order& order) {
                       std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
                           return numbers[static_cast<size_t>(a)] < numbers[static_cast<size_t>(b)];
                       });
                   });
}

} // namespace core
