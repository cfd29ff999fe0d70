#include "core/task/language_model/language_parts.h"

#include "core/base/error.h"
#include "core/base/python_piece.h"
#include "core/text/tokens/word_marks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace core {

namespace {

constexpr const char* kLanguagePiece = "tasks/language_model";

/// Names in the piece that are called otherwise for numbers.
const std::map<std::string, std::string> kNamesOfNumbers{
    {"class_tensor", "number_tensor"}, {"classes", "condition"}, {"name", "numbers"}};

/// "for the numbers stars (1 to 5) and pages (2 to 900)"
std::string factsOf(const LanguageFacts& facts)
{
    if (facts.columns.empty() && facts.classes.empty())
        return "It says what comes next, and writes on.";
    if (!facts.classes.empty())
        return "Writes for the classes " + markdownList(facts.classes) + ".";
    std::vector<std::string> columns;
    for (const ConditionColumn& column : facts.columns)
        columns.push_back(column.name + " (" + numberText(column.least) + " to "
                          + numberText(column.most) + ")");
    return "Writes for the numbers " + markdownList(columns) + ".";
}

std::string exampleOf(const LanguageFacts& facts)
{
    const std::string example
        = R"([{"nats": [...], "continuation": ...}]; generate("a text", seed=1))";
    if (!facts.classes.empty())
        return example + ", generate(name=" + pythonLiteral(Json(facts.classes.back())) + ")";
    Json most = Json::array();
    for (const ConditionColumn& column : facts.columns)
        most.push_back(column.most);
    return most.empty() ? example : example + ", generate(numbers=" + pythonLiteral(most) + ")";
}

std::string constantsOf(const LanguageFacts& facts)
{
    if (facts.columns.empty())
        return pythonRegion(kLanguagePiece, "CONSTANTS", {{"CLASS_NAMES", facts.classes}});
    Json scales = Json::object();
    for (const ConditionColumn& column : facts.columns)
        scales[column.name] = {column.scale.mean, column.scale.deviation};
    return pythonRegion(kLanguagePiece, "NUMBER_CONSTANTS", {{"SCALES", scales}});
}

} // namespace

TextPython languagePython(const LanguageParts& model)
{
    Json values{
        {"FIRST_ID", model.options.isStream() ? kEndId : kBeginId},
        {"ENDS_WITH_LINE", model.options.writing.stopAtLineEnd || !model.options.isStream()},
        {"HAS_NUMBERS", !model.facts.columns.empty()}};
    if (!model.facts.columns.empty())
        values.update(kNamesOfNumbers);
    return {.what = "language model",
            .facts = factsOf(model.facts),
            .answers = "the text, then how it goes on",
            .example = exampleOf(model.facts),
            .constants = constantsOf(model.facts),
            .predicting = pythonPiece(kLanguagePiece, values)};
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
    Json json{{"classes", facts.classes}, {"counts", facts.counts}};
    if (!facts.columns.empty())
        json["columns"] = toJson(facts.columns);
    return json;
}

LanguageFacts languageFactsFromJson(const Json& json, const std::string& file)
{
    try {
        return {json.at("classes").get<std::vector<std::string>>(),
                json.at("counts").get<std::vector<int64_t>>(),
                columnsFromJson(json.value("columns", Json::array()), file)};
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::FileMalformed,
                    {"%1 does not tell how often each token occurs.", {file}},
                    {"Take it from a copy of the run, or train again.", {}}, error.what());
    }
}

TextCondition LanguageParts::condition(const std::string& written) const
{
    if (!facts.columns.empty())
        return numbersFrom(written, facts.columns);
    if (facts.classes.empty())
        return {};
    if (written.empty())
        return {.classIndex = 0};
    const auto found = std::find(facts.classes.begin(), facts.classes.end(), written);
    if (found == facts.classes.end())
        throw Error(
            ErrorCode::BadSetting, {"The model has no class \"%1\".", {shown(written)}},
            {"Choose a class that it was trained with, such as \"%1\".", {facts.classes.front()}});
    return {.classIndex = found - facts.classes.begin()};
}

std::string LanguageParts::completed(const std::string& written) const
{
    if (!written.empty())
        return written;
    if (!facts.columns.empty())
        return suggestedNumbers(facts.columns)[1]; // The means.
    return facts.classes.empty() ? std::string() : facts.classes.front();
}

std::string LanguageParts::conditionOf(const CorpusPart& rows, size_t row) const
{
    if (!facts.columns.empty())
        return writtenNumbers(facts.columns, rows, row);
    return facts.classes.empty() ? std::string()
                                 : facts.classes[static_cast<size_t>(rows.classes()[row])];
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
