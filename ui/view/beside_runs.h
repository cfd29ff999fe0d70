#pragma once

#include "ui/view/asker.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ui {

/// Runs beside the one that all views show, each asked the same: those of the same task that are
/// ticked in the list of runs.
template <class Question> class BesideRuns {
public:
    struct Run {
        QString id, name;
        int colourIndex = 0;
        std::unique_ptr<Asker> asker;
        std::shared_ptr<const typename Question::Answer> answer; ///< Null: none yet.
    };

    /// @param changed  an answer has come.
    BesideRuns(ViewContext& context, std::function<void()> changed)
        : m_context(context), m_changed(std::move(changed))
    {
    }

    /// Asks each, unless it was asked just this. @param most  runs; 0: none is asked any more.
    void follow(const Shown& shown, const Question& question, size_t most)
    {
        std::vector<Run> kept;
        for (const RunRow& row : m_context.runs())
            if (row.shown && row.id != shown.choice.run && kept.size() < most
                && row.summary.spec.task.kind == shown.spec.task.kind)
                kept.push_back(taken(row));
        m_runs = std::move(kept);
        for (Run& run : m_runs) {
            Shown other = shown;
            other.choice = {run.id, -1};
            other.live = false;
            run.asker->follow(other, question, [this, id = run.id](const auto& answer) {
                for (Run& each : m_runs)
                    if (each.id == id)
                        each.answer = std::make_shared<const typename Question::Answer>(answer);
                m_changed();
            });
        }
    }
    const std::vector<Run>& runs() const { return m_runs; }

private:
    Run taken(const RunRow& row)
    {
        const auto known = std::find_if(m_runs.begin(), m_runs.end(),
                                        [&](const Run& each) { return each.id == row.id; });
        if (known != m_runs.end())
            return std::move(*known);
        // A network that cannot be asked is just not there.
        return {row.id, QString::fromStdString(row.summary.name), row.colourIndex,
                std::make_unique<Asker>(m_context, [](const core::Failure&) {}), nullptr};
    }

    ViewContext& m_context;
    std::function<void()> m_changed;
    std::vector<Run> m_runs;
};

} // namespace ui
