#pragma once

#include "ui/view/view_context.h"

#include <QElapsedTimer>
#include <QTimer>

#include <any>
#include <functional>
#include <utility>

namespace ui {

/// The latest network of a run in the list.
inline AskedNetwork networkOf(const RunRow& row)
{
    return {{row.id, -1}, row.live, row.summary.steps};
}

/// Sends the questions of one part of a view; only the newest question is answered. Destroying it
/// withdraws the question.
class Asker {
public:
    using Failed = std::function<void(const core::Failure&)>;
    using Progressed = std::function<void(const core::Progress&)>;

    Asker(ViewContext& context, Failed failed, Progressed progressed = {});

    /// Sends a question in place of the previous one. @param done  void(const Question::Answer&)
    template <class Question, class Done>
    void ask(const AskedNetwork& network, Question question, Done done)
    {
        m_network = network;
        const auto kept = std::make_shared<Question>(std::move(question));
        m_question = kept;
        m_again = [this, kept, done = std::move(done)] {
            send(core::AnyQuestion(*kept), [done](const core::AnyAnswer& answer) {
                done(std::as_const(answer.to<Question>()));
            });
        };
        again();
    }
    /// Sends a question unless it equals the last one, put to the same network.
    template <class Question, class Done>
    void follow(const AskedNetwork& network, Question question, Done done)
    {
        const Question* const last = this->last<Question>();
        if (last == nullptr || *last != question || m_network != network)
            ask(network, std::move(question), std::move(done));
    }
    /// The last question, which repeat() sends as it is then; null: it has another type.
    template <class Question> Question* last() const
    {
        const auto* kept = std::any_cast<std::shared_ptr<Question>>(&m_question);
        return kept != nullptr ? kept->get() : nullptr;
    }
    /// Sends the last question again because the network has been trained: after the pending
    /// answer, and as soon as ViewContext::pace() allows it.
    void repeat();
    /// Stops waiting for the user; fails at once with "cancelled".
    void cancel();
    /// Forgets the question; neither an answer nor a failure follows.
    void withdraw();
    bool waits() const { return m_waits; }

private:
    void send(const core::AnyQuestion& question,
              std::function<void(const core::AnyAnswer&)> answered);
    void again();
    void catchUp(); ///< Sends the question again, now or later, if the answer is out of date.
    bool ended(quint64 number); ///< @return whether `number` was the pending question.

    ViewContext& m_context;
    Failed m_failed;
    Progressed m_progressed;
    std::unique_ptr<Asked> m_asked;
    quint64 m_number = 0; ///< Number of the newest question.
    bool m_waits = false;
    bool m_behind = false; ///< The network has been trained since the last question.
    AskedNetwork m_network; ///< The network that the last question was put to.
    std::any m_question; ///< The last one; empty: none.
    std::function<void()> m_again; ///< Sends the last question.
    QElapsedTimer m_since; ///< Time since it was sent.
    QTimer m_later; ///< Runs until the pace allows the next question.
};

} // namespace ui
