#include "core/report/reported_run.h"

#include "core/base/line_file.h"
#include "core/base/read_json.h"
#include "core/base/seal.h"
#include "core/probe/texts/neighbours.h"
#include "core/train/ask_run.h"
#include "core/train/open_run.h"

#include <fcntl.h>

namespace core {

namespace {

Json startOf(const std::filesystem::path& run)
{
    const FilePlace place(run / "events.jsonl");
    const FileDescriptor file = openRegularFile(place, O_RDONLY, Links::Refuse);
    LineFile lines(file, place);
    const std::optional<LineFile::Line> first = lines.lineAt(0);
    if (!first || !isIntact(first->text))
        return {};
    Json event = readJson(first->text).value.value_or(Json());
    return event.is_object() && event.value("event", Json()) == "start" ? event : Json();
}

std::string splitOf(const ReportedRun& run, const std::string& asked)
{
    if (!asked.empty() || !run.start.is_object())
        return asked.empty() ? "valid" : asked;
    return countOf(run.start, "test_texts") > 0 ? "test" : "valid";
}

/// Answers that show what a network without scores of single rows has learned.
std::vector<ReportedAnswer> answersOf(LiveModel& model, const std::filesystem::path& folder,
                                      const Monitor& monitor)
{
    std::vector<ReportedAnswer> all;
    for (const char* const name : {"both_sides_scores", "fill_in", "both_sides", "word_sum"}) {
        const bool isSum = std::string(name) == AskWordSum::kName;
        if (!model.answers().has(name) || (isSum && !all.empty())) // Sums are for word vectors.
            continue;
        const NamedQuestion named = namedQuestion(model, folder, name, {}, monitor);
        const AnyAnswer answer = answerOf(model, folder, named.question, monitor);
        const auto read = [&answers = model.answers(), question = named.question, answer] {
            Readout readout = answers.readout(question, answer);
            // Long lists for each token, and coordinates for a picture.
            for (const char* const part : {"predictions", "plane", "plane_share", "ids", "signs"})
                readout = std::move(readout).without(part);
            return readout;
        };
        all.push_back({model.answers().kind(name).title, named.exampleText, read});
    }
    return all;
}

void evaluate(const std::filesystem::path& folder, const std::string& split, ReportedRun& run,
              const Monitor& monitor)
{
    const auto model = openRun(folder, run.checkpoint);
    run.model = model->summary();
    if (!model->answers().has(AskEvaluation::kName)) {
        run.answers = answersOf(*model, folder, monitor);
        return;
    }
    AskEvaluation question;
    question.split = splitOf(run, split);
    run.evaluation = answerOf(*model, folder, AnyQuestion(question), monitor).to<AskEvaluation>();
    if (!model->answers().has(AskBaselines::kName))
        return;
    AskBaselines beside;
    beside.run = folder.string();
    beside.split = run.evaluation->split;
    beside.outcomes = std::make_shared<const Outcomes>(run.evaluation->outcomes);
    run.baselines = answerOf(*model, folder, AnyQuestion(beside), monitor).to<AskBaselines>();
}

} // namespace

ReportedRun readReportedRun(const std::filesystem::path& folder, const std::string& split,
                            const Monitor& monitor)
{
    requireRunFolder(folder);
    ReportedRun run;
    run.summary = readRunSummary(folder);
    if (!run.summary.problem.empty())
        throw Error(ErrorCode::FileMalformed, run.summary.problem);
    run.history = readRunHistory(folder, monitor);
    try {
        run.start = startOf(folder);
    } catch (const Error&) { // Its training has not begun.
        run.start = Json();
    }
    if (run.summary.checkpoints.empty()) {
        run.problems.emplace_back("The run has no checkpoint yet, so that nothing was evaluated.");
        return run;
    }
    run.checkpoint = standardCheckpoint(run.summary);
    try {
        evaluate(folder, split, run, monitor);
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            throw;
        run.problems.push_back((run.evaluation ? "The baselines were not computed. "
                                               : "The network was not evaluated. ")
                               + error.failure().sentence());
    }
    return run;
}

} // namespace core
