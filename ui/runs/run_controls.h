#pragma once

#include "ui/runs/run_list_model.h"
#include "ui/view/view_context.h"
#include "ui/widgets/key_help.h"

#include <QAction>
#include <QList>
#include <QPlainTextEdit>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QMenu;

namespace ui {

/// The actions for the current run of the list, used by buttons, menus and keys; the panel connects
/// them.
class RunActions : public QObject {
    Q_OBJECT
public:
    explicit RunActions(QWidget& panel);

    void follow(const RunRow* run); ///< Enables the actions that apply to the current run.
    void addTo(QMenu& menu) const; ///< Adds the actions without a button.
    static KeyHelps keys(); ///< Keys that work while the list has the focus.

    QAction *open, *resume, *takeSettings, *reveal, *forget, *remove, *rename, *star, *note;
    QAction *tickOne, *tickAll, *tickNone;
    QMenu* exports; ///< Filled by the panel.

private:
    QAction* make(const QString& text, const char* name, const QString& help);
};

/// The note of one run, saved when typing pauses. It is visible if there is a note or the user
/// writes one.
class RunNote : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit RunNote(QWidget* parent = nullptr);

    void showRun(const QString& run, const QString& note); ///< Empty: none.
    void setFolded(bool folded);
    void write(); ///< Shows it and gives it the focus.
    void save(); ///< Saves what was typed at once.

Q_SIGNALS:
    void written(const QString& run, const QString& note);

private:
    void follow(); ///< Shows or hides it.

    QString m_run;
    QString m_saved;
    bool m_folded = false;
    QTimer m_typing;
};

/// The line above the list of runs: the filter and the grouping.
class RunSearch : public QWidget {
    Q_OBJECT
public:
    explicit RunSearch(QWidget* parent = nullptr);

    void clear(); ///< Every run is listed again.
    void setNothingFound(bool nothing);

Q_SIGNALS:
    void filterChanged(const QString& text);
    void groupingChanged(ui::RunGrouping grouping);

private:
    QMenu* makeGroupMenu();

    QLineEdit* m_filter;
    QLabel* m_nothing;
};

} // namespace ui
