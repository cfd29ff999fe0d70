#pragma once

#include "app/lab/worker_thread.h"

#include "core/train/run_trash.h"
#include "ui/view/view_context.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <functional>
#include <optional>
#include <vector>

namespace app {

/// The runs that the window lists: those in the runs folder and those opened from elsewhere. Reads
/// them on its own thread. Remembers which runs were removed from the list, and the colour of each.
class RunLibrary : public QObject {
    Q_OBJECT
public:
    /// @param folder  where new runs go; made when the first run starts.
    /// @param settings  File of ui::Settings.
    RunLibrary(const QString& folder, const QString& settings, QObject* parent = nullptr);

    const std::vector<ui::RunRow>& rows() const { return m_rows; }
    const ui::RunRow* find(const QString& run) const;
    QString folder() const { return m_folder; }

    void readAll(); ///< The runs folder; `changed` follows.
    void open(const QString& run); ///< From anywhere; `opened` or `failed` follows.
    void reread(const QString& run); ///< Its summary from disk.
    void forget(const QString& run); ///< Removes it from the list; the folder stays.
    void setShown(const QStringList& runs, bool shown);
    void rename(const QString& run, const QString& name); ///< Empty: its folder's name again.
    void setMarks(const QString& run, const core::RunMarks& marks);
    /// Moves its folder to a trash, from which undelete() can restore it until the program ends.
    void remove(const QString& run);
    void undelete(); ///< The run deleted last; `undeleted` follows.
    QStringList deleted() const; ///< Names, the one deleted last at the end.
    void setLive(const QString& run, bool live);
    /// Lists a run that is about to be trained.
    void add(const core::RunSummary& summary);
    void noteUpdate(const QString& run, const core::UpdateReport& report);
    void noteEpoch(const QString& run, const core::EpochReport& report);
    void noteChange(const QString& run, const core::ChangeReport& report);
    void setState(const QString& run, core::RunState state);

    /// Reads every point of a run; `historyRead` follows. If the run cannot be read, it is empty
    /// and follows `failed`.
    void readHistory(const QString& run);

Q_SIGNALS:
    void changed();
    void opened(const QString& run);
    void undeleted(const QString& run);
    void historyRead(const QString& run, const core::RunHistory& history);
    void failed(const core::Failure& failure);

private:
    ui::RunRow* row(const QString& run);
    void readSummary(const QString& run, std::function<void(const core::RunSummary&)> done);
    /// Changes the row of a run, if it is listed; `changed` follows.
    void change(const QString& run, const std::function<void(ui::RunRow&)>& work);
    void put(const core::RunSummary& summary);
    int colourOf(const QString& run); ///< The stored colour, or one that few runs have.
    int leastUsedColour() const;
    void saveColours();
    void saveTicks(); ///< For the next start.
    void keep(const QString& key, const QVariant& value);
    /// Runs `work`; emits `failed` if it throws.
    bool attempt(const std::function<void()>& work);

    /// A run that can be brought back, and its place in the list.
    struct Deleted {
        ui::RunRow row;
        size_t place = 0;
    };
    QString m_folder, m_settings;
    std::vector<ui::RunRow> m_rows;
    QStringList m_forgotten;
    QVariantMap m_colours; ///< By run; also of removed or missing runs.
    std::vector<Deleted> m_deleted;
    core::RunTrash m_trash;
    WorkerThread m_reader;
};

} // namespace app
