#include "core/lesson/lesson_check.h"

#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/lesson/lesson_measure.h"
#include "core/train/training.h"

#include <algorithm>
#include <chrono>
#include <sstream>
#include <utility>

namespace core {

namespace {

constexpr size_t kGoodSteps = 8, kGoodWords = 60, kHints = 2;

size_t wordsIn(const std::string& markdown)
{
    std::stringstream words(markdown);
    size_t count = 0;
    for (std::string word; words >> word;)
        ++count;
    return count;
}

void checkStep(const LessonStep& step, std::vector<std::string>& complaints)
{
    const auto complain = [&](const std::string& what) {
        complaints.push_back("The step \"" + step.title + "\" " + what);
    };
    if (const size_t words = wordsIn(step.text); words > kGoodWords)
        complain("has " + std::to_string(words) + " words, more than " + std::to_string(kGoodWords)
                 + ".");
    if (!step.question && step.goals.empty())
        complain("has neither a question nor a goal: reading is not an exercise.");
    if (step.question && trimmed(step.explanation).empty())
        complain("has a question and no explanation.");
    if (step.question && step.question->kind == LessonQuestionKind::Number
        && step.question->wrong.empty())
        complain("has a number without a wrong answer that must not pass.");
    if (!step.goals.empty() && step.hints.size() < kHints)
        complain("has a goal and fewer than two hints.");
}

/// Trains one run after another.
class LessonRuns {
public:
    LessonRuns(const Lesson& lesson, std::filesystem::path folder, const Monitor& monitor)
        : m_lesson(lesson), m_folder(std::move(folder)), m_monitor(monitor)
    {
    }

    void train(const LessonRun& run, int64_t seed) const
    {
        ExperimentSpec spec = specOf(run);
        if (seed >= 0)
            spec.training.seed = static_cast<decltype(spec.training.seed)>(seed);
        RunControl control;
        const EndReport end = core::train(spec, m_folder / run.name, control, {});
        if (end.state == RunState::Completed)
            return;
        const Failure failure = end.failure.value_or(Failure());
        throw Error(failure.code, failure.what, failure.advice, failure.detail);
    }

    double value(const LessonMeasure& measure) const
    {
        return measured(measure, m_folder, m_monitor);
    }

    LessonFinding finding(const LessonQuestion& question) const
    {
        LessonFinding found{{}, question.text};
        if (question.kind == LessonQuestionKind::Text) {
            found.passes = !isRight(question, 0.0, " ");
            return found;
        }
        const bool isChoice = question.kind == LessonQuestionKind::Choice;
        found.value = isChoice         ? static_cast<double>(question.right)
            : question.measure.isSet() ? value(question.measure)
                                       : question.number;
        const std::string wrong = isChoice
            ? std::to_string(question.right % std::ssize(question.choices) + 1)
            : question.wrong;
        found.passes = isRight(question, found.value, numberText(found.value))
            && !isRight(question, found.value, wrong);
        return found;
    }

private:
    const Lesson& m_lesson;
    std::filesystem::path m_folder;
    const Monitor& m_monitor;
};

} // namespace

bool LessonReport::passes() const
{
    return complaints.empty()
        && std::all_of(findings.begin(), findings.end(),
                       [](const LessonFinding& each) { return each.passes; });
}

std::vector<std::string> brokenRules(const Lesson& lesson)
{
    std::vector<std::string> complaints;
    if (lesson.steps.size() > kGoodSteps)
        complaints.push_back("The lesson has " + std::to_string(lesson.steps.size())
                             + " steps, more than " + std::to_string(kGoodSteps) + ".");
    for (const LessonStep& step : lesson.steps)
        checkStep(step, complaints);
    return complaints;
}

LessonReport checkLesson(const Lesson& lesson, const std::filesystem::path& folder, int64_t seed,
                         const std::function<void(const std::string&)>& say, const Monitor& monitor)
{
    LessonReport report;
    report.complaints = brokenRules(lesson);
    const LessonRuns runs(lesson, folder, monitor);
    const auto start = std::chrono::steady_clock::now();
    for (const LessonRun& run : lesson.runs) {
        say("Training " + run.name);
        runs.train(run, seed);
    }
    report.trainedSeconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (const LessonStep& step : lesson.steps) {
        if (step.question)
            report.findings.push_back(runs.finding(*step.question));
        for (const LessonGoal& goal : step.goals) {
            const double value = runs.value(goal.measure);
            report.findings.push_back({{}, goal.text, value, goal.isReached(value)});
        }
        for (LessonFinding& each : report.findings)
            if (each.step.empty())
                each.step = step.title;
    }
    return report;
}

} // namespace core
