#pragma once

#include "ui/window/main_window.h"

#include <QFileDialog>
#include <QPointer>
#include <QWidget>

class QMessageBox;

namespace ui {

/// Closes the window during a training: asks once, waits until the training is saved, and closes
/// the window.
class Closing : public QObject {
    Q_OBJECT
public:
    enum class Plan {
        None, ///< The window stays.
        OnceSaved,
        AfterEpoch
    };

    explicit Closing(QMainWindow& window);

    /// @return whether the window may close now. Otherwise it asks, or carries out the plan.
    bool mayClose();
    /// Closes without asking, even after a failure: the desktop or a signal ends the program.
    void closeOnceSaved();
    /// @param run  name of what is trained.
    void follow(TrainingState state, const QString& run);
    /// Keeps the window open, because the training ended with a message; not after
    /// closeOnceSaved().
    void stay();
    Plan plan() const { return m_plan; }

Q_SIGNALS:
    void stopRequested();
    /// Whether the training must end with the current epoch.
    void epochEndRequested(bool wanted);
    void planChanged();

private:
    void ask();
    void set(Plan plan);
    void stopNow();

    QMainWindow& m_window;
    QPointer<QMessageBox> m_question;
    TrainingState m_state = TrainingState::Idle;
    QString m_run;
    Plan m_plan = Plan::None;
    bool m_forced = false;
};

/// Covers the window while files are dragged over it: "Drop to load".
class DropOverlay : public QWidget {
    Q_OBJECT
public:
    explicit DropOverlay(QWidget* window);

    void appear(); ///< Over the whole window.

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// One dialog for everything that can be opened: one or several files, or a folder. It opens runs
/// and exports instead of entering their folders; the button "Open folder" takes any other folder.
class OpenDialog : public QFileDialog {
    Q_OBJECT
public:
    explicit OpenDialog(QWidget* parent);

    /// Empty: the dialog was cancelled.
    static QStringList choose(QWidget* parent);
    QStringList paths() const;

public Q_SLOTS:
    void accept() override;

private:
    void takeFolder();
    void take(const QString& folder);

    QString m_folder; ///< The chosen folder; empty: files are chosen.
};

} // namespace ui
