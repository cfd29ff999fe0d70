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

/// One place of a view where answers appear: of the questions asked for it one after the other only
/// the newest one's answer is shown. Owned by its view, and with it all that is asked ends.
class Asker {
public:
    using Failed = std::function<void(const core::Failure&)>;
    using Progressed = std::function<void(const core::Progress&)>;

    Asker(ViewContext& context, Failed failed, Progressed progressed = {});

    /// Asks in place of what was asked before. @param done  void(const Question::Answer&)
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
    /// Asks, unless this very question was the last one and of the same network.
    template <class Question, class Done>
    void follow(const AskedNetwork& network, Question question, Done done)
    {
        const Question* const last = this->last<Question>();
        if (last == nullptr || *last != question || m_network != network)
            ask(network, std::move(question), std::move(done));
    }
    /// The last question, to be completed for repeat() by what its answer brought; null: it was of
    /// another type.
    template <class Question> Question* last() const
    {
        const auto* kept = std::any_cast<std::shared_ptr<Question>>(&m_question);
        return kept != nullptr ? kept->get() : nullptr;
    }
    /// The last question once more, because the network has learnt: after the answer that is under
    /// way, and as soon as ViewContext::pace() allows it.
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
    void catchUp(); ///< Asks again, now or later, what the network has learnt since.
    bool ended(quint64 number); ///< Whether `number` is the newest; then it is over.

    ViewContext& m_context;
    Failed m_failed;
    Progressed m_progressed;
    std::unique_ptr<Asked> m_asked;
    quint64 m_number = 0; ///< Of the newest question.
    bool m_waits = false;
    bool m_behind = false; ///< The network has learnt since the last question.
    AskedNetwork m_network; ///< To which the last question was put.
    std::any m_question; ///< The last one; empty: none.
    std::function<void()> m_again; ///< Asks it.
    QElapsedTimer m_since; ///< It was asked.
    QTimer m_later; ///< Until the pace allows the next look.
};

} // namespace ui
