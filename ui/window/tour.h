#pragma once

#include <QFrame>
#include <QPointer>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace ui {

/// A station of the tour: a control of the window, and what it is for.
struct TourStep {
    std::function<QWidget*()> control; ///< Framed while the step is shown.
    QString title, text;
};

/// A walk over the real controls of a window, step by step: a bubble beside each, which can be left
/// at any time. Nothing is pressed or changed by it. Deletes itself at its end.
class Tour : public QFrame {
    Q_OBJECT
public:
    Tour(std::vector<TourStep> steps, QWidget* window);

    ~Tour() override;

    int step() const { return m_step; }
    void show(int step);
    void end();

Q_SIGNALS:
    void ended(); ///< After the last step, or left before.

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    std::vector<TourStep> m_steps;
    int m_step = -1;
    QWidget* m_window;
    QPointer<QWidget> m_frame; ///< Around the control.
    QLabel *m_title, *m_text, *m_count;
    QPushButton *m_back, *m_next, *m_skip;
};

} // namespace ui
