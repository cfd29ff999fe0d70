#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QSlider;
class QToolButton;

namespace ui {

/// A text to pin, with a reason.
struct PinnedExample {
    QString kind; ///< "short", "predicted wrongly: negative"
    QString text;
};

/// Up to five pinned sentences. The current one can be edited; the menu lists all of them and
/// examples from the data.
class PinnedBar : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMost = 5;

    explicit PinnedBar(QWidget* parent = nullptr);

    QString text() const; ///< The current one.
    QStringList texts() const; ///< All that are not empty.
    /// Emits textChanged() and textsChanged() if they change. @param texts  none: one empty text.
    void setTexts(const QStringList& texts, int current = 0);
    /// Makes `text` the current one. It is added, or replaces the current one if that is empty or
    /// five are pinned.
    void pin(const QString& text);
    /// Answers examplesWanted().
    void setExamples(const std::vector<PinnedExample>& examples);
    QLineEdit& edit() const { return *m_edit; }

Q_SIGNALS:
    void textChanged(const QString& text); ///< A short while after the last key.
    void textsChanged(const QStringList& texts);
    void examplesWanted(); ///< The menu opens; setExamples() should follow.

private:
    void say();
    void showCurrent();
    void choose(int index);
    void removeCurrent();
    void fillMenu();

    QLineEdit* m_edit;
    QToolButton* m_button;
    QMenu *m_menu, *m_examples;
    QStringList m_texts{QString()};
    int m_current = 0;
    QString m_said;
    QStringList m_saidAll;
    QTimer m_typing;
};

/// The line at the bottom that every view follows: the pinned sentences and the epoch shown.
class ShownBar : public QWidget {
    Q_OBJECT
public:
    explicit ShownBar(QWidget* parent = nullptr);

    PinnedBar& pinned() const { return *m_pinned; }
    /// @param position  an epoch of `epochs`, or -1: the latest state.
    /// @param newest  label of the right end: "best (epoch 10)"; empty: "latest".
    void setEpochs(const std::vector<int>& epochs, int position, const QString& newest);
    int positions() const; ///< Positions of the slider: the epochs and the newest state.
    int lastInTime() const; ///< Where a film ends: the best state is one of an earlier epoch.
    int position() const;
    void setPosition(int position); ///< As if the user had moved the slider.
    void setCorner(QWidget* corner); ///< At its left end.
    void setPlayAction(QAction& action); ///< Its button stands beside the slider.

Q_SIGNALS:
    void positionsChanged();
    void epochChosen(int epoch); ///< -1: latest.

private:
    void showEpoch();
    int chosen() const;

    PinnedBar* m_pinned;
    QSlider* m_slider;
    QLabel* m_epoch;
    QToolButton* m_play;
    std::vector<int> m_epochs;
    QString m_newest;
};

} // namespace ui
