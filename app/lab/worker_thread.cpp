#include "app/lab/worker_thread.h"

#include <QCoreApplication>

#include <atomic>

namespace app {

WorkerThread::WorkerThread(const QString& name, QObject* parent)
    : QObject(parent), m_place(new QObject), m_closing(std::make_shared<std::atomic<bool>>(false))
{
    m_thread.setObjectName(name);
    m_place->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_place, &QObject::deleteLater);
    m_thread.start();
}

WorkerThread::~WorkerThread()
{
    m_closing->store(true);
    m_thread.quit();
    m_thread.wait();
}

void WorkerThread::post(std::function<void()> job)
{
    QMetaObject::invokeMethod(
        m_place,
        [job = std::move(job), closing = m_closing] {
            if (!closing->load())
                job();
        },
        Qt::QueuedConnection);
}

void WorkerThread::answer(const QPointer<QObject>& context, std::function<void()> call)
{
    // Through the application object, which outlives the workers: asking the context itself from
    // here could race with its end. The guard is looked at on the GUI thread, where contexts die.
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [context, call = std::move(call)] {
            if (context)
                call();
        },
        Qt::QueuedConnection);
}

} // namespace app
