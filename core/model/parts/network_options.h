#pragma once

#include "core/base/registry.h"
#include "core/experiment/spec.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// One kind of the family "network" that users can pick: a maker of a `Part` (an encoder, a whole
/// translator) for a `Context` (sizes that follow from the data), and its rules.
template <class Part, class Context> struct ModelEntry {
    typename Registry<std::shared_ptr<Part>, const Context&>::Entry entry;
    /// Rules between several fields: appends a Problem, with its path in the spec, for each broken
    /// one. May be empty. `options` are complete and each within its own range.
    std::function<void(const Json& options, const EmbeddingSpec& embedding,
                       std::vector<Problem>& problems)>
        check;
};

// Descriptions that the options of several networks share. Each network adds the help that is
// specific to it.

inline constexpr double kMostRecurrentLayers = 16;
inline constexpr double kMostTransformerLayers = 48; ///< In an encoder, or in a decoder.

/// @param maximum  one of the two above.
inline OptionDescription layersOption(const std::string& help, double maximum)
{
    return {.name = "layers",
            .label = "Layers",
            .help = help,
            .unit = "layers",
            .minimum = 1,
            .maximum = maximum};
}

inline OptionDescription hiddenSizeOption(const std::string& help)
{
    return {.name = "hidden_size",
            .label = "Hidden size",
            .help = help,
            .unit = "features",
            .minimum = 1,
            .maximum = 8192,
            .logarithmic = true};
}

/// An optional size in features: 0 selects the network's default.
inline OptionDescription optionalSizeOption(const std::string& name, const std::string& label,
                                            const std::string& help)
{
    return {.name = name,
            .label = label,
            .help = help,
            .unit = "features",
            .minimum = 0,
            .maximum = 8192,
            .advanced = true};
}

/// This option is omitted if states must not depend on later tokens: see networkKinds().
inline constexpr const char* kBidirectional = "bidirectional";

/// This option is "last" if each direction predicts its next token: see networkKinds().
inline constexpr const char* kLayersUsed = "layers_used";

/// @param text  what is read, "text"; @param cost  "Twice the time."
inline OptionDescription bidirectionalOption(const std::string& label, const std::string& text,
                                             const std::string& cost)
{
    return {.name = kBidirectional,
            .label = label,
            .help = "Reads the " + text
                + " backwards as well, so that each state includes the words that follow. " + cost};
}

inline OptionDescription dropoutOption(const std::string& help)
{
    return {.name = "dropout", .label = "Dropout", .help = help, .minimum = 0.0, .maximum = 0.95};
}

/// @param where  a sentence: "Applied to the hidden layer."
inline OptionDescription classifierDropout(const std::string& where)
{
    return dropoutOption(where
                         + " If training accuracy is far above validation accuracy, raise it.");
}

/// @param where  as for classifierDropout().
inline OptionDescription translatorDropout(const std::string& where)
{
    return dropoutOption(where + " If training loss is far below validation loss, raise it.");
}

inline OptionDescription poolingOption()
{
    return {.name = "pooling",
            .label = "Sentence vector",
            .help = "How the states of all words become one vector. If results on long texts are "
                    "bad, use maximum or attention.",
            .family = "pooling"};
}

/// @param name, label  of one embedding or of two.
inline OptionDescription scaledEmbeddingOption(const std::string& name, const std::string& label,
                                               const std::string& advice)
{
    return {.name = name,
            .label = label,
            .help = "Multiplies the vectors by the root of their dimension, as the original does. "
                + advice,
            .advanced = true};
}

} // namespace core
