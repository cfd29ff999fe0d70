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
    QString sessionSpec; ///< The set-up as it was left; written after each edit.
    QString settings; ///< File of ui::Settings.
};

/// Does `work` in a slot, which must not throw: a failure is shown in the window.
/// @return whether it succeeded.
bool attempt(ui::MainWindow& window, const std::function<void()>& work);
/// Writes one value into a file of ui::Settings. @throws core::Error{FileUnwritable}.
void keepSetting(const QString& file, const QString& key, const QVariant& value);

/// What outlives the window: the set-up, the paths opened lately and the chosen run.
class Session : public QObject {
    Q_OBJECT
public:
    /// @param specJson  returns the set-up as it is at that moment.
    Session(ui::MainWindow& window, const Places& places, std::function<core::Json()> specJson,
            QObject* parent = nullptr);
    ~Session() override; ///< Writes an edit that is not written yet.

    core::ExperimentSpec spec() const; ///< The set-up as it was left, or the bundled sample.
    void saveSoon(); ///< The set-up was edited: it is written once editing pauses.
    void showRecent(); ///< Offers the paths opened lately in the set-up.
    void remember(const QStringList& paths); ///< They come first among the recent ones.
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
