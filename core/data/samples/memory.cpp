#include "core/data/samples/corpus_builder.h"
#include "core/data/samples/entries.h"

#include <cmath>

namespace core {

namespace {

struct MemoryOptions : SampleOptions {
    int64_t steps = 100; ///< From the word that decides to the last one, at most.
    double distraction = 0.0; ///< Share of the letters that are colours instead.
};

/// The words that decide, sorted: the order of the classes.
const std::vector<std::string>& colours()
{
    static const std::vector<std::string> all = {"blue", "green", "red", "yellow"};
    return all;
}

/// A colour, then letters and colours that tell nothing.
std::string colourAndLetters(int32_t label, const MemoryOptions& options, Draws& draws)
{
    constexpr size_t kLetters = 16, kThousand = 1000;
    constexpr int64_t kShortest = 5;
    const auto range = static_cast<size_t>(options.steps - kShortest + 1);
    const int64_t steps = kShortest + static_cast<int64_t>(draws.below(range));
    const auto distracting = static_cast<size_t>(std::lround(options.distraction * kThousand));
    std::string text = colours()[static_cast<size_t>(label)];
    for (int64_t i = 0; i < steps; ++i) {
        text += ' ';
        if (distracting > 0 && draws.below(kThousand) < distracting)
            text += colours()[draws.below(colours().size())];
        else
            text += static_cast<char>('a' + draws.below(kLetters));
    }
    return text;
}

} // namespace

SampleRegistry::Entry memoryEntry()
{
    return SampleRegistry::entry<MemoryOptions>(
        {.id = "memory",
         .title = "Remember the first word",
         .summary
         = "A colour, followed by meaningless letters; the colour is the class. A recurrent "
           "network must remember it over all steps (after Hochreiter & Schmidhuber, 1997)."},
        sampleSchema<MemoryOptions>()
            .add(&MemoryOptions::steps,
                 {.name = "steps",
                  .label = "Longest memory",
                  .help = "Letters after the decisive word: from 5 up to this many, each number "
                          "equally often. If every network learns the task, raise it. If none "
                          "does, lower it.",
                  .unit = "steps",
                  .minimum = 5,
                  .maximum = 100})
            .add(&MemoryOptions::distraction,
                 {.name = "distraction",
                  .label = "Distracting colours",
                  .help = "Share of the letters that are colours as well. If words without their "
                          "order are enough to tell the class, raise it: then only the first "
                          "colour counts.",
                  .minimum = 0.0,
                  .maximum = 0.9}),
        [](const MemoryOptions& options) {
            return buildCorpus(colours(), options.texts, options.seed,
                               [&](int32_t label, Draws& draws) {
                                   return colourAndLetters(label, options, draws);
                               });
        });
}

} // namespace core
