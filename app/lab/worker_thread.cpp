#include "app/lab/worker_thread.h"

#include <QCoreApplication>

#include <utility>

namespace app {

WorkerThread::WorkerThread(const QString& name, QObject* parent)
    : QObject(parent), m_place(new QObject)
{
    m_thread.setObjectName(name);
    m_place->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_place, &QObject::deleteLater);
    m_thread.start();
}

WorkerThread::~WorkerThread()
{
    m_stop.request_stop();
    m_thread.quit();
    m_thread.wait();
}

void WorkerThread::post(std::function<void()> job)
{
    QMetaObject::invokeMethod(
        m_place,
        [job = std::move(job), stop = m_stop.get_token()] {
            if (!stop.stop_requested())
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

void WorkerThread::onGuiThread(const std::function<void()>& call)
{
    QCoreApplication* const application = QCoreApplication::instance();
    if (application == nullptr || QThread::currentThread() == application->thread())
        call();
    else
        QMetaObject::invokeMethod(application, call, Qt::QueuedConnection);
}

} // namespace app
