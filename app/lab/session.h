#pragma once

#include "app/lab/worker_thread.h"

#include "core/experiment/spec.h"
#include "ui/window/main_window.h"

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <QVariant>

#include <functional>

namespace app {

/// Where the program keeps the user's data.
struct Places {
    QString runsFolder;
    QString sessionSpec; ///< The set-up of the last session; written after each edit.
    QString settings; ///< File of ui::Settings.
};

/// Runs `work` in a slot, which must not throw, and shows a failure in the window.
/// @return whether it succeeded.
bool attempt(ui::MainWindow& window, const std::function<void()>& work);
/// Writes one value into a file of ui::Settings. @throws core::Error{FileUnwritable}.
void keepSetting(const QString& file, const QString& key, const QVariant& value);

/// Stores the set-up, the recent paths and the chosen run between sessions.
class Session : public QObject {
    Q_OBJECT
public:
    /// @param specJson  returns the set-up as it is at that moment.
    Session(ui::MainWindow& window, const Places& places, std::function<core::Json()> specJson,
            QObject* parent = nullptr);
    ~Session() override; ///< Writes an edit that is not written yet.

    core::ExperimentSpec spec() const; ///< The last set-up, or the bundled sample.
    void saveSoon(); ///< The set-up was edited: it is written once editing pauses.
    void showRecent(); ///< Offers the recent paths in the set-up.
    void remember(const QStringList& paths); ///< Adds paths to the front of the recent ones.
    QString chosenRun() const; ///< The run that was chosen when the window was closed.
    void keepChosenRun(const QString& run) const;

private:
    void save();

    ui::MainWindow& m_window;
    Places m_places;
    std::function<core::Json()> m_specJson;
    QTimer m_timer;
    WorkerThread m_writer;
};

} // namespace app
