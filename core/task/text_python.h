#pragma once

#include "core/exchange/exported_network.h"
#include "core/experiment/spec.h"

#include <string>
#include <vector>

namespace core {

/// The part of the exported Python that is specific to a task; plain text and Python.
struct TextPython {
    std::string what; ///< "text classifier"
    std::string facts; ///< A line of README.md: "Classes: neg, pos."
    std::string answers; ///< Content of an output line of the command: "class, probability"
    std::string example; ///< Result of predict(["a text"]).
    std::string constants; ///< Lines, each ended.
    std::string predicting; ///< predict() and main(); uses encode(), padded(), loaded_network().
};

/// model.py of an exported network for texts.
/// @param networkSource  TextNetwork::pythonSource().
std::string textModule(const ExperimentSpec& spec, const TextPython& python,
                       const std::string& networkSource, const ExportOrigin& origin);
/// README.md beside it.
std::string textReadme(const ExperimentSpec& spec, const TextPython& python,
                       const ExportOrigin& origin);

/// `text` as shown() gives it, for a sentence in Markdown: nothing in it is markup or HTML.
std::string markdownText(const std::string& text);
/// Several of them, with commas between them.
std::string markdownList(const std::vector<std::string>& texts);

} // namespace core
