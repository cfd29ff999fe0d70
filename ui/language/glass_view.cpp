#include "ui/language/glass_view.h"

#include "ui/language/letters_page.h"
#include "ui/language/reading_page.h"
#include "ui/language/runs_page.h"
#include "ui/sentence/written_class_box.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QTabBar>
#include <QTabWidget>

namespace ui {

GlassView::GlassView(ViewContext& context, QWidget* parent)
    : View(parent), m_context(context), m_frame(new ViewFrame(*this))
{
    setAccessibleName(tr("Glass"));
    m_frame->showEmpty(
        tr("No network yet"),
        tr("Press Start to train a language model, or choose its run on the right. Each token of "
           "your text is then coloured by its predicted probability, also during training."));
    m_frame->setContent(buildContent(context));
}

QWidget* GlassView::buildInput()
{
    m_inputLine = new QWidget;
    m_input = named(new TextBox(tr("Type or paste a text")), "glassTextBox",
                    tr("Text that is read; line breaks are kept"));
    connect(m_input, &TextBox::asked, this, [this] {
        if (m_input->text() != m_told)
            m_context.look(m_input->text()); // An emptied field empties the view.
    });
    m_class = named(new WrittenClassBox(
                        m_context, [this](const auto& failure) { m_frame->showFailure(failure); }),
                    "glassClassBox");
    connect(m_class, &WrittenClassBox::classChanged, this, &GlassView::setClass);
    makeRow(m_inputLine, {{m_input, 1}, {m_class, 0, Qt::AlignTop}}, kGrid);
    return m_inputLine;
}

QWidget* GlassView::buildContent(ViewContext& context)
{
    auto* content = new QWidget;
    QWidget* input = buildInput();
    hideInPresentation(*input);
    const auto failed = [this](const core::Failure& failure) { m_frame->showFailure(failure); };
    m_pages = named(new QTabWidget, "glassPages");
    m_pages->setDocumentMode(true);
    m_pages->tabBar()->setAccessibleName(tr("Pages of the Glass view"));
    m_text = new ReadingPage(context, failed);
    m_letters = new LettersPage(context, failed);
    m_pages->addTab(m_text, tr("This text"));
    m_pages->addTab(new RowsPage(context, failed), tr("Training text"));
    m_runs = new RunsPage(context, failed);
    m_pages->addTab(m_runs, tr("Several runs"));
    m_pages->addTab(m_letters, tr("Letters"));
    m_pages->setTabVisible(m_pages->indexOf(m_letters), false);
    connect(m_pages, &QTabWidget::currentChanged, this, &GlassView::followFront);
    makeColumn(content, {input, {m_pages, 1}}, kGrid);
    return content;
}

GlassPage& GlassView::front() const
{
    return *static_cast<GlassPage*>(m_pages->currentWidget());
}

void GlassView::follow(const Shown& shown)
{
    const bool otherRun = shown.choice.run != m_shown.choice.run;
    m_shown = shown;
    shown.hasRun() ? m_frame->showContent() : m_frame->showEmpty();
    if (otherRun) {
        m_frame->hideFailure();
        m_class->withdraw();
        for (int page = 0; page < m_pages->count(); ++page)
            static_cast<GlassPage*>(m_pages->widget(page))->withdraw();
    }
    if (shown.text != m_told) {
        m_told = shown.text;
        m_input->setText(m_told);
    }
    if (!shown.hasRun() || !isSeen())
        return;
    m_class->follow(shown);
    followFront();
}

void GlassView::followFront()
{
    const QWidget* page = m_pages->currentWidget();
    m_input->setEnabled(page == m_text || page == m_runs);
    if (m_shown.hasRun() && isSeen())
        front().follow(m_shown);
}

void GlassView::trained()
{
    if (m_shown.hasRun())
        front().trained();
}

void GlassView::setClass()
{
    m_pages->setTabVisible(m_pages->indexOf(m_letters), !m_class->className().isEmpty());
    m_text->setClass(m_class->className());
    m_runs->setClass(m_class->className());
    m_letters->setClass(m_class->className());
}

std::vector<Figure> GlassView::figures() const
{
    return m_shown.hasRun() ? front().figures() : std::vector<Figure>();
}

} // namespace ui
