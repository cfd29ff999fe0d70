#pragma once

#include "core/base/monitor.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace ui {

/// How far something is that takes long: a bar, the stage with the time left in words, and a button
/// that cancels it. Hidden until progress is reported.
class BusyLine : public QWidget {
    Q_OBJECT
public:
    /// @param name  of the bar, for screen readers.
    explicit BusyLine(const QString& name, QWidget* parent = nullptr);

    void setProgress(const core::Progress& progress);
    void end();
    QPushButton* cancelButton() const { return m_cancel; }

Q_SIGNALS:
    void cancelRequested(); ///< Once; a failure or an answer follows.

private:
    QProgressBar* m_bar;
    QLabel* m_stage;
    QPushButton* m_cancel;
};

} // namespace ui
