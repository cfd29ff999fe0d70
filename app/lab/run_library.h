#pragma once

#include "app/lab/worker_thread.h"

#include "ui/runs/run_row.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace app {

/// The runs that the window lists: those in the runs folder and those opened from elsewhere. Reads
/// them on a thread of its own.
class RunLibrary : public QObject {
    Q_OBJECT
public:
    /// @param folder  where new runs go; made when the first run starts.
    explicit RunLibrary(const QString& folder, QObject* parent = nullptr);

    const std::vector<ui::RunRow>& rows() const { return m_rows; }
    const ui::RunRow* find(const QString& run) const;
    QString folder() const { return m_folder; }

    void readAll(); ///< The runs folder; `changed` follows.
    void open(const QString& run); ///< From anywhere; `opened` or `failed` follows.
    void reread(const QString& run); ///< Its summary from disk.
    void forget(const QString& run); ///< Off the list; the folder stays.
    void setShown(const QString& run, bool shown);
    void setLive(const QString& run, bool live);
    /// Lists a run that is about to be trained.
    void add(const core::RunSummary& summary);
    void noteUpdate(const QString& run, const core::UpdateReport& report);
    void noteEpoch(const QString& run, const core::EpochReport& report);
    void noteChange(const QString& run, const core::ChangeReport& report);
    void setState(const QString& run, core::RunState state);

    /// Reads every point of a run; `historyRead` follows, of a run that cannot be read with none
    /// and after `failed`.
    void readHistory(const QString& run);

    QStringList forgotten() const { return m_forgotten; }
    void setForgotten(const QStringList& runs) { m_forgotten = runs; }

Q_SIGNALS:
    void changed();
    void opened(const QString& run);
    void historyRead(const QString& run, const core::RunHistory& history);
    void failed(const core::Failure& failure);

private:
    ui::RunRow* row(const QString& run);
    void put(const core::RunSummary& summary);

    QString m_folder;
    std::vector<ui::RunRow> m_rows;
    QStringList m_forgotten;
    int m_nextColour = 0;
    WorkerThread m_reader;
};

} // namespace app
