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

/// The trainings of all runs that views draw, each read from its file once and joined with what is
/// reported while it is trained. The file is written a little later than the reports come, so that
/// only one place may join them: views hear of a change here and look at the columns.
class RunStore : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Null: nothing is known of it. What a view holds stays, also when the run is forgotten.
    std::shared_ptr<RunCurves> find(const QString& run) const;
    /// Has its file read, unless that was done already or the file has grown meanwhile.
    /// @param steps  updates that the file should hold.
    void want(const QString& run, int64_t steps);
    bool isRead(const QString& run) const; ///< Its file was, or could not be.
    void keepOnly(const std::set<QString>& runs); ///< Others are forgotten.

    void setHistory(const QString& run, const core::RunHistory& history);
    void append(const QString& run, const std::vector<core::UpdateReport>& updates);
    void append(const QString& run, const core::EpochReport& epoch);
    void markResumed(const QString& run, int64_t step);
    void markChanges(const QString& run, const std::vector<core::SettingChange>& changes);

Q_SIGNALS:
    void requested(const QString& run); ///< setHistory() is to follow.
    void changed(const QString& run);

private:
    struct Entry {
        std::shared_ptr<RunCurves> curves = std::make_shared<RunCurves>();
        int64_t wanted = -1; ///< Updates that the file held when it was last asked for.
        bool waiting = false; ///< For the file.
        bool read = false;
        bool complete = false; ///< It held something: a file that has just been begun does not.
        bool known = false; ///< Something was told of it.
    };

    void request(const QString& run, Entry& entry);
    void change(const QString& run, const std::function<void(RunCurves&)>& work);

    std::map<QString, Entry> m_runs;
};

} // namespace ui
