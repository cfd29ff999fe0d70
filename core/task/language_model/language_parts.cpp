#include "core/task/language_model/language_parts.h"

#include "core/base/error.h"
#include "core/base/python_piece.h"
#include "core/text/tokens/word_marks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

TextPython languagePython(const LanguageParts& model)
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

double LanguageFacts::unigramNats(int32_t id) const
{
    const auto all = static_cast<double>(std::accumulate(counts.begin(), counts.end(), int64_t{0}));
    if (all <= 0.0)
        return std::numeric_limits<double>::quiet_NaN();
    const auto i = static_cast<size_t>(id);
    const double seen = i < counts.size() ? static_cast<double>(counts[i]) : 0.0;
    return -std::log((seen + 1.0)
                     / (all + static_cast<double>(std::max<size_t>(counts.size(), 1))));
}

Json toJson(const LanguageFacts& facts)
{
    return {{"classes", facts.classes}, {"counts", facts.counts}};
}

LanguageFacts languageFactsFromJson(const Json& json, const std::string& file)
{
    try {
        return {json.at("classes").get<std::vector<std::string>>(),
                json.at("counts").get<std::vector<int64_t>>()};
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::FileMalformed,
                    {"%1 does not tell how often each token occurs.", {file}},
                    {"Take it from a copy of the run, or train again.", {}}, error.what());
    }
}

int64_t LanguageParts::classIndex(const std::string& name) const
{
    if (facts.classes.empty())
        return -1;
    if (name.empty())
        return 0;
    const auto found = std::find(facts.classes.begin(), facts.classes.end(), name);
    if (found == facts.classes.end())
        throw Error(
            ErrorCode::BadSetting, {"The model has no class \"%1\".", {shown(name)}},
            {"Choose a class that it was trained with, such as \"%1\".", {facts.classes.front()}});
    return found - facts.classes.begin();
}

std::string LanguageParts::shownToken(int64_t id) const
{
    if (id == kEndId)
        return "\u23ce"; // A return sign.
    std::string text = pipeline->token(id);
    const WordMarks marks = wordMarksOf(pipeline->spec().tokeniser.kind);
    if (marks != WordMarks::Continued) // These are read as they are: "##ing".
        text = withBlank(marks, text);
    for (const auto& [mark, sign] :
         {std::pair<std::string, std::string>{" ", "\u2423"}, {"\t", "\u21e5"}, {"\n", "\u21b5"}})
        for (size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + sign.size()))
            text.replace(at, mark.size(), sign);
    return text;
}

} // namespace core
