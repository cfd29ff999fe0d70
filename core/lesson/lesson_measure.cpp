#include "core/lesson/lesson_measure.h"

#include "core/base/error.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_settings.h"
#include "core/data/cells/cell_text.h"
#include "core/probe/answers.h"
#include "core/train/ask_run.h"
#include "core/train/open_run.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace core {

namespace {

Json answerByHandOf(const LessonMeasure& measure, const std::vector<SettingValue>& settings)
{
    const HandQuestion* question = findHandQuestion(measure.ask);
    if (question == nullptr)
        throw Error(ErrorCode::BadSetting,
                    {"There is no question by hand \"%1\".", {shown(measure.ask)}},
                    {"`kinds by_hand` lists them; a question to a network needs a run.", {}});
    return toJson(answerByHand(*question, settings));
}

Json answerOfRun(const LessonMeasure& measure, const std::vector<SettingValue>& settings,
                 const std::filesystem::path& run, const Monitor& monitor)
{
    const auto model = openRun(run, measure.checkpoint);
    const NamedQuestion named = namedQuestion(*model, run, measure.ask, settings, monitor);
    return toJson(
        model->answers().readout(named.question, answerOf(*model, run, named.question, monitor)));
}

/// The value of one of the two answers of a measure.
/// @param run  its name; empty: the question is one by hand.
double valueOf(const LessonMeasure& measure, const std::string& run,
               const std::vector<std::string>& set, const std::filesystem::path& folder,
               const Monitor& monitor)
{
    const Json answer = run.empty() ? answerByHandOf(measure, settingsIn(set))
                                    : answerOfRun(measure, settingsIn(set), folder / run, monitor);
    const Json::json_pointer place("/" + measure.value);
    if (!answer.contains(place) || !answer.at(place).is_number())
        throw Error(ErrorCode::BadSetting,
                    {"The answer to \"%1\" has no number at \"%2\".",
                     {shown(measure.ask), shown(measure.value)}},
                    {"`ask --json` prints the answer: write the names of the members that lead to "
                     "the number, with / between them, and numbers from 0 for entries of lists.",
                     {}});
    return answer.at(place).get<double>();
}

/// A number as a person types it: a comma stands for the point as well.
std::optional<double> numberIn(const std::string& typed)
{
    std::string text(trimmed(typed));
    std::replace(text.begin(), text.end(), ',', '.');
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

} // namespace

ExperimentSpec specOf(const LessonRun& run)
{
    ExperimentSpec spec = findPreset(run.preset).spec;
    for (const SettingValue& each : settingsIn(run.set))
        spec = withValue(spec, each.path, each.value);
    spec.name = run.name;
    return spec;
}

double measured(const LessonMeasure& measure, const std::filesystem::path& folder,
                const Monitor& monitor)
{
    const double own = valueOf(measure, measure.run, measure.set, folder, monitor);
    if (measure.relation == LessonRelation::None)
        return own;
    const double other = valueOf(measure, measure.against.empty() ? measure.run : measure.against,
                                 measure.againstSet, folder, monitor);
    return measure.relation == LessonRelation::Ratio ? own / other : own - other;
}

bool isRight(const LessonQuestion& question, double right, const std::string& typed)
{
    if (question.kind == LessonQuestionKind::Text)
        return !trimmed(typed).empty();
    const std::optional<double> number = numberIn(typed);
    return number && std::abs(*number - right) <= question.tolerance * std::abs(right);
}

} // namespace core
