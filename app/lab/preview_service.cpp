#include "app/lab/preview_service.h"

#include "core/data/corpus_cache.h"
#include "core/data/length_histogram.h"
#include "core/task/task_kinds.h"
#include "core/task/translation/translation_options.h"
#include "core/text/tokenisers/tokeniser.h"

#include <QElapsedTimer>
#include <QPointer>

#include <algorithm>
#include <deque>

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

/// Sizes and times of the files of a spec. Also empty if they cannot be read, which their reader
/// reports.
std::string stampsOf(const core::DataSpec& spec)
{
    try {
        return core::stampsOf(core::filesOnDisk(spec));
    } catch (const core::Error&) {
        return {};
    }
}

core::BlankText blankOf(const std::string& task)
{
    return core::columnsOfTask(task).answer() ? core::BlankText::UnknownToken
                                              : core::BlankText::NoToken;
}

/// The parts of a spec that decide its data.
core::ExperimentSpec dataOf(const std::string& task, const core::DataSpec& data)
{
    core::ExperimentSpec spec;
    spec.task = {task, core::Json::object()};
    spec.data = data;
    return spec;
}

} // namespace

core::ExperimentSpec textsOf(const core::ExperimentSpec& spec)
{
    core::ExperimentSpec texts = dataOf(spec.task.kind, spec.data);
    texts.text = spec.text;
    if (const auto target = spec.task.options.find("target_text");
        target != spec.task.options.end())
        texts.task.options["target_text"] = *target;
    return texts;
}

std::vector<core::TextSpec> textSettings(const core::ExperimentSpec& spec)
{
    std::vector<core::TextSpec> settings{spec.text};
    if (!core::columnsOfTask(spec.task.kind).arePairs())
        return settings;
    settings.push_back(core::translationOptions(spec).targetText);
    if (settings.back().joint)
        settings.back().tokeniser = spec.text.tokeniser;
    return settings;
}

ui::TokenLengths tokenLengths(const core::TextSpec& spec,
                              const std::optional<std::map<int64_t, int64_t>>& counts,
                              int64_t sample)
{
    ui::TokenLengths side{spec.tokeniser.kind, std::nullopt, sample};
    for (const core::KindDescription& kind : core::tokeniserKinds()) {
        if (kind.id == spec.tokeniser.kind)
            side.tokeniser = kind.title;
    }
    if (!counts)
        return side;
    core::LengthCounter counter;
    double tokens = 0.0, all = 0.0;
    for (const auto& [length, texts] : *counts) {
        counter.add(length, texts);
        tokens += double(length) * double(texts);
        all += double(texts);
    }
    side.mean = all > 0.0 ? tokens / all : 0.0;
    side.lengths = counter.histogram();
    return side;
}

/// Used on the worker's thread only.
struct PreviewService::Cache {
    /// The latest values, each for a spec and the state of its files.
    template <class Value> class Latest {
    public:
        const Value* find(const core::ExperimentSpec& spec, const std::string& stamps) const
        {
            const auto found = std::find_if(m_all.begin(), m_all.end(), [&](const Entry& entry) {
                return entry.spec == spec && entry.stamps == stamps;
            });
            return found == m_all.end() ? nullptr : &found->value;
        }
        void keep(const core::ExperimentSpec& spec, const std::string& stamps, const Value& value)
        {
            constexpr size_t kMost = 8;
            m_all.push_front({spec, stamps, value});
            if (m_all.size() > kMost)
                m_all.pop_back();
        }
        /// The value of `spec`, made by `make` unless it is cached.
        template <class Make> Value value(const core::ExperimentSpec& spec, Make make)
        {
            const std::string stamps = stampsOf(spec.data);
            if (const Value* kept = find(spec, stamps))
                return *kept;
            Value made = make();
            keep(spec, stamps, made);
            return made;
        }

    private:
        struct Entry {
            core::ExperimentSpec spec;
            std::string stamps;
            Value value;
        };
        std::deque<Entry> m_all;
    };

    std::optional<core::DataSpec> spec; ///< Of `data`,
    core::TaskColumns columns; ///< and what it was read for.
    core::Corpus data;
    Latest<core::DataPreview> dataPreviews;
    Latest<core::TextPreview> textPreviews;
    Latest<core::PairTextPreview> pairTextPreviews;

