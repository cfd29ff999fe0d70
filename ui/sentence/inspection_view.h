#pragma once

#include "core/base/error.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/splitter.h"

#include <QToolButton>

class QLabel;
class QPlainTextEdit;

namespace ui {

/// Keeps the sentence in every view.
class PinButton : public QToolButton {
    Q_OBJECT
public:
    explicit PinButton(QWidget* parent = nullptr);
};

/// Shows everything as text.
class AsTextButton : public QToolButton {
    Q_OBJECT
public:
    explicit AsTextButton(QWidget* parent = nullptr);
};

/// The frame of every view of one opened sentence: the input above, a line on the network's state,
/// and two parts one above the other with the content as text beneath them. The view decides how
/// the parts share the height until the user moves a border.
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
    /// An answer removes an earlier failure.
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

/// The base of every view of one opened sentence: it shows the sentence that all views open up, has
/// it evaluated while the view is visible, also during training, and shows failures in its frame.
class InspectionView : public View {
    Q_OBJECT
public:
    void follow(const Shown& offered) final;
    void trained() final { m_asker.repeat(); }
    std::vector<Figure> figures() const final;
    void setFailure(const core::Failure& failure);

protected:
    /// @param name  under which the heights of the frame's parts are remembered.
    /// @param afterTraining  sentence: what to do once there is a network, and what then appears.
    InspectionView(ViewContext& context, const QString& name, QString afterTraining,
                   QWidget* parent);

    ViewContext& context() const { return m_context; }
    InspectionFrame& frame() const { return *m_frame; }
    Asker& asker() { return m_asker; }
    virtual void showNoNetwork();
    /// With the name of the run before it. @param presented  see InspectionFrame
    void showContent(const QString& state, const QString& presented = {});

    /// The network that this view shows instead of `shown`, for example that of the set-up.
    virtual Shown chosen(const Shown& shown) { return shown; }
    /// Shows in its input what the views open up. @return whether there is something to ask about.
    virtual bool showTexts(const Shown& shown) = 0;
    /// Unless the last question was this one, of this network. @pre showTexts() was true.
    virtual void ask(const Shown& shown) = 0;
    virtual std::vector<Figure> contentFigures() const = 0; ///< There is something.
    virtual QString words() const = 0; ///< Everything that is shown, as text.
    virtual void showWords(); ///< Where they are wanted.

private:
    enum class Text { None, Given };
    void showWaiting(const Shown& shown, Text text); ///< For the first answer of a run.

    ViewContext& m_context;
    InspectionFrame* m_frame;
    Asker m_asker;
    QString m_afterTraining;
    QString m_run, m_name; ///< The shown run.
    bool m_isSetUp = false; ///< In its place.
};

} // namespace ui
