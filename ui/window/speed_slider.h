#pragma once

#include <QWidget>

class QLabel;
class QSlider;

namespace ui {

/// Slow motion: how many updates a second a training may make, from 1 to 1000 on a logarithmic
/// scale and, at the right end, without a limit.
class SpeedSlider : public QWidget {
    Q_OBJECT
public:
    explicit SpeedSlider(QWidget* parent = nullptr);

    double rate() const; ///< Updates a second; 0: no limit.
    void reset(); ///< Without a limit, as each training begins.

Q_SIGNALS:
    void rateChosen(double rate);

private:
    void follow();

    QSlider* m_slider;
    QLabel* m_text;
};

} // namespace ui
