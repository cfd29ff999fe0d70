#pragma once

#include "app/lab/worker_thread.h"

#include "core/base/monitor.h"
#include "core/catalogue/pretrained_vectors.h"
#include "core/data/corpus.h"
#include "core/data/preview.h"
#include "core/experiment/spec.h"
#include "core/text/text_preview.h"
#include "ui/setup/setup_panel.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

namespace app {

/// The parts of a spec that decide how texts become ids; the rest is default.
core::ExperimentSpec textsOf(const core::ExperimentSpec& spec);

/// The text settings of `spec`; for pairs, of source and target.
std::vector<core::TextSpec> textSettings(const core::ExperimentSpec& spec);

/// The lengths of texts under `spec`. @param counts  number of texts by their number of tokens.
ui::TokenLengths tokenLengths(const core::TextSpec& spec,
                              const std::optional<std::map<int64_t, int64_t>>& counts,
                              int64_t sample = 0);

/// Makes previews of data and text on its own thread, because they need no tensors and must not
/// wait for a training. A newer request of one kind ends the older one. The latest previews are
/// cached while their files do not change, so that undo and redo show them at once.
class PreviewService : public QObject {
    Q_OBJECT
public:
    explicit PreviewService(QObject* parent = nullptr);
    ~PreviewService() override; ///< Cancels what runs.

    /// Recognises paths that were dropped on a set-up of `task` and `base`; vectorsFound,
    /// `recognised` or both follow, or dataFailed.
    void recognise(const QStringList& paths, const std::string& task, const core::DataSpec& base);
    void previewData(const std::string& task, const core::DataSpec& spec);
    /// Previews all sides of the task of `spec`; textReady or pairTextReady follows.
    void previewText(const core::ExperimentSpec& spec);
    /// Counts the lengths of the texts in `data` under the text settings of `spec`; lengthsCounted
    /// follows.
    void countLengths(const core::ExperimentSpec& spec, const core::DataPreview& data);
    void forget(); ///< Clears the cache of previews.
    void cancelData();
    void cancelText();

Q_SIGNALS:
    void dataProgressed(const core::Progress& progress);
    /// A dropped file holds word vectors. @param alone  There is nothing else.
    void vectorsFound(const core::VectorFile& file, bool alone);
    void recognised(const core::RecognisedData& data);
    void dataReady(const core::DataPreview& preview);
    void dataFailed(
        const core::Failure& failure); ///< Also when cancelled, but not by a newer request.
    void lengthsCounted(const std::vector<ui::TokenLengths>& sides);
    void textProgressed(const core::Progress& progress);
    void textReady(const core::TextPreview& preview);
    void pairTextReady(const core::PairTextPreview& preview);
    void textFailed(const core::Failure& failure); ///< Likewise.

private:
    struct Cache;
    using Reporter = void (PreviewService::*)(const core::Progress&);
    core::Monitor monitor(const std::stop_source& stop, Reporter signal);
    /// Ends the current data job and runs `work`; calls `done` unless a newer one has started.
    template <class Work, class Done> void startData(Work work, Done done);
    template <class Work, class Done> void startText(Work work, Done done);

    std::stop_source m_dataStop, m_textStop, m_lengthStop;
    std::shared_ptr<Cache> m_cache; ///< The worker's: texts loaded last, previews made last.
    quint64 m_dataRequest = 0, m_textRequest = 0, m_lengthRequest = 0;
    WorkerThread m_worker; ///< Last: its end comes first.
};

} // namespace app
