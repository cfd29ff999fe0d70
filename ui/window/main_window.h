#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/train/reports.h"
#include "ui/setup/setup_panel.h"
#include "ui/widgets/save_chooser.h"
#include "ui/window/pinned_bar.h"

#include <QMainWindow>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace ui {

enum class ViewSubject;

class RunsPanel;
class SecondPane;
class SetupPanel;
class ViewContext;
struct Figure;
struct Shown;

enum class TrainingState { Idle, Preparing, Running, Paused, Stopping };

/// The window of architecture.md: tool bar, set-up, views, runs, the pinned sentence and the one
/// epoch slider. Setters show values, signals report requests of the user; app connects both.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(const Knowledge& knowledge, QWidget* parent = nullptr);
    ~MainWindow() override;

    SetupPanel& setup() const;
    RunsPanel& runs() const;
    PinnedBar& pinned() const; ///< The pinned sentences.
    const Knowledge& knowledge() const;

    /// Sets the context of the views, which must outlive them; without it no view is made.
    void setContext(ViewContext& context);
    SecondPane* second() const; ///< Null while the first pane alone is shown.
    /// Updates the views of the first pane. Views that do not fit the run's task are disabled and
    /// say why.
    void follow(const Shown& shown);
    void trained(); ///< The shown network has been trained.
    /// @param place  id in the list of views: "curves", "sentence".
    void showView(const QString& place);
    QString view() const; ///< The place in front.
    std::vector<Figure> figures() const; ///< Those of the view in front.
    ViewSubject subject() const; ///< That of the view in front.
    void setTrainingState(TrainingState state);
    void setProgress(const core::Progress& progress); ///< Preparing, validating ...
    void setLatest(const core::UpdateReport& update, const core::StartReport& start); ///< Tool bar.
    /// @param said  what can be started, or why nothing can.
    void setStartable(bool startable, const QString& said);
    void setTrainingRun(const QString& name); ///< The run that Stop ends, until the state is Idle.
    void showFailure(const core::Failure& failure); ///< Inline banner; never a dialog.
    void showWarning(const QString& text); ///< Stays until it is closed or replaced.
    void showNotice(const core::Message& notice); ///< The same banner without warning.
    void showNotice(const QString& text);
    /// A notice with a button for an action; not in a presentation.
    void showOffer(const QString& text, const QString& button, std::function<void()> action);
    void hideNotice(); ///< Unless it is a failure.
    /// Says that the set-up differs from the shown run and offers the run's settings;
    /// settingsRequested() follows if the user accepts.
    void offerSettings(const QString& setup, const QString& runName, const QString& run);
    /// Sets the epochs that can be shown; empty: disables the slider. Position -1 is called
    /// `newest`: "latest" or, for a finished run, "best (epoch 10)".
    void setEpochs(const std::vector<int>& epochs, int position, const QString& newest = {});
    void setDevices(const QString& current);

    /// Restores size, panels, view and colour scheme from an INI file now, and writes them there
    /// when the window closes. Without this call nothing is remembered.
    void rememberStateIn(const QString& path);
    void startTour(); ///< Over the controls, from its first step.
    void setPresentation(bool on); ///< Hides menus and side panels; large type, thick lines.
    /// Stops a running training, waits until it is saved, and closes the window without asking.
    void closeOnceSaved();
    void setSaveChooser(SaveChooser chooser); ///< Replaces the desktop's dialog (tests).

Q_SIGNALS:
    void failureShown(const QString& text);
    void startRequested();
    void pauseRequested();
    void proceedRequested();
    void stepRequested();
    void stopRequested();
    void speedChosen(double rate); ///< Updates a second at most; 0: no limit.
    /// Data, settings, runs, exports: dropped anywhere on the window or chosen with Open.
    void openRequested(const QStringList& paths);
    void runOpenRequested(const QStringList& paths); ///< Chosen as runs.
    void saveSpecRequested(const QString& path);
    void settingsRequested(const QString& run); ///< The set-up must take the run's settings.
    void presetChosen(const QString& id);
    void exportRequested(const QString& format, const QString& target); ///< For the current run.
    void reportRequested(const QString& target); ///< A report of the ticked runs; .html or .pdf.
    void epochChosen(int epoch); ///< -1: latest.
    void viewChanged(const QString& place);
    void secondChanged(); ///< The second pane appeared or wants another selection.
    void deviceChosen(const QString& device);
    /// Whether the training must end with the current epoch; then the window closes.
    void epochEndRequested(bool wanted);
    void closing(); ///< The window closes; nothing trains any more.

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
