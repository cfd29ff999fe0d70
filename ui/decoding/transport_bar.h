#pragma once

#include "ui/widgets/key_help.h"

#include <QTimer>
#include <QWidget>

#include <array>

class QLabel;
class QSlider;
class QToolButton;

namespace ui {

class NumberBox;

/// First, back, play, forward, to the end, by buttons and keys; where one is; how fast it plays. In
/// little room the last two are left out.
class TransportBar : public QWidget {
    Q_OBJECT
public:
    explicit TransportBar(QWidget* parent = nullptr);

    void setCount(int steps); ///< Stops playing; the step stays where it can.
    void setStep(int step); ///< Without stepped().
    void goTo(int step); ///< Stops playing.
    int step() const { return m_step; }
    int count() const { return m_count; }
    bool isPlaying() const { return m_timer.isActive(); }
    void setIntervalSeconds(double seconds);

    void first();
    void back();
    void togglePlay(); ///< At the end it starts from the beginning.
    void forward();
    void last();

    /// Whether the keys are one of the bar's; what they say is done then.
    bool handleKey(int key, Qt::KeyboardModifiers modifiers);
    /// @param action  what they do, in the list of shortcuts.
    static KeyHelps keys(const QString& action);

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void stepped(int step);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Move;
    static const std::array<Move, 5>& moves();
    QToolButton* addButton(const Move& move);
    void go(int step);
    void advance();
    void stop();
    void follow();
    QWidgetList spared() const; ///< Parts that are left out in little room.
    int sparedWidth() const;

    QTimer m_timer;
    int m_step = 0, m_count = 0;
    QToolButton *m_first, *m_back, *m_play, *m_forward, *m_last;
    QSlider* m_slider;
    QLabel *m_where, *m_every;
    NumberBox* m_interval;
};

} // namespace ui
