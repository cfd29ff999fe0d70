#pragma once

#include <QFrame>
#include <QPointer>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace ui {

/// A step of the tour: a control of the window and its explanation.
struct TourStep {
    std::function<QWidget*()> control; ///< Framed while the step is shown.
    QString title, text;
};

/// A tour of the controls of a window, with a bubble beside each. It changes nothing, can be left
/// at any time, and deletes itself at its end.
class Tour : public QFrame {
    Q_OBJECT
public:
    Tour(std::vector<TourStep> steps, QWidget* window);

    ~Tour() override;

    int step() const { return m_step; }
    void show(int step);
    void end();

Q_SIGNALS:
    void ended(); ///< After the last step, or when it is left.

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
