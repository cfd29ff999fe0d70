#include "app/lab/preview_service.h"

#include "core/task/task_kinds.h"
#include "core/task/translation/translation_options.h"

#include <QElapsedTimer>
#include <QPointer>

namespace app {

namespace {

constexpr qint64 kProgressIntervalMs = 50;
constexpr size_t kSamples = 20; ///< Texts that are shown with their tokens.

std::vector<std::string> plain(const QStringList& paths)
{
    std::vector<std::string> all;
    for (const QString& path : paths)
        all.push_back(path.toStdString());
    return all;
}

/// Some raw texts from all over `texts`, for the preview's samples.
std::vector<std::string> spread(const core::TextColumn& texts, size_t wanted)
{
    std::vector<std::string> some;
    const size_t count = std::min(wanted, texts.size());
    for (size_t i = 0; i < count; ++i)
        some.emplace_back(texts[i * texts.size() / count]);
    return some;
}

} // namespace

/// Touched on the worker's thread only.
struct PreviewService::Cache {
    std::optional<core::DataSpec> spec; ///< Of `data`,
    core::TaskColumns columns; ///< and what it was read for.
    core::Corpus data;

    const core::Corpus& corpus(const core::ExperimentSpec& wanted, const core::Monitor& monitor)
    {
        const core::TaskColumns asked = core::columnsOfTask(wanted.task.kind);
        if (spec != wanted.data || columns != asked) {
            *this = Cache();
            data = core::loadCorpus(wanted.data, asked, monitor);
            spec = wanted.data;
            columns = asked;
        }
        return data;
    }
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

template <class Work, class Done> void PreviewService::startData(Work work, Done done)
{
    cancelData();
    m_dataStop = std::stop_source();
    const quint64 request = ++m_dataRequest;
    m_worker.run(
        this,
        [work = std::move(work), watch = monitor(m_dataStop, &PreviewService::dataProgressed)] {
            return work(watch);
        },
        [this, request, done = std::move(done)](const auto& result) {
            if (request == m_dataRequest)
                done(result);
        },
        [this, request](const core::Failure& failure) {
            if (request == m_dataRequest)
                Q_EMIT dataFailed(failure);
        });
}

template <class Work, class Done> void PreviewService::startText(Work work, Done done)
{
    cancelText();
    m_textStop = std::stop_source();
    const quint64 request = ++m_textRequest;
    m_worker.run(
        this,
        [work = std::move(work), cache = m_cache,
         watch = monitor(m_textStop, &PreviewService::textProgressed)] {
            return work(*cache, watch);
        },
        [this, request, done = std::move(done)](const auto& result) {
            if (request == m_textRequest)
                done(result);
        },
        [this, request](const core::Failure& failure) {
            if (request == m_textRequest)
                Q_EMIT textFailed(failure);
        });
}

void PreviewService::recognise(const QStringList& paths, const std::string& task,
                               const core::DataSpec& base)
{
    startData(
        [all = plain(paths), task, base](const core::Monitor&) {
            return core::recogniseData(all, task, core::taskColumns(), base);
        },
        [this](const core::RecognisedData& data) { Q_EMIT recognised(data); });
}

void PreviewService::previewData(const std::string& task, const core::DataSpec& spec)
{
    startData(
        [task, spec](const core::Monitor& watch) {
            return core::previewData(core::columnsOfTask(task), spec, watch);
        },
        [this](const core::DataPreview& preview) { Q_EMIT dataReady(preview); });
}

void PreviewService::previewText(const core::ExperimentSpec& spec)
{
    if (core::columnsOfTask(spec.task.kind).arePairs()) {
        startText(
            [spec](Cache& cache, const core::Monitor& watch) {
                const core::Corpus& set = cache.corpus(spec, watch);
                const auto texts = [](const core::CorpusPart& part) {
                    return core::PairTexts{part.texts(0), part.texts(1)};
                };
                const auto sources = spread(set.train.texts(0), kSamples);
                const auto targets = spread(set.train.texts(1), kSamples); // of the same pairs
                return core::previewPairText(spec.text, core::translationOptions(spec).targetText,
                                             texts(set.train), texts(set.valid), texts(set.test),
                                             {sources, targets}, watch);
            },
            [this](const core::PairTextPreview& preview) { Q_EMIT pairTextReady(preview); });
        return;
    }
    startText(
        [spec](Cache& cache, const core::Monitor& watch) {
            const core::Corpus& set = cache.corpus(spec, watch);
            return core::previewText(spec.text, set.train.texts(), set.valid.texts(),
                                     set.test.texts(), spread(set.train.texts(), kSamples), watch);
        },
        [this](const core::TextPreview& preview) { Q_EMIT textReady(preview); });
}

} // namespace app
