// What looking at a network costs its training, view by view. Not a test: prints a table.
//
//   looking_benchmark SPEC|PRESET [SECONDS] [ROUNDS] [QUESTION]
//
// Trains once and, in turns of SECONDS (3), leaves the training alone and asks it what a view asks
// again and again while it is in front, as often as the window would: by the same LookingPace. All
// questions of views that the task answers, or QUESTION alone, in ROUNDS (5) rounds, on one thread.
// Of each, medians over rounds:
//
//   answer     milliseconds that an answer takes
//   every      milliseconds from one answer to the next
//   alone      milliseconds of an update on the wall, in the turns right before
//   looked at  the same with the view
//   on wall    the share of the training's time that is lost: 1 - alone / looked at, by token
//   computing  the share of what the processor computed that looking took, caches included: what
//              updates with an answer and the two behind each take more than the others, by token
//   answers    the share of the time that answers took, without what they do to caches
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/probe/attention/attention_questions.h"
#include "core/probe/data_questions.h"
#include "core/probe/decoding/decoding_questions.h"
#include "core/probe/language_model/language_questions.h"
#include "core/probe/live_model.h"
#include "core/probe/states/batch_gradients.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/texts/inspection.h"
#include "core/probe/translation/translation_questions.h"
#include "core/probe/updates/update_batches.h"
#include "core/train/run_folder.h"
#include "core/train/training.h"
#include "ui/view/view_context.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0.0 : values[values.size() / 2];
}

/// Processor time of all threads of this program.
double computedMilliseconds()
{
    return 1000.0 * double(std::clock()) / double(CLOCKS_PER_SEC);
}

/// The question of a view, and its cost.
struct Looked {
    const char* view;
    core::AnyQuestion question;
    std::vector<double> onWall = {}, computing = {}, answering = {}, alone = {}, with = {},
                        answers = {}, every = {};
};

/// A turn: what was trained in it. Updates that follow a validation are left out.
struct Turn {
    Clock::time_point begin = Clock::now();
    double milliseconds = 0.0, tokens = 0.0;
    double computed[2] = {}, computedTokens[2] = {}; ///< Of updates beside a look; of the others.
    int64_t updates = 0, answers = 0;
    double answering = 0.0;

    double ofLooks() const
    {
        const double others = computed[1] / computedTokens[1];
        return (computed[0] - others * computedTokens[0]) / (computed[0] + computed[1]);
    }
    double perUpdate() const { return milliseconds / double(updates); }
};

std::vector<Looked> allQuestions(const std::string& task, const core::UpdateItem& item,
                                 const std::string& run,
                                 const std::shared_ptr<core::UpdateBatches>& batches)
{
    const std::string &text = item.text, reference = item.reference;
    core::AskBatchGradients batch;
    batch.run = run;
    batch.batches = batches;
    core::AskDecoding decoding;
    decoding.request.source = text;
    decoding.request.search = {"beam", core::Json::object()};
    std::vector<Looked> all;
    const auto add = [&](const char* view, auto question) {
        if (core::answersOf(task).has(decltype(question)::kName))
            all.push_back({view, core::AnyQuestion(std::move(question))});
    };
    add("Sentence", core::AskInspection{text});
    add("Sentence", core::AskTags{text});
    add("Sentence", core::AskTranslation{text});
    add("Sentence, beside the reference", core::AskComparison{text, reference});
    add("Words", core::AskWordEffects{{text}, -1, {}});
    add("Glass", core::AskReading{text});
    add("Writing", core::AskSuggestions{text});
    add("Decoding", decoding);
    add("CRF", core::AskTrellis{text});
    add("Positions", core::AskPositions{});
    add("States",
        core::AskStates{.example = {.text = text, .reference = reference}, .unit = 0, .token = 0});
    add("Gradients, a sentence",
        core::AskGradientFlow{.example = {.text = text, .reference = reference}});
    add("Gradients, the batch", batch);
    add("Attention tested",
        core::AskAttentionTest{.example = {.text = text, .reference = reference}});
    return all;
}

/// Trains, and takes turns at each update.
class Benchmark {
public:
    Benchmark(core::RunControl& control, double milliseconds, int rounds)
        : m_control(control), m_length(milliseconds), m_rounds(rounds)
    {
    }

    void setQuestions(std::vector<Looked> questions) { m_questions = std::move(questions); }
    const std::vector<Looked>& questions() const { return m_questions; }
    bool isReady() const { return !m_questions.empty(); }

