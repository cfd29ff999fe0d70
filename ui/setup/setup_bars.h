#pragma once

#include "core/data/cells/column.h"
#include "ui/setup/setup_panel.h"

#include <QAbstractButton>
#include <QStringList>
#include <QWidget>

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace ui {

/// The ways to open data other than dropping it: a dialog and recent paths.
class DataSourceBar : public QWidget {
    Q_OBJECT
public:
    explicit DataSourceBar(QWidget* parent = nullptr);

    void setColumns(
        const core::TaskColumns& columns); ///< Adapts the help to the data that the task needs.
    void setRecent(const QStringList& paths);

Q_SIGNALS:
    void openRequested(); ///< By dialog.
    void filesChosen(const QStringList& paths); ///< In the list of recent ones.

private:
    QToolButton* m_choose;
    QToolButton* m_recent;
    QMenu* m_recentMenu;
};

/// The header of one step: number, title, a summary in one line, and a warning sign for problems or
/// an information sign for values that do not fit the data. Checked: the step is open.
class StepHeader : public QAbstractButton {
    Q_OBJECT
public:
    StepHeader(int number, const QString& title, QWidget* parent);

    void setSummary(const QString& summary);
    QString summary() const { return m_summary; }
    void setProblemCount(int problems);
    int problemCount() const { return m_problems; }
    void setMisfitCount(int misfits); ///< Values that do not fit the data.
    int misfitCount() const { return m_misfits; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void describe();
    int numberWidth() const; ///< With the space behind it.

    int m_number;
    QString m_summary;
    int m_problems = 0;
    int m_misfits = 0;
};

/// Lists the settings in the forms that differ from the running training, and offers to apply them
/// to it.
class TuningBar : public QWidget {
    Q_OBJECT
public:
    explicit TuningBar(QWidget* parent = nullptr);

    void setRun(const QString& name); ///< Empty: nothing is trained.
    const QString& run() const { return m_run; }
    void setSettings(const std::vector<TunedSetting>& settings); ///< Empty: nothing to apply.
    void setFolded(bool folded); ///< Hides the bar.

Q_SIGNALS:
    void applied();
    void discarded();

private:
    void follow();

    QString m_run;
    bool m_folded = false;
    QLabel* m_changes;
    QPushButton *m_apply, *m_discard;
};

} // namespace ui
