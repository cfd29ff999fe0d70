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

namespace ui {

class RunsPanel;
class SetupPanel;
class ViewContext;
struct Shown;

enum class TrainingState { Idle, Preparing, Running, Paused, Stopping };

/// The window of architecture.md: tool bar, set-up, views, runs, the pinned sentence and the one
/// epoch slider. Values come in by setters, wishes leave as signals; app connects both.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(const Knowledge& knowledge, QWidget* parent = nullptr);
    ~MainWindow() override;

    SetupPanel& setup() const;
    RunsPanel& runs() const;
    const Knowledge& knowledge() const;

    /// Whom views ask, as long as it lives; before there is one no view is made.
    void setContext(ViewContext& context);
    /// All views follow. Those that the task of the run knows nothing for are greyed and say why.
    void follow(const Shown& shown);
    void trained(); ///< The network that is shown has learnt.
    /// @param place  where a view stands, as the list of views names it: "curves", "sentence".
    void showView(const QString& place);
    QString view() const; ///< The place in front.
    void setTrainingState(TrainingState state);
    void setProgress(const core::Progress& progress); ///< Preparing, validating ...
    void setLatest(const core::UpdateReport& update, const core::StartReport& start); ///< Tool bar.
    /// @param said  what is ready, or why nothing can be started.
    void setStartable(bool startable, const QString& said);
    void setTrainingRun(const QString& name); ///< That Stop ends; until the state is Idle.
    void showFailure(const core::Failure& failure); ///< Inline banner; never a dialog.
    void showNotice(const core::Message& notice); ///< Same banner, calm.
    void showNotice(const QString& text);
    /// A notice with a button that does what is offered; not in a presentation.
    void showOffer(const QString& text, const QString& button, std::function<void()> action);
    void hideNotice(); ///< Unless it is a failure.
    /// The set-up is another one than that of the run shown: says so, and settingsRequested()
    /// follows when it is wanted.
    void offerSettings(const QString& setup, const QString& runName, const QString& run);
    /// The epochs that can be shown; empty: the slider is off. Position -1 means `newest`:
    /// "latest", of a finished run "best (epoch 10)".
    void setEpochs(const std::vector<int>& epochs, int position, const QString& newest = {});
    QString pinnedText() const;
    QStringList pinnedTexts() const; ///< All of them, none empty.
    void setPinnedTexts(const QStringList& texts); ///< The first becomes the current one.
    void pin(const QString& text); ///< One more.
    void setPinnedExamples(const std::vector<PinnedExample>& examples); ///< Asked for.
    void setDevices(const QString& current);

    /// Restores size, panels, view and colour scheme from an INI file now, and writes them there
    /// when the window closes. Without this call nothing is remembered.
    void rememberStateIn(const QString& path);
    void startTour(); ///< Over the controls, from its first step.
    void setPresentation(bool on); ///< Menus and side panels away, large type, thick lines.
    /// Stops a running training, waits until it is saved, and closes the window: without a
    /// question.
    void closeOnceSaved();
    void setSaveChooser(SaveChooser chooser); ///< In place of the desktop's dialog (tests).

Q_SIGNALS:
    void startRequested();
    void pauseRequested();
    void proceedRequested();
    void stepRequested();
    void stopRequested();
    void speedChosen(double rate); ///< Updates a second at most; 0: no limit.
    /// Data, settings, runs, exports: dropped anywhere on the window or chosen with Open.
    void openRequested(const QStringList& paths);
    void saveSpecRequested(const QString& path);
    void settingsRequested(const QString& run); ///< Those of the run, for the set-up.
    void presetChosen(const QString& id);
    void exportRequested(const QString& format, const QString& target); ///< Of the current run.
    void epochChosen(int epoch); ///< -1: latest.
    void pinnedTextChanged(const QString& text);
    void pinnedTextsChanged(const QStringList& texts);
    void pinnedExamplesWanted();
    void viewChanged(const QString& place);
    void deviceChosen(const QString& device);
    /// Whether the training is to end with the epoch in hand: the window closes then.
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
