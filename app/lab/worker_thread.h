#pragma once

#include "core/base/error.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace app {

/// One long-lived thread that does jobs in order. What a job returns goes back to the thread of
/// `context`; nothing goes back when `context` is gone by then. Exceptions end at this edge and
/// become a core::Failure.
class WorkerThread : public QObject {
    Q_OBJECT
public:
    explicit WorkerThread(const QString& name, QObject* parent = nullptr);
    ~WorkerThread() override; ///< Waits for the job in hand; drops those not begun.

    /// Queues `job`, which must not throw.
    void post(std::function<void()> job);

    /// Queues `work`; then calls done(result) or failed(failure) on the context's thread.
    template <class Work, class Done>
    void run(QObject* context, Work work, Done done,
             std::function<void(const core::Failure&)> failed)
    {
        QPointer<QObject> guard(context);
        post([guard, work = std::move(work), done = std::move(done), failed = std::move(failed)] {
            attempt(guard, work, done, failed);
        });
    }

    /// Does `work` on this thread and answers on the context's, as run() does.
    template <class Work, class Done>
    static void attempt(const QPointer<QObject>& context, const Work& work, const Done& done,
                        const std::function<void(const core::Failure&)>& failed)
    {
        try {
            // Shared, so that a large result is not copied on its way through the event queue.
            auto result = std::make_shared<decltype(work())>(work());
            answer(context, [done, result] { done(std::move(*result)); });
        } catch (...) {
            answer(context, [failed, failure = core::currentFailure()] { failed(failure); });
        }
    }

    /// Runs `call` on the GUI thread, unless `context` is gone by then. Any thread.
    static void answer(const QPointer<QObject>& context, std::function<void()> call);

private:
    QThread m_thread;
    QObject* m_place = nullptr; ///< Lives on m_thread; deleted by its finished signal.
    std::shared_ptr<std::atomic<bool>> m_closing;
};

} // namespace app
