#pragma once

#include <QTimer>
#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QSlider;

namespace ui {

/// The line at the bottom that every view follows: the pinned sentence and the epoch shown.
class ShownBar : public QWidget {
    Q_OBJECT
public:
    explicit ShownBar(QWidget* parent = nullptr);

    QString pinnedText() const;
    void setPinnedText(const QString& text); ///< Emits pinnedTextChanged() when it is another one.
    /// @param position  an epoch of `epochs`, or -1: the latest state.
    /// @param newest  what stands at the right end: "best (epoch 10)"; empty: "latest".
    void setEpochs(const std::vector<int>& epochs, int position, const QString& newest);

Q_SIGNALS:
    void pinnedTextChanged(const QString& text); ///< A short while after the last key.
    void epochChosen(int epoch); ///< -1: latest.

private:
    void sayPinned();
    void showEpoch();
    int chosen() const;

    QLineEdit* m_pinned;
    QSlider* m_slider;
    QLabel* m_epoch;
    std::vector<int> m_epochs;
    QString m_newest;
    QTimer m_typing;
    QString m_said;
};

} // namespace ui
