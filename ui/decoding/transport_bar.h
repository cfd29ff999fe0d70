#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace ui {

class NumberBox;

/// First, back, play, forward, to the end; where one is; how fast it plays.
class TransportBar : public QWidget {
    Q_OBJECT
public:
    explicit TransportBar(QWidget* parent = nullptr);

    void setCount(int steps); ///< Stops playing; the step stays where it can.
    void setStep(int step); ///< Without stepped().
    int step() const { return m_step; }
    int count() const { return m_count; }
    bool isPlaying() const { return m_timer.isActive(); }
    void setIntervalSeconds(double seconds);

    void first();
    void back();
    void togglePlay(); ///< At the end it starts from the beginning.
    void forward();
    void last();

Q_SIGNALS:
    void stepped(int step);

private:
    QToolButton* addButton(const char* name, const QString& iconName, const QString& help,
                           void (TransportBar::*action)());
    void go(int step);
    void advance();
    void stop();
    void follow();

    QTimer m_timer;
    int m_step = 0, m_count = 0;
    QToolButton *m_first, *m_back, *m_play, *m_forward, *m_last;
    QSlider* m_slider;
    QLabel* m_where;
    NumberBox* m_interval;
};

} // namespace ui
