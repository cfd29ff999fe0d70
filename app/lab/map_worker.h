#pragma once

#include "app/lab/worker_thread.h"

#include "ui/map/map_service.h"

#include <memory>
#include <vector>

namespace app {

/// Moves the points of maps on a thread of its own, a slice of time for each map in turn.
class MapWorker : public ui::MapService {
    Q_OBJECT
public:
    explicit MapWorker(QObject* parent = nullptr);
    ~MapWorker() override;

    std::unique_ptr<ui::MapWork> start(Order order, Hearer hearer) override;

private:
    struct Job;
    class Handle;
    void post(const std::shared_ptr<Job>& job);

    std::vector<std::weak_ptr<Job>> m_jobs;
    WorkerThread m_thread; ///< Ends first.
};

} // namespace app