    void updated(const core::UpdateReport& report)
    {
        constexpr int64_t kWarmUp = 20;
        constexpr int kBehind = 2;
        const auto now = Clock::now();
        const double computed = computedMilliseconds();
        if (report.step > kWarmUp && report.epoch == m_epoch) {
            m_turn.milliseconds += std::chrono::duration<double, std::milli>(now - m_last).count();
            const int which = m_sinceAnswer++ <= kBehind ? 0 : 1;
            m_turn.computed[which] += computed - m_computed;
            m_turn.computedTokens[which] += double(report.tokens - m_tokens);
            m_turn.tokens += double(report.tokens - m_tokens);
            ++m_turn.updates;
        }
        m_last = now;
        m_computed = computed;
        m_epoch = report.epoch;
        m_tokens = report.tokens;
        if (report.step <= kWarmUp || !isReady())
            return;
        if (!m_looking && m_turn.milliseconds >= m_length)
            beginLooking();
        else if (m_looking)
            look();
    }

private:
    /// At least a few answers with the pauses behind them: else it would be chance how many fall
    /// into the turn.
    void look()
    {
        constexpr int64_t kAnswers = 4;
        if (m_pending || millisecondsSince(m_asked) < ui::LookingPace::kIntervalMs
            || !m_pace.mayLook())
            return;
        if (m_turn.milliseconds >= m_length && m_turn.answers >= kAnswers)
            endLooking();
        else
            ask();
    }

    void beginLooking()
    {
        m_alone = m_turn;
        m_turn = {};
        m_looking = true;
        m_pace = {};
        ask();
    }

    void ask()
    {
        m_pending = true;
        m_asked = Clock::now();
        m_control.ask([this](core::LiveModel& model) {
            const core::AnyAnswer answer = model.answers().answer(
                model, core::AnyQuestion(m_questions[m_next].question), core::Monitor());
            m_pace.looked(answer.milliseconds);
            m_turn.answering += answer.milliseconds;
            ++m_turn.answers;
            m_sinceAnswer = 0;
            m_pending = false;
        });
    }

    void endLooking()
    {
        Looked& here = m_questions[m_next];
        here.onWall.push_back(
            1.0 - (m_alone.milliseconds / m_alone.tokens) / (m_turn.milliseconds / m_turn.tokens));
        here.computing.push_back(m_turn.ofLooks());
        here.answering.push_back(m_turn.answering / millisecondsSince(m_turn.begin));
        here.alone.push_back(m_alone.perUpdate());
        here.with.push_back(m_turn.perUpdate());
        here.answers.push_back(m_turn.answering / double(m_turn.answers));
        here.every.push_back(millisecondsSince(m_turn.begin) / double(m_turn.answers));
        m_looking = false;
        m_turn = {};
        if (++m_next < m_questions.size())
            return;
        m_next = 0;
        if (--m_rounds == 0)
            m_control.stop();
    }

    core::RunControl& m_control;
    double m_length;
    int m_rounds;
    std::vector<Looked> m_questions;
    size_t m_next = 0;
    bool m_looking = false, m_pending = false;
    ui::LookingPace m_pace;
    Turn m_turn, m_alone;
    Clock::time_point m_last = Clock::now(), m_asked;
    double m_computed = 0.0;
    int m_sinceAnswer = 1000; ///< Updates.
    int64_t m_epoch = 0, m_tokens = 0;
};

void print(const std::vector<Looked>& questions)
{
    std::printf("%-32s %10s %10s %10s %10s %9s %9s %9s\n", "view", "answer", "every", "alone",
                "looked at", "on wall", "computing", "answers");
    for (const Looked& each : questions)
        std::printf("%-32s %7.1f ms %7.0f ms %7.2f ms %7.2f ms %7.1f %% %7.1f %% %7.1f %%\n",
                    each.view, median(each.answers), median(each.every), median(each.alone),
                    median(each.with), 100.0 * median(each.onWall), 100.0 * median(each.computing),
                    100.0 * median(each.answering));
}

} // namespace

int main(int count, char** words)
{
    if (count < 2)
        return 2;
    const std::string name = words[1];
    core::ExperimentSpec spec
        = std::filesystem::exists(name) ? core::readSpec(name) : core::findPreset(name).spec;
    spec.training.epochs = 100'000;
    spec.training.patience = 0;
    spec.training.threads = 1;
    spec.training.checkpointSeconds = 0.0;
    spec.training.keepEpochs = "none";
    const double seconds = count > 2 ? std::atof(words[2]) : 3.0;
    const int rounds = count > 3 ? std::atoi(words[3]) : 5;
    const std::string only = count > 4 ? words[4] : "";

    const auto run = std::filesystem::temp_directory_path()
        / ("unroll-looking-benchmark-" + std::to_string(std::random_device{}()));
    std::filesystem::remove_all(run);
    core::RunControl control;
    core::TrainingListener listener;
    Benchmark benchmark(control, 1000.0 * seconds, rounds);
    listener.started = [&](const core::StartReport&) {
        const auto batches = std::make_shared<core::UpdateBatches>(
            run, core::readRunSummary(run).spec, core::Monitor());
        const core::UpdateItem item = batches->described(batches->items({1, 1, 1, {}}).front());
        std::vector<Looked> all = allQuestions(spec.task.kind, item, run.string(), batches);
        std::erase_if(
            all, [&](const Looked& each) { return !only.empty() && each.question.name() != only; });
        std::printf("%s: looked at is a text of %lld tokens\n", name.c_str(),
                    static_cast<long long>(item.tokens));
        benchmark.setQuestions(std::move(all));
    };
    listener.updated = [&](const core::UpdateReport& report) { benchmark.updated(report); };
    core::train(spec, run, control, listener);
    print(benchmark.questions());
    std::filesystem::remove_all(run);
    return 0;
}
