#include "core/task/language_model/language_python.h"

#include "core/base/python_piece.h"
#include "core/task/text_python.h"

namespace core {

namespace {

TextPython pythonOf(const LeavingLanguageModel& model)
{
    const char* const piece = "tasks/language_model";
    const std::string classes = markdownList(model.facts.classes);
    return {.what = "language model",
            .facts = classes.empty() ? "It says what comes next, and writes on."
                                     : "Writes for the classes " + classes + ".",
            .answers = "the text, then how it goes on",
            .example = R"([{"nats": [...], "continuation": ...}]; generate("a text", seed=1))"
                + (model.facts.classes.empty() ? std::string()
                                               : ", generate(name="
                           + pythonLiteral(Json(model.facts.classes.back())) + ")"),
            .constants = pythonRegion(piece, "CONSTANTS", {{"CLASS_NAMES", model.facts.classes}}),
            .predicting
            = pythonPiece(piece,
                          {{"FIRST_ID", model.options.isStream() ? kEndId : kBeginId},
                           {"ENDS_WITH_LINE",
                            model.options.writing.stopAtLineEnd || !model.options.isStream()}})};
}

} // namespace

std::string languageModule(const LeavingLanguageModel& model, const ExportOrigin& origin)
{
    return textModule(model.spec, pythonOf(model), model.network.pythonSource(), origin);
}

std::string languageReadme(const LeavingLanguageModel& model, const ExportOrigin& origin)
{
    return textReadme(model.spec, pythonOf(model), origin);
}

} // namespace core
