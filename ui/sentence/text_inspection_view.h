#pragma once

#include "core/probe/example.h"
#include "ui/sentence/inspection_view.h"

namespace ui {

class SentenceInput;
class WrittenClassBox;

/// A view of one text that is typed above its picture. All views show the same text: a text that is
/// typed here is opened up by all of them.
class TextInspectionView : public InspectionView {
    Q_OBJECT
public:
    QString text() const; ///< The text of the input line.
    void setText(const QString& text); ///< Has it looked at, here and elsewhere.

protected:
    struct Description {
        QString name; ///< Under which the heights are remembered; the line is its "nameTextBox".
        QString title; ///< For screen readers.
        QString inputTitle; ///< Accessible name of the input line.
        QString afterTraining; ///< See InspectionView.
    };

    TextInspectionView(ViewContext& context, const Description& description, QWidget* parent);

    /// The line that setParts() wants: where to type, the class where the run generates for some,
    /// @p beside, the button "as text".
    QWidget* makeInputLine(QWidget* beside = nullptr);
    SentenceInput& input() const { return *m_input; }
    const Shown& shown() const { return m_shown; } ///< Argument of the last follow().
    const QString& told() const { return m_told; } ///< Text that the view was last asked to show.
    const QString& truth() const { return m_truth; } ///< Its true answer; empty: not known.
    const QString& run() const { return m_run; }
    /// told() as questions carry it. Where truth() is known it is a text of the data.
    core::Example example() const;

    virtual bool needsText() const { return true; } ///< Else askShown() is called without one.
    virtual void showOtherRun() { } ///< Inputs no longer fit run().
    virtual void showOtherText() { } ///< Nor told().
    virtual void showOtherTruth() { } ///< The answer to told() may stand already.
    void askAgain(); ///< Something that is asked along with the text has changed.
    /// Has told() answered by the network of shown(). Called only where there are both, unless no
    /// text is needed.
    virtual void askShown() = 0;

    bool showTexts(const Shown& shown) final;
    void ask(const Shown& shown) final;

private:
    void lookAtTyped();
    bool generatesForClasses() const;

    SentenceInput* m_input;
    WrittenClassBox* m_class;
    Shown m_shown;
    QString m_told, m_truth, m_run;
};

} // namespace ui
