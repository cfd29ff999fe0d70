#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <vector>

class QLineEdit;
class QMenu;
class QToolButton;

namespace ui {

/// A text that may be pinned, and why.
struct PinnedExample {
    QString kind; ///< "short", "predicted wrongly: negative"
    QString text;
};

/// The pinned sentences, up to five: one of them is current and can be typed here; the menu beside
/// it has all of them, and examples of the data.
class PinnedBar : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMost = 5;

    explicit PinnedBar(QWidget* parent = nullptr);

    QString text() const; ///< The current one.
    QStringList texts() const; ///< All that are not empty.
    /// Emits textChanged() and textsChanged() as far as they are others. @param texts  none: an
    /// empty one.
    void setTexts(const QStringList& texts, int current = 0);
    /// Becomes the current one: added, in place of the current one where that is empty or there
    /// are as many as can be.
    void pin(const QString& text);
    /// For the menu, which has asked for them.
    void setExamples(const std::vector<PinnedExample>& examples);
    QLineEdit& edit() const { return *m_edit; }

Q_SIGNALS:
    void textChanged(const QString& text); ///< A short while after the last key.
    void textsChanged(const QStringList& texts);
    void examplesWanted(); ///< The menu is opened.

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

} // namespace ui
