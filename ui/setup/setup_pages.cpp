#include "ui/setup/setup_pages.h"

#include "ui/setup/data_page.h"
#include "ui/setup/model_page.h"
#include "ui/setup/spec_access.h"
#include "ui/setup/text_page.h"
#include "ui/setup/training_page.h"
#include "ui/widgets/controls.h"

#include <QStackedWidget>

namespace ui {

SetupPages::SetupPages(const core::Catalogue& catalogue)
    : m_catalogue(catalogue), m_stack(named(new QStackedWidget, "setupPreview"))
{
    m_data = new DataPage(m_stack);
    m_text = new TextPage(m_stack);
    m_model = new ModelPage(m_stack);
    m_training = new TrainingPage(catalogue, m_stack);
    m_pages = {m_data.data(), m_text.data(), m_model.data(), m_training.data()};
    for (PreviewPage* page : m_pages)
        m_stack->addWidget(page);
    connectPages();
}

SetupPages::~SetupPages()
{
    if (m_stack != nullptr && m_stack->parent() == nullptr)
        delete m_stack.data(); // It was not put into a layout.
    else if (m_data != nullptr)
        m_data->disconnect(this); // It may outlive these.
}

void SetupPages::connectPages()
{
    for (size_t i = 0; i < m_pages.size(); ++i) {
        const auto step = static_cast<SetupStep>(i);
        connect(m_pages[i], &PreviewPage::cancelRequested, this,
                [this, step] { Q_EMIT cancelRequested(step); });
        connect(m_pages[i], &PreviewPage::repeatRequested, this,
                [this, step] { Q_EMIT repeatRequested(step); });
    }
    connect(m_data, &DataPage::chooseRequested, this, &SetupPages::chooseRequested);
    connect(m_data, &DataPage::columnsChosen, this, &SetupPages::columnsChosen);
    connect(m_data, &DataPage::sheetChosen, this, &SetupPages::sheetChosen);
    connect(m_data, &DataPage::skipBadRowsRequested, this, &SetupPages::skipBadRowsRequested);
    connect(m_data, &DataPage::settingRequested, this, &SetupPages::settingRequested);
    connect(m_data, &DataPage::exchangeSidesRequested, this, &SetupPages::exchangeSidesRequested);
}

QWidget* SetupPages::widget() const
{
    return m_stack;
}

void SetupPages::setStep(SetupStep step)
{
    if (m_stack != nullptr)
        m_stack->setCurrentIndex(int(step));
}

void SetupPages::setColumns(const core::TaskColumns& columns)
{
    if (m_data != nullptr)
        m_data->setColumns(columns);
}

void SetupPages::setSpec(const core::Json& spec, const core::TaskColumns& columns)
{
    if (m_stack == nullptr)
        return;
    m_data->setSpec(spec);
    m_text->setSpec(spec);
    m_training->setSpec(spec, columns);
    const core::Json network = member(member(spec, "model"), "network");
    m_model->setNetwork(core::findKind(m_catalogue, "network", text(network, "kind")));
}

void SetupPages::awaitData()
{
    if (m_data != nullptr)
        m_data->awaitPreview();
    if (m_text != nullptr)
        m_text->awaitPreview();
}

void SetupPages::setEditable(bool editable)
{
    if (m_data != nullptr)
        m_data->setEditable(editable);
}

void SetupPages::setProgress(SetupStep step, const core::Progress& progress)
{
    if (PreviewPage* page = m_pages[size_t(step)])
        page->setProgress(progress);
}

void SetupPages::setFailure(SetupStep step, const core::Failure& failure)
{
    if (PreviewPage* page = m_pages[size_t(step)])
        page->setFailure(failure);
}

void SetupPages::setData(const core::DataPreview& preview)
{
    if (m_data == nullptr)
        return;
    const ColumnChoice choice = choosableColumns(preview, m_catalogue);
    m_data->setColumnsChoosable(choice.text, choice.label);
    m_data->setPreview(preview);
}

void SetupPages::setTokenLengths(const std::vector<TokenLengths>& sides)
{
    if (m_data != nullptr)
        m_data->setTokenLengths(sides);
}

void SetupPages::setBaseline(const QString& sentence)
{
    if (m_data != nullptr)
        m_data->setBaseline(sentence);
}

void SetupPages::setTexts(const core::TextPreview& preview)
{
    if (m_text != nullptr)
        m_text->setPreview(preview);
}

void SetupPages::setPairTexts(const core::PairTextPreview& preview)
{
    if (m_text != nullptr)
        m_text->setPairPreview(preview);
}

void SetupPages::showTextsAgain()
{
    if (m_text != nullptr)
        m_text->showAgain();
}

void SetupPages::setModelSummary(const core::ModelSummary& summary)
{
    if (m_model != nullptr)
        m_model->setSummary(summary);
}

void SetupPages::setScheduleCurve(const core::ScheduleCurve& curve, const core::Message& items)
{
    if (m_training != nullptr)
        m_training->setCurve(curve, items);
}

void SetupPages::setTeacherForcingCurve(const core::TeacherForcingCurve& curve)
{
    if (m_training != nullptr)
        m_training->setTeacherForcing(curve);
}

} // namespace ui
