#pragma once

#include "ui/view/asker.h"
#include "ui/view/view.h"

class QTabWidget;

namespace ui {

class GlassPage;
class LettersPage;
class TextBox;
class ReadingPage;
class RunsPage;
class ViewFrame;
class WrittenClassBox;

/// How well a language model predicted each token of a text (V8): the text that all views open up,
/// rows of the data while it learns, the text under several runs, and names of a class letter by
/// letter.
class GlassView : public View {
    Q_OBJECT
public:
    explicit GlassView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void trained() override;
    std::vector<Figure> figures() const override;

private:
    QWidget* buildInput();
    QWidget* buildContent(ViewContext& context);
    GlassPage& front() const;
    void followFront();
    void setClass();

    ViewContext& m_context;
    Shown m_shown;
    QString m_told; ///< Text that the view was last asked to show.
    ViewFrame* m_frame;
    QWidget* m_inputLine = nullptr;
    TextBox* m_input = nullptr;
    WrittenClassBox* m_class = nullptr;
    QTabWidget* m_pages = nullptr;
    ReadingPage* m_text = nullptr;
    RunsPage* m_runs = nullptr;
    LettersPage* m_letters = nullptr;
};

} // namespace ui
