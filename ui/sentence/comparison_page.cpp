#include "ui/sentence/comparison_page.h"

#include "ui/sentence/comparison_table.h"
#include "ui/sentence/translation_text.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ui {

ComparisonPage::ComparisonPage(QWidget* parent) : ContentOrEmpty(QStringLiteral("info"), parent)
{
    showEmpty(tr("No reference yet"),
              tr("Type the right translation in the second line above: the network's loss at each "
                 "of its tokens, beside its own translation and where the two part, appear here."));
    setContent(buildTable());
}

QWidget* ComparisonPage::buildTable()
{
    const int space = Theme::instance().spacing();
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, space, 0, 0);
    column->setSpacing(space);
    m_parting = makeLabel({}, LabelRole::Plain);
    m_parting->setObjectName(QStringLiteral("partingLabel"));
    m_table = new ComparisonTable;
    column->addWidget(m_parting);
    column->addWidget(m_table, 1);
    auto* formula = new FormulaLabel;
    formula->setFormula({"loss_t = −log p(y_t | y_{<t}, x)",
                         R"tex(\text{loss}_t = -\log p(y_t \mid y_{<t}, x))tex"});
    column->addWidget(formula);
    column->addWidget(makeLabel(
        tr("Loss of a token, in nats, given the right ones before it and the source. High at "
           "one token: it was a surprise, see what is likeliest there. Low when forced but wrong "
           "when free: the network cannot go on from its own mistakes; lower the teacher forcing "
           "ratio or use scheduled sampling."),
        LabelRole::Muted));
    return page;
}

void ComparisonPage::setComparison(const core::TeacherComparison& comparison)
{
    m_parting->setText(comparisonText(comparison));
    m_table->setComparison(comparison);
    showContent();
}

void ComparisonPage::write(TableText& table) const
{
    m_table->filter().write(table);
}

} // namespace ui
