#pragma once

#include "app/lab/worker_thread.h"

#include "core/base/monitor.h"
#include "core/data/data_set.h"
#include "core/data/preview.h"
#include "core/experiment/spec.h"
#include "core/text/text_preview.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

namespace app {

/// Previews of data and text on a thread of their own: they need no tensors, and a training must
/// not hold them up. A newer request of one kind ends the older one.
class PreviewService : public QObject {
    Q_OBJECT
public:
    explicit PreviewService(QObject* parent = nullptr);
    ~PreviewService() override; ///< Cancels what runs.

    /// Recognises what was dropped and previews it.
    void recognise(const QStringList& paths, const core::DataSpec& base);
    void previewData(const core::DataSpec& spec);
    void previewText(const core::DataSpec& data, const core::TextSpec& text);
    void cancelData();
    void cancelText();

Q_SIGNALS:
    void dataProgressed(const core::Progress& progress);
    void dataReady(const core::DataPreview& preview);
    void dataFailed(const core::Failure& failure); ///< Not for a cancelled one.
    void textProgressed(const core::Progress& progress);
    void textReady(const core::TextPreview& preview);
    void textFailed(const core::Failure& failure);

private:
    struct Cache;
    using Reporter = void (PreviewService::*)(const core::Progress&);
    core::Monitor monitor(const std::stop_source& stop, Reporter signal);
    void startData(std::function<core::DataSpec()> makeSpec);

    std::stop_source m_dataStop, m_textStop;
    std::shared_ptr<Cache> m_cache; ///< The worker's: texts loaded last.
    quint64 m_dataRequest = 0, m_textRequest = 0;
    WorkerThread m_worker; ///< Last: its end comes first.
};

} // namespace app
