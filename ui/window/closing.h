#pragma once

#include "ui/window/main_window.h"

#include <QPointer>

class QMessageBox;

namespace ui {

/// How the window closes while something trains: it asks once, then stays until the training is
/// saved, and closes by itself.
class Closing : public QObject {
    Q_OBJECT
public:
    enum class Plan {
        None, ///< The window stays.
        OnceSaved,
        AfterEpoch
    };

    explicit Closing(QMainWindow& window);

    /// @return whether the window may close now. Else a question stands in front of it, or what is
    /// planned is under way.
    bool mayClose();
    /// Without a question, whatever happens: the desktop or a signal ends the program.
    void closeOnceSaved();
    /// @param run  name of what is trained.
    void follow(TrainingState state, const QString& run);
    /// The training ended with something that is to be read: the window stays, unless it must not.
    void stay();
    Plan plan() const { return m_plan; }

Q_SIGNALS:
    void stopRequested();
    /// Whether the training is to end with the epoch in hand.
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

} // namespace ui
