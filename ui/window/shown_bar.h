#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QSlider;

namespace ui {

class PinnedBar;

/// The line at the bottom that every view follows: the pinned sentences and the epoch shown.
class ShownBar : public QWidget {
    Q_OBJECT
public:
    explicit ShownBar(QWidget* parent = nullptr);

    PinnedBar& pinned() const { return *m_pinned; }
    /// @param position  an epoch of `epochs`, or -1: the latest state.
    /// @param newest  what stands at the right end: "best (epoch 10)"; empty: "latest".
    void setEpochs(const std::vector<int>& epochs, int position, const QString& newest);

Q_SIGNALS:
    void epochChosen(int epoch); ///< -1: latest.

private:
    void showEpoch();
    int chosen() const;

    PinnedBar* m_pinned;
    QSlider* m_slider;
    QLabel* m_epoch;
    std::vector<int> m_epochs;
    QString m_newest;
};

} // namespace ui
