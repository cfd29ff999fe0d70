#include "ui/setup/model_page.h"

#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace ui {

namespace {

constexpr double kFlowMargin = 16.0; ///< Between boxes and captions.

/// Solid for attention, dashed for an initial state.
QPen penOf(core::SourceUse use)
{
    const Theme& theme = Theme::instance();
    return {theme.accent(), theme.lineWidth(),
            use == core::SourceUse::Start ? Qt::DashLine : Qt::SolidLine};
}

/// "x", 1 -> x with the subscripts 1 to 4.
QStringList numbered(const QString& name, int first)
{
    constexpr char16_t kSubscriptZero = 0x2080;
    QStringList names;
    for (int i = first; i < first + 4; ++i)
        names << name + QChar(static_cast<char16_t>(kSubscriptZero + i));
    return names;
}

constexpr int kMostLayerLetters = 60;

} // namespace

ModelFlow::ModelFlow(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("The network, drawn over four tokens"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ModelFlow::setSummary(const core::ModelSummary& summary)
{
    m_stacks.clear();
    const bool sides
        = std::any_of(summary.layers.begin(), summary.layers.end(),
                      [](const auto& layer) { return layer.side == core::LayerSide::Target; });
    if (sides) { // y0 is the begin mark
        m_stacks.emplace_back(numbered(tr("x"), 1), tr("source"), ModelStack::Captions::Left);
        m_stacks.emplace_back(numbered(tr("y"), 0), tr("target so far"),
                              ModelStack::Captions::Right);
    } else {
        m_stacks.emplace_back(
            QStringList{tr("token 1"), tr("token 2"), tr("token 3"), tr("token 4")}, QString(),
            ModelStack::Captions::Right);
    }
    for (const core::LayerSummary& layer : summary.layers)
        m_stacks[layer.side == core::LayerSide::Target ? 1 : 0].add(layer);
    setAccessibleDescription(
        sides ? tr("Encoder, from the source up: %1. Decoder, from the target up: %2")
                    .arg(m_stacks[0].spoken(), m_stacks[1].spoken())
              : tr("From the tokens up: %1").arg(m_stacks[0].spoken()));
    updateGeometry();
    update();
}

QSize ModelFlow::sizeHint() const
{
    int height = 0;
    for (const ModelStack& stack : m_stacks)
        height = std::max(height, stack.height());
    const int legend = hasSides() ? ModelStack::rowHeight() : 0;
    return {480, height + legend + 8};
}

QSize ModelFlow::minimumSizeHint() const
{
    return {280, sizeHint().height()};
}

void ModelFlow::place()
{
    const double legend = hasSides() ? ModelStack::rowHeight() : 0.0;
    const double bottom = height() - 4 - legend;
    if (!hasSides()) {
        const double across = std::min(width() * 0.5, 360.0);
        m_stacks[0].setPlace({0, 0, across, bottom},
                             {across + kFlowMargin, 0, width() - across - kFlowMargin, bottom});
        return;
    }
    // Captions are outside, so that the gap is free for the crossing lines.
    const double all = std::min(double(width()), 1200.0);
    const double across = std::min(0.28 * all, 320.0), gap = 0.08 * all;
    const double caption = (all - 2 * across - gap) / 2 - kFlowMargin;
    const double source = caption + kFlowMargin, target = source + across + gap;
    m_stacks[0].setPlace({source, 0, across, bottom}, {0, 0, caption, bottom});
    m_stacks[1].setPlace({target, 0, across, bottom},
                         {target + across + kFlowMargin, 0, caption, bottom});
}

void ModelFlow::paintEvent(QPaintEvent*)
{
    if (m_stacks.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    place();
    for (const ModelStack& stack : m_stacks)
        stack.draw(painter);
    if (hasSides()) {
        drawCrossing(painter);
        drawLegend(painter);
    }
}

bool ModelFlow::has(core::SourceUse use) const
{
    const auto& layers = m_stacks[1].layers();
    return std::any_of(layers.begin(), layers.end(),
                       [use](const auto& layer) { return layer.source == use; });
}

/// Attention starts at the encoder's highest row with states per token, an initial state at its
/// highest row, bridges included.
void ModelFlow::drawCrossing(QPainter& painter) const
{
    const auto& encoder = m_stacks[0].layers();
    const auto highest = int(encoder.size());
    int states = highest;
    while (states > 0 && !encoder[size_t(states - 1)].perToken)
        --states;
    painter.setBrush(Qt::NoBrush);
    const auto& decoder = m_stacks[1].layers();
    for (size_t layer = 0; layer < decoder.size(); ++layer) {
        const core::SourceUse use = decoder[layer].source;
        if (use == core::SourceUse::None)
            continue;
        const QRectF from = m_stacks[0].row(use == core::SourceUse::Start ? highest : states);
        const QRectF to = m_stacks[1].row(int(layer) + 1);
        painter.setPen(penOf(use));
        drawArrow(painter, {from.right() + 3, from.center().y()}, {to.left() - 3, to.center().y()});
    }
}

void ModelFlow::drawLegend(QPainter& painter) const
{
    constexpr double kLine = 32.0;
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.textFont());
    const double middle = height() - 4 - ModelStack::rowHeight() / 2.0;
    double x = m_stacks[0].row(0).left();
    painter.setFont(theme.textFont());
    const auto entry = [&](core::SourceUse use, const QString& text) {
        if (!has(use))
            return;
        painter.setPen(penOf(use));
        drawArrow(painter, {x, middle}, {x + kLine, middle});
        painter.setPen(theme.mutedText());
        const double width = metrics.horizontalAdvance(text) + 4;
        painter.drawText(
            QRectF(x + kLine + 8, middle - metrics.height(), width, 2.0 * metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, text);
        x += kLine + 8 + width + 24;
    };
    entry(core::SourceUse::Start, tr("starts from the last state"));
    entry(core::SourceUse::Attention, tr("attends to every source token"));
}

ModelPage::ModelPage(QWidget* parent)
    : PreviewPage(tr("Model"), kInfo, parent)
    , m_facts(new FactsRow(this))
    , m_text(makeLabel({}, LabelRole::Plain, this))
    , m_start(named(makeLabel({}, LabelRole::Plain, this), "startLabel"))
    , m_formula(named(new FormulaLabel(this), "networkFormula"))
    , m_flow(new ModelFlow(this))
    , m_layers(new RowView(QStringLiteral("layersTable"), tr("Layers"), this))
{
    empty().setTexts(
        tr("The network is shown here"),
        tr("Once there is data, this shows the chosen network drawn over a few tokens, its layers "
           "with shapes and parameters, and the memory that training needs."));
    m_layers->setColumns(layerColumns());
    m_layers->fitRows(std::numeric_limits<int>::max());
    m_layers->link([this](int row) {
        return Mark{Mark::Kind::Layer, -1, QString::fromStdString(m_rows[size_t(row)].name)};
    });
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
    m_facts->setFacts({{count(summary.parameters), tr("{parameter|parameters}"),
                        tr("Number of weights in the network.")},
                       {count(summary.trainableParameters), tr("of them trained"),
                        tr("The others are frozen pretrained vectors.")},
                       {dataSize(summary.weightBytes), tr("weights"),
                        tr("Size of a saved model: four bytes per parameter.")},
                       {dataSize(summary.trainingBytes), tr("while training"),
                        tr("Estimate for one update: weights, gradients, optimiser state, and the "
                           "activations of one batch at the maximum length.")}});
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
