#include "ui/setup/model_page.h"

#include "ui/setup/model_flow.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QVBoxLayout>

#include <limits>

namespace ui {

namespace {

constexpr int kMostLayerLetters = 60;

} // namespace

ModelPage::ModelPage(QWidget* parent)
    : PreviewPage(tr("Model"), kInfo, parent)
    , m_facts(new FactsRow(this))
    , m_text(makeLabel({}, LabelRole::Plain, this))
    , m_start(makeLabel({}, LabelRole::Plain, this))
    , m_formula(new FormulaLabel(this))
    , m_flow(new ModelFlow(this))
    , m_layers(new RowView(QStringLiteral("layersTable"), tr("Layers"), this))
{
    empty().setTexts(tr("The network is shown here"),
                     tr("Once there is data, this shows the chosen network drawn over a few "
                        "tokens, its layers with shapes and parameters, and the memory that "
                        "training needs."));
    m_formula->setObjectName(QStringLiteral("networkFormula"));
    m_layers->setColumns(layerColumns());
    m_layers->fitRows(std::numeric_limits<int>::max());
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
    m_formula->setKind(network);
}

void ModelPage::setSummary(const core::ModelSummary& summary)
{
    showFacts(summary);
    m_layers->reset(int(summary.layers.size()), [&] { m_rows = summary.layers; });
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
        {{count(summary.parameters), tr("{parameter|parameters}"), tr("Numbers in the network.")},
         {count(summary.trainableParameters), tr("of them trained"),
          tr("The others keep their values: pretrained vectors that are frozen.")},
         {dataSize(summary.weightBytes), tr("weights"),
          tr("Size of a saved model, four bytes a number.")},
         {dataSize(summary.trainingBytes), tr("while training"),
          tr("Estimate for one update: weights, gradients, optimiser state, and the activations of "
             "one batch at the maximum length.")}});
}

std::vector<RowColumn> ModelPage::layerColumns() const
{
    using Layer = core::LayerSummary;
    const auto at = [this](int row) -> const Layer& { return m_rows[size_t(row)]; };
    const auto words = [](const QString& title, std::function<Cell(int)> text) {
        RowColumn column = textColumn({}, title, {}, std::move(text));
        column.letters = kMostLayerLetters;
        return column;
    };
    return {words(tr("Parameters' name"), [at](int row) { return std::string_view(at(row).name); }),
            words(tr("Layer"),
                  [at](int row) {
                      const QString type = coreText(at(row).type);
                      return (at(row).trainable ? type : tr("%1 (frozen)").arg(type)).toStdString();
                  }),
            words(tr("Output"), [at](int row) { return std::string_view(at(row).outputShape); }),
            numberColumn(
                {}, tr("Parameters"), {}, [at](int row) { return int64_t{at(row).parameters}; }, {},
                QStringLiteral("100,000,000"))};
}

} // namespace ui
