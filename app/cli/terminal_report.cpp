#include "app/cli/terminal_report.h"

#include "app/cli/output.h"
#include "app/cli/usage.h"
#include "core/base/message.h"
#include "core/task/task_kinds.h"
#include "core/train/waited_share.h"

#include <algorithm>
#include <cmath>

namespace app {

namespace {

constexpr double kSmoothing = 0.95;

std::string duration(double seconds)
{
    const auto whole = static_cast<long long>(std::max(0.0, std::round(seconds)));
    if (whole >= 3600)
        return formatted("%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
    return formatted("%lld:%02lld", whole / 60, whole % 60);
}

/// ", accuracy 87.10 %, BLEU 31.20"
std::string scoresText(const std::vector<core::Score>& scores)
{
    std::string text;
    for (const core::Score& score : scores) {
        const core::ScoreDescription description = core::scoreDescription(score.name);
        text += ", " + description.title;
        text += description.share ? formatted(" %.2f %%", 100 * score.value)
                                  : formatted(" %.*f", description.decimals, score.value);
    }
    return text;
}

} // namespace

core::TrainingListener TerminalReport::listener()
{
    core::TrainingListener all;
    all.progress = [this](const core::Progress& each) { m_line.show(each); };
    all.started = [this](const core::StartReport& each) { started(each); };
    all.updated = [this](const core::UpdateReport& each) { updated(each); };
    all.epochEnded = [this](const core::EpochReport& each) { epochEnded(each); };
    all.changed = [this](const core::ChangeReport& each) { changed(each); };
    all.ended = [this](const core::EndReport& each) { ended(each); };
    return all;
}

void TerminalReport::started(const core::StartReport& report)
{
    m_start = report;
    const bool pairs = core::columnsOfTask(report.task).arePairs();
    std::string facts;
    for (const core::StartFact& fact : report.facts)
        facts += fact.text.plain() + "; ";
    const std::string texts = pairs ? "{pair|pairs}" : "{text|texts}";
    m_line.printLasting(core::filledText(
        "%1 training, %2 validation, %3 test " + texts
            + "; vocabulary %4; %5%6 {parameter|parameters}; %7, "
              "%8 {thread|threads}",
        {std::to_string(report.trainTexts), std::to_string(report.validTexts),
         std::to_string(report.testTexts), std::to_string(report.vocabularySize), facts,
         std::to_string(report.parameters), report.device, std::to_string(report.threads)}));
    for (const core::Message& note : report.notes)
        m_line.printLasting("Note: " + note.plain() + settingHint(note));
    if (report.resumedAtStep > 0)
        m_line.printLasting(formatted("Continuing from update %lld.",
                                      static_cast<long long>(report.resumedAtStep)));
}

void TerminalReport::updated(const core::UpdateReport& report)
{
    m_weight = kSmoothing * m_weight + (1 - kSmoothing);
    m_smoothedLoss = kSmoothing * m_smoothedLoss + (1 - kSmoothing) * report.loss;
    m_smoothedScores.resize(report.scores.size());
    for (size_t i = 0; i < report.scores.size(); ++i) {
        m_smoothedScores[i].name = report.scores[i].name;
        m_smoothedScores[i].value
            = kSmoothing * m_smoothedScores[i].value + (1 - kSmoothing) * report.scores[i].value;
    }
    std::vector<core::Score> scores = m_smoothedScores;
    for (core::Score& score : scores)
        score.value /= m_weight;
    const auto total = static_cast<double>(std::max<int64_t>(1, m_start.totalUpdates));
    const double done = static_cast<double>(report.step) / total;
    const auto fresh = static_cast<double>(report.step - m_start.resumedAtStep);
    const double left = fresh > 0 ? report.seconds / static_cast<double>(report.step)
            * (total - static_cast<double>(report.step))
                                  : 0.0;
    m_line.redraw(formatted(
        "%s %3.0f %%  epoch %lld  loss %.4f%s, %.0f tokens/s, %s left", progressBar(done).c_str(),
        100 * done, static_cast<long long>(report.epoch), m_smoothedLoss / m_weight,
        scoresText(scores).c_str(), report.tokensPerSecond, duration(left).c_str()));
}

void TerminalReport::epochEnded(const core::EpochReport& report)
{
    std::string line = formatted("epoch %lld: loss %.4f%s", static_cast<long long>(report.epoch),
                                 report.trainLoss, scoresText(report.trainScores).c_str());
    if (!std::isnan(report.validLoss))
        line += formatted("; validation loss %.4f%s%s", report.validLoss,
                          scoresText(report.validScores).c_str(),
                          report.best ? " (best so far)" : "");
    m_line.printLasting(line + "; " + duration(report.seconds));
}

void TerminalReport::changed(const core::ChangeReport& report)
{
    for (const core::SettingChange& change : report.changes)
        m_line.printLasting(formatted("From update %lld: %s %s instead of %s.",
                                      static_cast<long long>(change.step), change.setting.c_str(),
                                      change.after.dump().c_str(), change.before.dump().c_str()));
    for (const core::Message& note : report.notes)
        m_line.printLasting("Note: " + note.plain());
    if (!report.changes.empty())
        m_start.totalUpdates = report.totalUpdates;
}

void TerminalReport::ended(const core::EndReport& report)
{
    if (report.state == core::RunState::Failed)
        return; // The command reports it on standard error.
    m_line.printLasting(report.reason.plain());
    if (report.tested)
        m_line.printLasting(formatted("Test: loss %.4f%s (best epoch: %lld)", report.testLoss,
                                      scoresText(report.testScores).c_str(),
                                      static_cast<long long>(report.bestEpoch)));
    if (std::isfinite(report.waitedShare))
        m_line.printLasting(core::waitedText(report.waitedShare).plain());
}

core::TrainingListener jsonReport()
{
    core::TrainingListener all;
    all.started = [](const core::StartReport& report) { printJson(core::toJson(report)); };
    all.updated = [](const core::UpdateReport& report) { printJson(core::toJson(report)); };
    all.epochEnded = [](const core::EpochReport& report) { printJson(core::toJson(report)); };
    all.changed = [](const core::ChangeReport& report) {
        for (const core::SettingChange& change : report.changes)
            printJson(core::eventOf(change));
    };
    all.ended = [](const core::EndReport& report) { printJson(core::toJson(report)); };
    return all;
}

} // namespace app
