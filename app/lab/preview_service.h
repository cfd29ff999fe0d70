#pragma once

#include "app/lab/worker_thread.h"

#include "core/base/monitor.h"
#include "core/data/corpus.h"
#include "core/data/preview.h"
#include "core/experiment/spec.h"
#include "core/text/text_preview.h"
#include "ui/setup/token_lengths.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

namespace app {

/// Of a spec what decides how its texts become ids; all else as by default.
core::ExperimentSpec textsOf(const core::ExperimentSpec& spec);

/// How the texts of `spec` become tokens; of pairs, those of the source and of the target.
std::vector<core::TextSpec> textSettings(const core::ExperimentSpec& spec);

/// What `counts`, texts by how many tokens they have under `spec`, show.
ui::TokenLengths tokenLengths(const core::TextSpec& spec,
                              const std::optional<std::map<int64_t, int64_t>>& counts,
                              int64_t sample = 0);

/// Previews of data and text on a thread of their own: they need no tensors, and a training must
/// not hold them up. A newer request of one kind ends the older one. Who undoes and redoes comes
/// back to data at once: the latest previews are kept, as long as their files are as they were.
class PreviewService : public QObject {
    Q_OBJECT
public:
    explicit PreviewService(QObject* parent = nullptr);
    ~PreviewService() override; ///< Cancels what runs.

    /// Finds out what was dropped; `recognised` or dataFailed follows.
    void recognise(const QStringList& paths, const std::string& task, const core::DataSpec& base);
    void previewData(const std::string& task, const core::DataSpec& spec);
    /// Of all sides that the task of `spec` has: textReady or pairTextReady follows.
    void previewText(const core::ExperimentSpec& spec);
    /// Lengths of the texts that `data` shows, under the text settings of `spec`: lengthsCounted
    /// follows.
    void countLengths(const core::ExperimentSpec& spec, const core::DataPreview& data);
    void forget(); ///< What was previewed: the next previews are made anew.
    void cancelData();
    void cancelText();

Q_SIGNALS:
    void dataProgressed(const core::Progress& progress);
    void recognised(const core::RecognisedData& data);
    void dataReady(const core::DataPreview& preview);
    void dataFailed(const core::Failure& failure); ///< Or cancelled; not for a newer request.
    void lengthsCounted(const std::vector<ui::TokenLengths>& sides);
    void textProgressed(const core::Progress& progress);
    void textReady(const core::TextPreview& preview);
    void pairTextReady(const core::PairTextPreview& preview);
    void textFailed(const core::Failure& failure); ///< Likewise.

private:
    struct Cache;
    using Reporter = void (PreviewService::*)(const core::Progress&);
    core::Monitor monitor(const std::stop_source& stop, Reporter signal);
    /// Ends the data job under way and does `work`; `done` only where no newer one came.
    template <class Work, class Done> void startData(Work work, Done done);
    template <class Work, class Done> void startText(Work work, Done done);

    std::stop_source m_dataStop, m_textStop, m_lengthStop;
    std::shared_ptr<Cache> m_cache; ///< The worker's: texts loaded last, previews made last.
    quint64 m_dataRequest = 0, m_textRequest = 0, m_lengthRequest = 0;
    WorkerThread m_worker; ///< Last: its end comes first.
};

} // namespace app
