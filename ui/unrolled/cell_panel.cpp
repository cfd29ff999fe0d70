#include "ui/unrolled/cell_panel.h"

#include "ui/text/sentences.h"
#include "ui/unrolled/unrolled_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/value_strip.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace ui {

CellPanel::CellPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(named(makeLabel({}, LabelRole::Group), "unrolledCellLabel"))
    , m_facts(named(makeLabel({}, LabelRole::Muted), "unrolledFactsLabel"))
    , m_strips(new QWidget)
{
    auto* column = makeColumn(this, {}, 4);
    column->addWidget(m_title);
    column->addWidget(m_facts);
    column->addWidget(m_strips);
    column->addStretch(1);
    new QGridLayout(m_strips);
    m_strips->layout()->setContentsMargins(0, 0, 0, 0);
}

void CellPanel::showCell(const UnrolledLayout& layout, size_t row, size_t step)
{
    const UnrolledRow& of = layout.rows()[row];
    m_title->setText(unrolledCellText(layout, row, step));
    m_facts->setText(tr("%1 \u00b7 output %2 \u00b7 %3 parameters%4")
                         .arg(QString::fromStdString(of.layer->name),
                              QString::fromStdString(of.layer->outputShape),
                              count(of.layer->parameters),
                              of.layer->trainable ? QString() : tr(" \u00b7 frozen")));
    qDeleteAll(m_strips->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    if (of.trace->quantities.empty() && of.trace->output.steps > 0)
        addStrip(tr("Output"), of.trace->output, step);
    for (const core::TraceQuantity& each : of.trace->quantities)
        addStrip(QString::fromStdString(each.description.equation.empty()
                                            ? each.description.text
                                            : each.description.equation),
                 each.vectors, step);
}

void CellPanel::addStrip(const QString& title, const core::TraceVectors& vectors, size_t step)
{
    const auto units = size_t(vectors.units);
    const auto first = vectors.values.begin() + std::ptrdiff_t(step * units);
    std::vector<float> values(first, first + std::ptrdiff_t(units));
    float largest = 0.0F;
    for (const float each : values)
        largest = std::max(largest, std::abs(each));
    auto* grid = static_cast<QGridLayout*>(m_strips->layout());
    const int line = grid->rowCount();
    auto* name = makeLabel(title, LabelRole::Plain);
    name->setWordWrap(false);
    auto* strip = new ValueStrip;
    strip->setValues(std::move(values), largest > 0.0F ? double(largest) : 1.0);
    auto* size = makeLabel(tr("norm %1").arg(value(vectors.norms[step])), LabelRole::Muted);
    size->setWordWrap(false);
    grid->addWidget(name, line, 0);
    grid->addWidget(strip, line, 1);
    grid->addWidget(size, line, 2);
    grid->setColumnStretch(1, 1);
}

} // namespace ui