    const core::Corpus& corpus(const core::ExperimentSpec& wanted, const core::Monitor& monitor)
    {
        const core::TaskColumns asked = core::columnsOfTask(wanted.task.kind);
        if (spec != wanted.data || columns != asked) {
            spec.reset();
            data = {};
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
    m_lengthStop.request_stop();
}

void PreviewService::forget()
{
    m_worker.post([cache = m_cache] {
        cache->dataPreviews = {};
        cache->textPreviews = {};
        cache->pairTextPreviews = {};
    });
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
    // The window needs at most twenty reports per second.
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
        [all = plain(paths), task, base](const core::Monitor& watch) {
            const core::SortedPaths sorted = core::sortedPaths(all);
            std::optional<core::RecognisedData> data;
            if (!sorted.data.empty())
                data = core::recogniseDropped(sorted.data, task, core::taskColumns(), base, watch);
            return std::pair(sorted.vectors, data);
        },
        [this](const std::pair<std::optional<core::VectorFile>,
                               std::optional<core::RecognisedData>>& found) {
            const auto& [vectors, data] = found;
            if (vectors)
                Q_EMIT vectorsFound(*vectors, !data);
            if (data)
                Q_EMIT recognised(*data);
        });
}

void PreviewService::previewData(const std::string& task, const core::DataSpec& spec)
{
    startData(
        [task, spec, cache = m_cache](const core::Monitor& watch) {
            const core::ExperimentSpec asked = dataOf(task, spec);
            const core::DataPreview preview = cache->dataPreviews.value(
                asked, [&] { return core::previewData(core::columnsOfTask(task), spec, watch); });
            const core::ExperimentSpec recognised = dataOf(task, preview.spec);
            const std::string stamps = stampsOf(preview.spec);
            if (cache->dataPreviews.find(recognised, stamps) == nullptr)
                cache->dataPreviews.keep(recognised, stamps, preview); // As it is asked for next.
            return preview;
        },
        [this](const core::DataPreview& preview) { Q_EMIT dataReady(preview); });
}

void PreviewService::countLengths(const core::ExperimentSpec& spec, const core::DataPreview& data)
{
    m_lengthStop.request_stop();
    m_lengthStop = std::stop_source();
    const quint64 request = ++m_lengthRequest;
    const std::vector<core::TextSpec> settings = textSettings(spec);
    std::vector<std::vector<std::string>> texts{data.sampleTexts};
    if (settings.size() > 1)
        texts.push_back(data.sampleLabels);
    const auto counted = int64_t(data.sampleTexts.size());
    m_worker.run(
        this,
        [settings, texts, blank = blankOf(spec.task.kind),
         sample = counted < data.trainRows ? counted : 0,
         watch = core::Monitor(m_lengthStop.get_token(), {})] {
            std::vector<ui::TokenLengths> sides;
            for (size_t i = 0; i < texts.size(); ++i)
                sides.push_back(tokenLengths(
                    settings[i], core::countedTokens(settings[i], texts[i], watch, blank), sample));
            return sides;
        },
        [this, request](const std::vector<ui::TokenLengths>& sides) {
            if (request == m_lengthRequest)
                Q_EMIT lengthsCounted(sides);
        },
        [](const core::Failure&) {}); // Word counts stay; the form shows the problem.
}

void PreviewService::previewText(const core::ExperimentSpec& spec)
{
    if (core::columnsOfTask(spec.task.kind).arePairs()) {
        startText(
            [spec](Cache& cache, const core::Monitor& watch) {
                return cache.pairTextPreviews.value(textsOf(spec), [&] {
                    const core::Corpus& set = cache.corpus(spec, watch);
                    const auto texts = [](const core::CorpusPart& part) {
                        return core::PairTexts{part.texts(0), part.texts(1)};
                    };
                    const auto sources = spread(set.train.texts(0), kSamples);
                    const auto targets = spread(set.train.texts(1), kSamples); // of the same pairs
                    return core::previewPairText(
                        spec.text, core::translationOptions(spec).targetText, texts(set.train),
                        texts(set.valid), texts(set.test), {sources, targets}, watch);
                });
            },
            [this](const core::PairTextPreview& preview) { Q_EMIT pairTextReady(preview); });
        return;
    }
    startText(
        [spec](Cache& cache, const core::Monitor& watch) {
            return cache.textPreviews.value(textsOf(spec), [&] {
                const core::Corpus& set = cache.corpus(spec, watch);
                return core::previewText(spec.text, set.train.texts(), set.valid.texts(),
                                         set.test.texts(), spread(set.train.texts(), kSamples),
                                         watch, blankOf(spec.task.kind));
            });
        },
        [this](const core::TextPreview& preview) { Q_EMIT textReady(preview); });
}

} // namespace app
