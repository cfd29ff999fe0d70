#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace app {

/// One long-lived thread that runs jobs in order. The result of a job is passed to the GUI thread,
/// unless `context` has been destroyed. Exceptions are caught here and become a core::Failure.
class WorkerThread : public QObject {
    Q_OBJECT
public:
    explicit WorkerThread(const QString& name, QObject* parent = nullptr);
    /// Drops jobs that have not started and waits for the current one, which monitor() stops.
    ~WorkerThread() override;

    /// For long jobs: requests a stop when the thread must end.
    core::Monitor monitor() const { return {m_stop.get_token(), {}}; }

    /// Queues `job`, which must not throw.
    void post(std::function<void()> job);

    /// Queues `work`; then calls done(result) or failed(failure) on the context's thread.
    template <class Work, class Done>
    void run(QObject* context, Work work, Done done,
             std::function<void(const core::Failure&)> failed)
    {
        post([guard = QPointer<QObject>(context), work = std::move(work),
              hearer = hearerOf(std::move(done), std::move(failed))] {
            attempt(guard, work, hearer);
        });
    }

    /// The callbacks of a job. They may hold parts of the window.
    template <class Done> struct Hearer {
        Done done;
        std::function<void(const core::Failure&)> failed;
    };
    template <class Done>
    static std::shared_ptr<const Hearer<Done>> hearerOf(
        Done done, std::function<void(const core::Failure&)> failed)
    {
        return endedOnGuiThread(Hearer<Done>{std::move(done), std::move(failed)});
    }

    /// Does `work` on this thread and answers on the GUI thread, as run() does.
    template <class Work, class Done>
    static void attempt(const QPointer<QObject>& context, const Work& work,
                        const std::shared_ptr<const Hearer<Done>>& hearer)
    {
        try {
            // Shared, so that a large result is not copied on its way through the event queue.
            auto result = std::make_shared<decltype(work())>(work());
            answer(context, [hearer, result] { hearer->done(std::move(*result)); });
        } catch (...) {
            answer(context,
                   [hearer, failure = core::currentFailure()] { hearer->failed(failure); });
        }
    }

    /// Shares `value`; it is destroyed on the GUI thread, whichever thread releases it last.
    template <class Value> static std::shared_ptr<Value> endedOnGuiThread(Value value)
    {
        return {new Value(std::move(value)),
                [](Value* last) { onGuiThread([last] { delete last; }); }};
    }

    /// Runs `call` on the GUI thread, unless `context` is gone by then. Any thread.
    static void answer(const QPointer<QObject>& context, std::function<void()> call);

private:
    /// At once where this is that thread.
    static void onGuiThread(const std::function<void()>& call);

    QThread m_thread;
    QObject* m_place = nullptr; ///< Lives on m_thread; deleted by its finished signal.
    std::stop_source m_stop;
};

} // namespace app
