#include "core/task/text_python.h"

#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/text/python_source.h"
#include "core/text/tokenisers/tokeniser.h"

#include <string_view>

namespace core {

std::string textModule(const ExperimentSpec& spec, const TextPython& python,
                       const std::string& networkSource, const ExportOrigin& origin)
{
    return pythonPiece("tasks/text_module",
                       {{"WHAT", python.what},
                        {"TITLE", origin.title},
                        {"IMPORTS", pythonPiece("text/imports")},
                        {"CONSTANTS", python.constants},
                        {"LONGEST", spec.text.maximumLength},
                        {"PREPROCESSING", pythonPreprocessing(spec.text)},
                        {"NETWORK", joinedPython({networkSource, pythonPiece("tasks/loading")})},
                        {"PREDICTING", python.predicting}});
}

std::string textReadme(const ExperimentSpec& spec, const TextPython& python,
                       const ExportOrigin& origin)
{
    const bool subword = learnsSubwords(spec.text.tokeniser.kind);
    return exportedText(
        "tasks/text_readme.md",
        {{"NAME", markdownText(spec.name)},
         {"WHAT", python.what},
         {"TITLE", origin.title},
         {"FACTS", python.facts},
         {"ANSWERS", python.answers},
         {"EXAMPLE", python.example},
         {"UPDATES", origin.step},
         {"EPOCH", origin.epoch},
         {"SUBWORD", subword ? "| `tokeniser.model` | the pieces of the tokeniser |\n" : ""}});
}

std::string markdownText(const std::string& text)
{
    constexpr std::string_view kMarkup = "\\`*_[]|~#";
    std::string plain;
    for (const char letter : shown(text)) {
        if (letter == '<' || letter == '>' || letter == '&') {
            plain += letter == '<' ? "&lt;" : letter == '>' ? "&gt;" : "&amp;";
            continue;
        }
        if (kMarkup.find(letter) != std::string_view::npos)
            plain += '\\';
        plain += letter;
    }
    return plain;
}

std::string markdownList(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : ", ") + markdownText(text);
    return all;
}

} // namespace core
