#pragma once

#include "ui/widgets/splitter.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QStackedLayout;
class QToolButton;

namespace core {
struct Failure;
}

namespace ui {

class EmptyState;
class MessageBar;

/// What every view of one opened sentence has: where to type above, a bar for messages, a line on
/// the network's state, two parts one above the other with everything in words beneath them, and
/// an empty page until there is a network. The view says how the parts share the height, until the
/// user moves a border.
class InspectionFrame : public QWidget {
    Q_OBJECT
public:
    /// @param name  under which the heights of its parts are remembered.
    explicit InspectionFrame(const QString& name, QWidget* parent = nullptr);

    /// Once, after construction.
    void setParts(QWidget* input, QWidget* upper, QWidget* lower, Splitter::Sharing sharing);
    QToolButton* asTextButton() const { return m_asText; } ///< To stand beside the input.
    bool showsWords() const;
    void setWords(const QString& words);
    bool hasContent() const; ///< Not the empty page.
    /// What came answers an earlier failure; a notice stays.
    /// @param presented  what of the state is needed in a presentation as well: the controls that
    ///                   would say it are away there.
    void showContent(const QString& state, const QString& presented = {});
    void showEmpty(const QString& title, const QString& how);
    void showFailure(const core::Failure& failure);
    void hideFailure(); ///< It was about something else.
    void shareSoon() { m_splitter->shareSoon(); } ///< A part wishes another height.
    /// Lines that wrap do not make the frame ask for all the height that its parts would like: they
    /// share what there is.
    bool hasHeightForWidth() const override { return false; }

Q_SIGNALS:
    void wordsToggled(); ///< Everything in words is wanted, or no longer.

private:
    QWidget* buildContent();
    void showState();

    MessageBar* m_message;
    QToolButton* m_asText;
    Splitter* m_splitter;
    QStackedLayout* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_state = nullptr;
    QString m_wholeState, m_presentedState;
    QPlainTextEdit* m_words = nullptr;
};

} // namespace ui
