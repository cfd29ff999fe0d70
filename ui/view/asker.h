#pragma once

#include "ui/view/view_context.h"

#include <QElapsedTimer>

#include <any>
#include <functional>
#include <utility>

namespace ui {

/// One place of a view where answers appear: of the questions asked for it one after the other only
/// the newest one's answer is shown. Owned by its view, and with it all that is asked ends.
class Asker {
public:
    using Failed = std::function<void(const core::Failure&)>;
    using Progressed = std::function<void(const core::Progress&)>;

    Asker(ViewContext& context, Failed failed, Progressed progressed = {});

    /// Asks in place of what was asked before. @param done  void(const Question::Answer&)
    template <class Question, class Done> void ask(const Shown& shown, Question question, Done done)
    {
        m_choice = shown.choice;
        m_live = shown.live;
        const auto kept = std::make_shared<Question>(std::move(question));
        m_question = kept;
        m_again = [this, kept, done = std::move(done)] {
            send(core::AnyQuestion(*kept), [done](const core::AnyAnswer& answer) {
                done(std::as_const(answer.to<Question>()));
            });
        };
        again();
    }
    /// Asks, unless this very question was the last one and of the same network.
    template <class Question, class Done>
    void follow(const Shown& shown, Question question, Done done)
    {
        const Question* const last = this->last<Question>();
        const bool same = last != nullptr && *last == question && m_choice == shown.choice
            && m_live == shown.live;
        if (!same)
            ask(shown, std::move(question), std::move(done));
    }
    /// The last question, to be completed for repeat() by what its answer brought; null: it was of
    /// another type.
    template <class Question> Question* last() const
    {
        const auto* kept = std::any_cast<std::shared_ptr<Question>>(&m_question);
        return kept != nullptr ? kept->get() : nullptr;
    }
    /// The last question once more, because the network has learnt: not while an answer is under
    /// way, and as rarely as ViewContext::pace() has it.
    void repeat();
    /// The user does not want to wait any longer: a failure "cancelled" comes at once.
    void cancel();
    /// Nobody is interested any more, and nothing was asked.
    void withdraw();
    bool waits() const { return m_waits; }

private:
    void send(const core::AnyQuestion& question,
              std::function<void(const core::AnyAnswer&)> answered);
    void again();
    bool ended(quint64 number); ///< Whether `number` is the newest; then it is over.

    ViewContext& m_context;
    Failed m_failed;
    Progressed m_progressed;
    std::unique_ptr<Asked> m_asked;
    quint64 m_number = 0; ///< Of the newest question.
    bool m_waits = false;
    ModelChoice m_choice; ///< Whom the last question was asked of.
    bool m_live = false; ///< That run was being trained.
    std::any m_question; ///< The last one; empty: none.
    std::function<void()> m_again; ///< Asks it.
    QElapsedTimer m_since; ///< It was asked.
};

} // namespace ui
