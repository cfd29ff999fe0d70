#pragma once

#include "core/base/option.h"

#include <string>
#include <vector>

namespace app {

/// A paragraph, or a term with its explanation.
struct HelpEntry {
    std::string term; ///< Empty: a paragraph.
    std::string text;
};

/// A subject that concerns several commands.
struct HelpTopic {
    std::string name; ///< As `help` takes it: "formats".
    std::string title;
    std::vector<HelpEntry> entries;
};

/// All topics. Settings, formats, encodings and exports are listed from their descriptions.
std::vector<HelpTopic> helpTopics();

/// "training.epochs=10": the option with its default value. A section has none.
/// @param path  of the section that holds it, with a dot behind; else empty.
std::string optionWithDefault(const core::OptionDescription& option, const std::string& path);

/// "Epochs; 1 to 100000 epochs"
std::string labelAndRange(const core::OptionDescription& option);

} // namespace app
