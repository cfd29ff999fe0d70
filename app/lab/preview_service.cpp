#include "app/lab/preview_service.h"

#include <QElapsedTimer>
#include <QPointer>

namespace app {

namespace {

constexpr qint64 kProgressIntervalMs = 50;

std::vector<std::string> plain(const QStringList& paths)
{
    std::vector<std::string> all;
    for (const QString& path : paths)
        all.push_back(path.toStdString());
    return all;
}

/// Some raw texts from all over `texts`, for the preview's samples.
std::vector<std::string> spread(const std::vector<std::string>& texts, size_t wanted)
{
    std::vector<std::string> some;
    const size_t count = std::min(wanted, texts.size());
    for (size_t i = 0; i < count; ++i)
        some.push_back(texts[i * texts.size() / count]);
    return some;
}

} // namespace

/// Touched on the worker's thread only.
struct PreviewService::Cache {
    std::optional<core::DataSpec> spec;
    core::DataSet data;
};

PreviewService::PreviewService(QObject* parent)
    : QObject(parent), m_cache(std::make_shared<Cache>()), m_worker(QStringLiteral("previews"))
{
}

PreviewService::~PreviewService()
{
    cancelData();
    cancelText();
}

void PreviewService::cancelData()
{
    m_dataStop.request_stop();
}
void PreviewService::cancelText()
{
    m_textStop.request_stop();
}

core::Monitor PreviewService::monitor(const std::stop_source& stop, Reporter signal)
{
    // Readers report often; the window needs no more than twenty a second.
    auto clock = std::make_shared<QElapsedTimer>();
    QPointer<QObject> self(this);
    return core::Monitor(stop.get_token(),
                         [self, this, clock, signal](const core::Progress& progress) {
                             if (clock->isValid() && clock->elapsed() < kProgressIntervalMs)
                                 return;
                             clock->start();
                             WorkerThread::answer(self, [this, signal, progress] {
                                 Q_EMIT(this->*signal)(progress);
                             });
                         });
}

void PreviewService::recognise(const QStringList& paths, const core::DataSpec& base)
{
    startData([all = plain(paths), base] { return core::dataSpecFromPaths(all, base); });
}

void PreviewService::previewData(const core::DataSpec& spec)
{
    startData([spec] { return spec; });
}

void PreviewService::startData(std::function<core::DataSpec()> makeSpec)
{
    cancelData();
    m_dataStop = std::stop_source();
    const quint64 request = ++m_dataRequest;
    m_worker.run(
        this,
        [makeSpec = std::move(makeSpec),
         watch = monitor(m_dataStop, &PreviewService::dataProgressed)] {
            return core::previewData(makeSpec(), watch);
        },
        [this, request](const core::DataPreview& preview) {
            if (request == m_dataRequest)
                Q_EMIT dataReady(preview);
        },
        [this, request](const core::Failure& failure) {
            if (request == m_dataRequest)
                Q_EMIT dataFailed(failure);
        });
}

void PreviewService::previewText(const core::DataSpec& data, const core::TextSpec& text)
{
    constexpr size_t kSamples = 20;
    cancelText();
    m_textStop = std::stop_source();
    const quint64 request = ++m_textRequest;
    m_worker.run(
        this,
        [data, text, cache = m_cache,
         watch = monitor(m_textStop, &PreviewService::textProgressed)] {
            if (cache->spec != data) {
                cache->spec.reset();
                cache->data = core::loadData(data, watch);
                cache->spec = data;
            }
            const core::DataSet& set = cache->data;
            return core::previewText(text, set.train.texts, set.valid.texts, set.test.texts,
                                     spread(set.train.texts, kSamples), watch);
        },
        [this, request](const core::TextPreview& preview) {
            if (request == m_textRequest)
                Q_EMIT textReady(preview);
        },
        [this, request](const core::Failure& failure) {
            if (request == m_textRequest && failure.code != core::ErrorCode::Cancelled)
                Q_EMIT textFailed(failure);
        });
}

} // namespace app
