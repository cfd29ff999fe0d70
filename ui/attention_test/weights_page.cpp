#include "ui/attention_test/weights_page.h"

#include "ui/widgets/before_after.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

enum Rows { ThisRow, AllRows };

core::OptionDescription weightOption()
{
    core::OptionDescription option;
    option.type = core::OptionType::Real;
    option.minimum = 0.0;
    option.maximum = 1.0;
    return option;
}

} // namespace

WeightsPage::WeightsPage(QWidget* parent)
    : QWidget(parent), m_test(std::make_shared<core::AttentionTest>())
{
    m_answers = new BeforeAfter(QStringLiteral("weights"),
                                tr("Probabilities with the weights set by hand"));
    m_list = named(makeLabel({}, LabelRole::Muted), "weightEditsLabel");
    makeColumn(this, {buildControls(), m_answers, m_list, freeSpace()}, 4, {0, 4, 0, 0});
    showPlace();
    showEdits();
}

QWidget* WeightsPage::buildControls()
{
    auto* controls = new QWidget;
    auto* row = makeRow(controls, {}, kGrid);
    m_place = named(makeLabel({}, LabelRole::Group), "editedWeightLabel");
    m_rows = named(new QuietComboBox, "editedRowsBox", tr("Rows in which the weight is set"));
    m_rows->addItems({tr("the chosen row"), tr("all rows")});
    m_weight = named(
        new NumberBox(weightOption()), "editedWeightBox", tr("Weight, 0 to 1"),
        tr("The other weights of the row are scaled in proportion, so that the row sums to 1."));
    m_weight->setValue(1.0);
    m_set = named(new QPushButton(tr("Se&t")), "setWeightButton");
    m_byHand = named(new QPushButton(tr("&Tables")), "tablesByHandButton", {},
                     tr("Copies the queries, keys and values behind the chosen weight into "
                        "Attention by hand, where they can be changed and set in the network."));
    connect(m_byHand, &QPushButton::clicked, this, &WeightsPage::byHandWanted);
    m_undo = named(new QToolButton, "undoWeightButton");
    m_undo->setText(tr("Step &back"));
    m_reset = named(new QToolButton, "resetWeightsButton");
    m_reset->setText(tr("Reset a&ll"));
    connect(m_set, &QPushButton::clicked, this, &WeightsPage::set);
    connect(m_undo, &QToolButton::clicked, this, [this] {
        std::vector<core::AttentionEdit> edits = m_edits;
        edits.pop_back();
        take(std::move(edits));
    });
    connect(m_reset, &QToolButton::clicked, this, [this] { take({}); });
    row->addWidget(m_place, 3);
    row->addWidget(makeNameLabel(tr("i&n"), *m_rows));
    row->addWidget(m_rows, 2);
    row->addWidget(makeNameLabel(tr("t&o"), *m_weight));
    row->addWidget(m_weight);
    row->addWidget(m_set);
    row->addWidget(m_byHand);
    row->addWidget(m_undo);
    row->addWidget(m_reset);
    return controls;
}

void WeightsPage::setPlace(const core::AttentionSite& site, QPoint cell)
{
    m_site = site;
    m_cell = cell;
    showPlace();
}

void WeightsPage::showPlace()
{
    QString text = tr("Click a cell of the map");
    QString row = tr("the chosen row");
    for (const core::AttentionHeadFacts& facts : m_test->heads) {
        if (siteOf(facts.map) != m_site || m_cell.x() < 0)
            continue;
        text = tr("Weight on \u201c%1\u201d")
                   .arg(columnLabels(*m_test, facts.map).value(m_cell.x()));
        row = tr("row \u201c%1\u201d").arg(rowLabels(*m_test, facts.map).value(m_cell.y()));
    }
    m_place->setText(text);
    m_rows->setItemText(ThisRow, row);
    m_set->setEnabled(m_cell.x() >= 0);
    m_byHand->setEnabled(m_cell.x() >= 0 && m_site.group != "pooling"); // No products there.
}

void WeightsPage::set()
{
    std::vector<core::AttentionEdit> edits = m_edits;
    edits.push_back({m_site, m_rows->currentIndex() == AllRows ? -1 : int64_t{m_cell.y()},
                     int64_t{m_cell.x()}, m_weight->value()});
    take(std::move(edits));
}

void WeightsPage::take(std::vector<core::AttentionEdit> edits)
{
    m_edits = std::move(edits);
    showEdits();
    Q_EMIT edited();
}

void WeightsPage::clear()
{
    m_edits.clear();
    m_cell = {-1, -1};
    showPlace();
    showEdits();
}

void WeightsPage::showEdits()
{
    QStringList lines;
    for (const core::AttentionEdit& edit : m_edits)
        lines << editText(*m_test, edit);
    m_list->setText(
        m_edits.empty() ? tr(
            "Click a cell of the map, type a weight and set it: the prediction, its probability "
            "and its loss are computed again; a translation is generated again from there on.")
                        : tr("Set by hand: %1").arg(lines.join(QStringLiteral(";  "))));
    m_undo->setEnabled(!m_edits.empty());
    m_reset->setEnabled(!m_edits.empty());
}

void WeightsPage::setTest(const ShownTest& test)
{
    m_test = test;
    showAnswers(*m_answers, test->classes, test->plain, test->byHand ? &*test->byHand : nullptr);
    showPlace();
    showEdits();
}

} // namespace ui
