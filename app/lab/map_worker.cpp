#include "app/lab/map_worker.h"

#include "core/base/parallel_blocks.h"
#include "core/projection/alignment.h"
#include "core/projection/clusters.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <utility>

namespace app {

namespace {

constexpr double kSliceSeconds = 0.05; ///< Twenty pictures a second.
constexpr size_t kWhole = 20000; ///< Points; of more a sample of neighbours is judged.
constexpr size_t kSample = 2000;

double secondsNow()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace

/// A map. The hearer belongs to the GUI thread, the rest to the worker.
struct MapWorker::Job {
    Order order;
    std::shared_ptr<Hearer> hearer; ///< Emptied when the map is withdrawn.
    std::stop_source stop;
    std::atomic<bool> paused{false}, seen{true}; ///< seen: the last picture was taken.
    std::optional<core::Tsne> tsne{};
    double spent = 0.0; ///< Seconds of iterations.

    core::VectorsView vectors() const { return {*order.vectors, order.features}; }
    core::Monitor monitor(const QPointer<QObject>& context) const
    {
        return {stop.get_token(), [context, heard = hearer](const core::Progress& progress) {
                    WorkerThread::answer(context, [heard, progress] {
                        if (heard->progressed)
                            heard->progressed(progress);
                    });
                }};
    }

    /// @return whether there is more to do.
    bool advance(const QPointer<QObject>& context)
    {
        if (order.options.iterations == 0) {
            judge(context, order.start, nullptr);
            return false;
        }
        if (!tsne) {
            tsne.emplace(vectors(), order.options, monitor(context));
            if (!order.start.empty())
                tsne->startFrom(order.start);
            return true;
        }
        const double begin = secondsNow();
        while (!tsne->isDone() && secondsNow() - begin < kSliceSeconds && !stop.stop_requested())
            tsne->step(1);
        spent += secondsNow() - begin;
        if (seen.exchange(false) || tsne->isDone())
            show(context);
        if (!tsne->isDone())
            return true;
        judge(context, tsne->points(), &tsne->nearest());
        return false;
    }

    void show(const QPointer<QObject>& context)
    {
        ui::MapService::Moment moment{tsne->points(), tsne->iteration(), order.options.iterations,
                                      -1.0};
        if (!order.start.empty())
            moment.points = core::aligned(moment.points, order.start);
        if (moment.iteration > 0)
            moment.secondsLeft
                = spent / moment.iteration * (order.options.iterations - moment.iteration);
        WorkerThread::answer(
            context, [this, heard = hearer, moment = std::move(moment), self = self.lock()] {
                seen = true;
                if (heard->moved)
                    heard->moved(moment);
            });
    }

    void judge(const QPointer<QObject>& context, const core::MapPoints& points,
               const core::NearestRows* known)
    {
        constexpr size_t kFew = 10, kMany = 50;
        const size_t count = points.size() / 2, threads = core::threadsFor(count);
        std::vector<int32_t> asked;
        for (size_t i = 0; count > kWhole && i < kSample; ++i)
            asked.push_back(int32_t(i * count / kSample));
        const core::NearestRows inSpace = known != nullptr && asked.empty() && known->count >= kMany
            ? *known
            : core::nearestRows(vectors(), kMany, asked, threads, monitor(context));
        const core::NearestRows inMap
            = core::nearestRows(core::VectorsView(points, 2), kMany, asked, threads,
                                core::Monitor(stop.get_token(), {}));
        ui::MapService::Judgement judgement{core::neighbourRecall(inSpace, inMap, kFew),
                                            core::neighbourRecall(inSpace, inMap, kMany),
                                            core::clustersOf(vectors(), ui::MapService::kClusters,
                                                             order.options.seed, threads,
                                                             core::Monitor(stop.get_token(), {}))};
        WorkerThread::answer(context, [heard = hearer, judgement = std::move(judgement)] {
            if (heard->judged)
                heard->judged(judgement);
        });
    }

    std::weak_ptr<Job> self;
};

class MapWorker::Handle : public ui::MapWork {
public:
    Handle(MapWorker& worker, std::shared_ptr<Job> job) : m_worker(&worker), m_job(std::move(job))
    {
    }
    ~Handle() override
    {
        *m_job->hearer = {};
        m_job->stop.request_stop();
    }
    void setPaused(bool paused) override
    {
        if (m_job->paused.exchange(paused) && !paused && m_worker)
            m_worker->post(m_job);
    }

private:
    QPointer<MapWorker> m_worker;
    std::shared_ptr<Job> m_job;
};

MapWorker::MapWorker(QObject* parent) : MapService(parent), m_thread(QStringLiteral("maps"))
{
    m_thread.post([] {
        constexpr int kNicer = 5; // The window and a training go first.
        [[maybe_unused]] const int reached = ::nice(kNicer);
    });
}

MapWorker::~MapWorker()
{
    for (const std::weak_ptr<Job>& each : m_jobs)
        if (const auto job = each.lock())
            job->stop.request_stop();
}

std::unique_ptr<ui::MapWork> MapWorker::start(Order order, Hearer hearer)
{
    std::erase_if(m_jobs, [](const std::weak_ptr<Job>& each) { return each.expired(); });
    auto job = std::make_shared<Job>();
    job->order = std::move(order);
    job->order.options.threads = core::threadsFor(job->vectors().count);
    job->hearer = WorkerThread::endedOnGuiThread(std::move(hearer));
    job->self = job;
    m_jobs.push_back(job);
    post(job);
    return std::make_unique<Handle>(*this, job);
}

/// One slice; the next is queued behind those of other maps.
void MapWorker::post(const std::shared_ptr<Job>& job)
{
    m_thread.post([this, job, context = QPointer<QObject>(this)] {
        if (job->stop.stop_requested() || job->paused)
            return;
        try {
            if (job->advance(context))
                post(job);
        } catch (...) {
            WorkerThread::answer(context, [heard = job->hearer, failure = core::currentFailure()] {
                if (heard->failed && failure.code != core::ErrorCode::Cancelled)
                    heard->failed(failure);
            });
        }
    });
}

} // namespace app
