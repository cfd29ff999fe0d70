#include "ui/sentence/text_inspection_view.h"

#include "core/task/language_model/language_options.h"
#include "ui/sentence/inspection_view.h"
#include "ui/sentence/written_class_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <utility>

namespace ui {

TextInspectionView::TextInspectionView(ViewContext& context, const Description& description,
                                       QWidget* parent)
    : InspectionView(context, description.name, description.afterTraining, parent)
    , m_input(new SentenceInput(tr("Type a sentence"), this))
    , m_class(new WrittenClassBox(
          context, [](const core::Failure&) { /* The view's own question fails as well. */ }, this))
{
    setAccessibleName(description.title);
    named(m_input, description.name + QStringLiteral("TextBox"), description.inputTitle);
    connect(m_input, &SentenceInput::asked, this, &TextInspectionView::lookAtTyped);
    m_class->setObjectName(description.name + QStringLiteral("ClassBox"));
    connect(m_class, &WrittenClassBox::classChanged, this, &TextInspectionView::askAgain);
}

QWidget* TextInspectionView::makeInputLine(QWidget* beside)
{
    auto* line = new QWidget;
    auto* row = makeRow(line, {{m_input, 1}, m_class}, kGrid);
    if (beside != nullptr)
        row->addWidget(beside);
    row->addWidget(frame().asTextButton());
    return line;
}

QString TextInspectionView::text() const
{
    return m_input->text();
}

void TextInspectionView::setText(const QString& text)
{
    m_input->setText(text);
    lookAtTyped();
}

void TextInspectionView::lookAtTyped()
{
    m_input->stopWaiting();
    context().look(text()); // An emptied field empties the view.
}

bool TextInspectionView::generatesForClasses() const
{
    return core::isConditional(m_shown.spec);
}

core::Example TextInspectionView::example() const
{
    core::Example example;
    example.text = m_told.toStdString();
    example.division = m_truth.isEmpty() ? core::Division::Typed : core::Division::OfData;
    if (generatesForClasses())
        example.className = m_class->className().toStdString();
    else
        example.reference = m_truth.toStdString();
    return example;
}

bool TextInspectionView::showTexts(const Shown& shown)
{
    m_shown = shown;
    if (std::exchange(m_run, shown.choice.run) != shown.choice.run) {
        m_class->withdraw();
        m_class->hide();
        showOtherRun();
    }
    if (std::exchange(m_told, shown.text) != shown.text) {
        if (m_told != text())
            m_input->setText(m_told);
        showOtherText();
    }
    if (std::exchange(m_truth, shown.reference) != shown.reference) {
        if (generatesForClasses() && !m_truth.isEmpty())
            m_class->setClassName(m_truth);
        showOtherTruth();
    }
    return !needsText() || !m_told.trimmed().isEmpty();
}

void TextInspectionView::ask(const Shown&)
{
    if (generatesForClasses() && m_shown.hasRun())
        m_class->follow(m_shown);
    askAgain();
}

void TextInspectionView::askAgain()
{
    if (m_shown.hasRun() && m_shown.askable && (!needsText() || !m_told.trimmed().isEmpty()))
        askShown();
}

} // namespace ui
