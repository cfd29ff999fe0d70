#include "core/text/python_source.h"

#include "core/base/python_piece.h"
#include "core/text/cleaning/cleaning_step.h"
#include "core/text/text_pipeline.h"
#include "core/text/tokenisers/tokeniser.h"

#include <set>

namespace core {

namespace {

/// The functions of the steps used, each once, and clean() with the list of steps and their
/// options.
std::string cleaningSource(const std::vector<Selection>& steps)
{
    std::string functions, list = "CLEANING = [";
    std::set<std::string> written;
    for (const Selection& step : steps) {
        if (written.insert(step.kind).second)
            functions += "\n" + cleaningRegistry().find(step.kind).python() + "\n\n";
        list += "\n    (clean_" + step.kind + ", " + pythonLiteral(step.options) + "),";
    }
    list += steps.empty() ? "]" : "\n]";
    return functions + pythonPiece("text/clean", {{"STEPS", list}});
}

/// The part that all sides share.
std::string commonSource()
{
    static_assert(kUnknownId == 1 && kPadId == 0 && kSpecialTokens == 4,
                  "the exported modules say so, too");
    return joinedPython({pythonPiece("text/vocabulary_file"), pythonPiece("text/characters")});
}

/// The definitions of one side, which reads from FOLDER.
std::string sideSource(const TextSpec& spec)
{
    const std::string tokeniser = tokeniserRegistry().find(spec.tokeniser.kind).python();
    const bool looksUp = tokeniser.find("def token_ids(") == std::string::npos;
    const bool imports = tokeniser.starts_with("import bisect"); // No function: one line less.
    return joinedPython({pythonPiece("text/vocabulary"), cleaningSource(spec.cleaning),
                         (imports ? "" : "\n") + tokeniser,
                         looksUp ? pythonPiece("text/token_ids") : "",
                         pythonPiece("text/detokenise") + "\n"});
}

/// A function that makes the functions of a side, so that both sides may use the same names.
std::string closedSide(const std::string& side, const TextSpec& spec, const std::string& folder)
{
    return pythonPiece("text/side",
                       {{"SIDE", side},
                        {"TEXT_OF_SIDE", side + "_text"},
                        {"SIDE_CLEAN", side + "_clean"},
                        {"SIDE_TOKEN_IDS", side + "_token_ids"},
                        {"SIDE_DETOKENISE", side + "_detokenise"},
                        {"SIDE_FOLDER", folder},
                        {"FUNCTIONS", sideSource(spec)}});
}

} // namespace

std::string pythonPreprocessing(const TextSpec& spec)
{
    return joinedPython({commonSource(), sideSource(spec)});
}

std::string pythonPairPreprocessing(const TextSpec& source, const TextSpec& target)
{
    return joinedPython({commonSource(), closedSide("source", source, "FOLDER"),
                         closedSide("target", target, "os.path.join(FOLDER, \"target\")")})
        + "\n\n";
}

} // namespace core
