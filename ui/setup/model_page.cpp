#include "ui/setup/model_page.h"

#include "ui/setup/model_flow.h"
#include "ui/text/formula.h"
#include "ui/text/sentences.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_fit.h"
#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

namespace ui {

namespace {

QTableWidgetItem* textItem(const QString& text)
{
    auto* item = new QTableWidgetItem(text);
    item->setToolTip(toolTipText(text));
    return item;
}

QTableWidgetItem* numberItem(qint64 number)
{
    auto* item = new QTableWidgetItem(count(number));
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

ModelPage::ModelPage(QWidget* parent)
    : PreviewPage(tr("Model"),
                  new EmptyState(QStringLiteral("info"), tr("Here the network will stand"),
                                 tr("Once there is data, this shows the chosen network drawn over "
                                    "a few tokens, its layers with shapes and parameters, and the "
                                    "memory that training needs.")),
                  parent)
    , m_facts(new FactsRow(this))
    , m_text(makeLabel({}, LabelRole::Plain, this))
    , m_start(makeLabel({}, LabelRole::Plain, this))
    , m_formula(makeLabel({}, LabelRole::Formula, this))
    , m_flow(new ModelFlow(this))
    , m_layers(new QTableWidget(0, 4, this))
{
    m_formula->setObjectName(QStringLiteral("networkFormula"));
    m_formula->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_layers->setObjectName(QStringLiteral("layersTable"));
    m_layers->setAccessibleName(tr("Layers"));
    m_layers->setHorizontalHeaderLabels(
        {tr("Parameters' name"), tr("Layer"), tr("Output"), tr("Parameters")});
    m_layers->verticalHeader()->hide();
    m_layers->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_layers->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_layers->setShowGrid(false);
    m_layers->setTabKeyNavigation(false);
    m_layers->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_layers->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    for (const int whole : {0, 2, 3}) // what each layer is gets the rest
        m_layers->horizontalHeader()->setSectionResizeMode(whole, QHeaderView::ResizeToContents);
    m_layers->horizontalHeaderItem(3)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    keepFitted(*m_layers, [this] { fitTable(*m_layers, m_layers->rowCount()); });
    m_start->setObjectName(QStringLiteral("startLabel"));
    m_start->hide();
    content().addWidget(m_facts);
    content().addWidget(m_start);
    content().addWidget(m_text);
    content().addWidget(m_formula);
    addHeading(tr("Unrolled over four tokens"));
    content().addWidget(m_flow);
    addHeading(tr("Layers"));
    content().addWidget(m_layers);
    content().addStretch(1);
}

void ModelPage::setNetwork(const core::KindDescription* network)
{
    m_text->setText(network == nullptr ? QString() : coreText(network->summary));
    m_text->setVisible(!m_text->text().isEmpty());
    setFormula(*m_formula, network == nullptr ? QString() : coreText(network->formula));
}

void ModelPage::setSummary(const core::ModelSummary& summary)
{
    showFacts(summary);
    showLayers(summary);
    QStringList notes;
    for (const core::Message& note : summary.notes)
        notes << sentence(note);
    m_start->setText(notes.join(QLatin1Char('\n')));
    m_start->setVisible(!notes.isEmpty());
    m_flow->setSummary(summary);
    showContent();
}

void ModelPage::showFacts(const core::ModelSummary& summary)
{
    m_facts->setFacts(
        {{count(summary.parameters), tr("parameters"), tr("Numbers in the network.")},
         {count(summary.trainableParameters), tr("of them trained"),
          tr("The others keep their values: pretrained vectors that are kept fixed.")},
         {dataSize(summary.weightBytes), tr("weights"),
          tr("Size of a saved model, four bytes a number.")},
         {dataSize(summary.trainingBytes), tr("while training"),
          tr("Estimate for one update: weights, gradients, optimiser state, and the activations of "
             "one batch at the maximum length.")}});
}

void ModelPage::showLayers(const core::ModelSummary& summary)
{
    m_layers->setRowCount(static_cast<int>(summary.layers.size()));
    for (int i = 0; i < m_layers->rowCount(); ++i) {
        const core::LayerSummary& layer = summary.layers[static_cast<size_t>(i)];
        m_layers->setItem(i, 0, textItem(QString::fromStdString(layer.name)));
        const QString type = coreText(layer.type);
        m_layers->setItem(i, 1, textItem(layer.trainable ? type : tr("%1 (fixed)").arg(type)));
        m_layers->setItem(i, 2, textItem(QString::fromStdString(layer.outputShape)));
        m_layers->setItem(i, 3, numberItem(layer.parameters));
    }
    fitTable(*m_layers, m_layers->rowCount());
}

} // namespace ui
