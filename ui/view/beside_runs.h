#pragma once

#include "ui/text/sentences.h"
#include "ui/view/answer_set.h"

#include <QCoreApplication>

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
        std::shared_ptr<const typename Question::Answer> answer; ///< Null: none yet.
        const core::Failure* failure = nullptr; ///< Null: none.
    };

    /// @param changed  an answer or a failure has come.
    /// @param seen  whether answers are of interest now.
    BesideRuns(ViewContext& context, std::function<void()> changed, std::function<bool()> seen)
        : m_context(context)
        , m_answers(
              context, [changed = std::move(changed)](const QString&) { changed(); },
              std::move(seen))
    {
    }

    /// Asks each, unless it was asked just this. @param most  runs; 0: none is asked any more.
    void follow(const Shown& shown, const Question& question, size_t most)
    {
        m_rows.clear();
        std::vector<typename AnswerSet<QString, Question>::Wish> wishes;
        for (const RunRow& row : m_context.runs())
            if (row.shown && row.id != shown.choice.run && wishes.size() < most
                && row.summary.spec.task.kind == shown.spec.task.kind) {
                m_rows.push_back(
                    {row.id, QString::fromStdString(row.summary.name), row.colourIndex, {}, {}});
                wishes.push_back({row.id, networkOf(row), question});
            }
        m_answers.follow(std::move(wishes));
    }
    std::vector<Run> runs() const
    {
        std::vector<Run> all = m_rows;
        for (Run& run : all) {
            run.answer = m_answers.find(run.id);
            run.failure = m_answers.failure(run.id);
        }
        return all;
    }
    /// "lstm-2 is not shown: ..." of each run whose network gave no answer.
    QStringList missing() const
    {
        QStringList lines;
        for (const Run& run : runs())
            if (run.failure != nullptr)
                lines << QCoreApplication::translate("BesideRuns", "%1 is not shown: %2")
                             .arg(run.name, sentence(*run.failure));
        return lines;
    }

private:
    ViewContext& m_context;
    std::vector<Run> m_rows;
    AnswerSet<QString, Question> m_answers;
};

} // namespace ui
