#pragma once

#include "ui/view/view_frame.h"
#include "ui/widgets/splitter.h"

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace ui {

/// What every view of one opened sentence has besides: where to type above, a line on the network's
/// state, and two parts one above the other with everything in words beneath them. The view says
/// how the parts share the height, until the user moves a border.
class InspectionFrame : public ViewFrame {
    Q_OBJECT
public:
    /// @param name  under which the heights of its parts are remembered.
    InspectionFrame(const QString& name, View& view);

    /// Once, after construction.
    void setParts(QWidget* input, QWidget* upper, QWidget* lower, Splitter::Sharing sharing);
    QToolButton* asTextButton() const { return m_asText; } ///< To stand beside the input.
    bool showsWords() const;
    void setWords(const QString& words);
    /// What came answers an earlier failure.
    /// @param presented  what of the state is needed in a presentation as well: the controls that
    ///                   would say it are away there.
    void showContent(const QString& state, const QString& presented = {});
    void shareSoon() { m_splitter->shareSoon(); } ///< A part wishes another height.

Q_SIGNALS:
    void wordsToggled(); ///< Everything in words is wanted, or no longer.

private:
    QWidget* buildContent();
    void showState();

    QToolButton* m_asText;
    Splitter* m_splitter;
    QLabel* m_state = nullptr;
    QString m_wholeState, m_presentedState;
    QPlainTextEdit* m_words = nullptr;
};

} // namespace ui
