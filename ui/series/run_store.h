#pragma once

#include "ui/series/run_curves.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace ui {

/// The series of all runs that views draw. Each is read from its file once and joined with the
/// reports of its training. Because the file lags behind the reports, only this store joins them;
/// views listen to changed() and read the columns.
class RunStore : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Null: nothing is known of it. The columns outlive keepOnly() as long as a view holds them.
    std::shared_ptr<RunCurves> find(const QString& run) const;
    /// Has the run's file read, unless it was read already and has not grown since.
    /// @param steps  number of updates in the file.
    void want(const QString& run, int64_t steps);
    bool isRead(const QString& run) const; ///< Also if its file could not be read.
    void keepOnly(const std::set<QString>& runs); ///< Others are forgotten.

    void setHistory(const QString& run, const core::RunHistory& history);
    void append(const QString& run, const std::vector<core::UpdateReport>& updates);
    void append(const QString& run, const core::EpochReport& epoch);
    void markResumed(const QString& run, int64_t step);
    void markChanges(const QString& run, const std::vector<core::SettingChange>& changes);

Q_SIGNALS:
    void requested(const QString& run); ///< setHistory() must follow.
    void changed(const QString& run);

private:
    struct Entry {
        std::shared_ptr<RunCurves> curves = std::make_shared<RunCurves>();
        int64_t wanted = -1; ///< Updates in the file at the last request; -1: none.
        bool waiting = false; ///< The file is being read.
        bool read = false;
        bool complete = false; ///< The file held updates; a new file is empty.
        bool known = false; ///< It has a history or reports.
    };

    void request(const QString& run, Entry& entry);
    void change(const QString& run, const std::function<void(RunCurves&)>& work);

    std::map<QString, Entry> m_runs;
};

} // namespace ui
