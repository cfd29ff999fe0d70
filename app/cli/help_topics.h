#pragma once

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

} // namespace app
