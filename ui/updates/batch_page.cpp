#include "ui/updates/batch_page.h"

#include "core/probe/question_kind.h"
#include "ui/gradients/quantity_texts.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QLabel>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

QString lossText(double loss)
{
    return std::isnan(loss) ? QStringLiteral("\u2013") : value(loss);
}

QWidget* labelAboveTable(QLabel* said, QWidget* table)
{
    auto* whole = new QWidget;
    makeColumn(whole, {said, {table, 1}}, 4, {0, kGrid / 2, kGrid, 0});
    return whole;
}

} // namespace

BatchTable::BatchTable(QWidget* parent)
    : RowTable(QStringLiteral("batchTable"), tr("Texts of the batch; Return opens a text"),
               &RowTable::countOfTexts, parent)
{
    using Item = core::UpdateItem;
    RowColumn reference
        = textColumn("reference", tr("Target"), {}, cells(m_items, &Item::reference));
    reference.share = 0.0;
    reference.letters = 14;
    view().setColumns(
        {numberColumn(
             "loss_at_update", tr("Loss then"),
             tr("Loss of the text at that update, with dropout and label smoothing; a mean over "
                "the tokens of a target text. \u2013: the update is no longer in memory."),
             cells(m_items, &Item::lossThen), lossText, QStringLiteral("0.0000")),
         numberColumn("loss_now", tr("Loss now"),
                      tr("Loss of the text under the shown network, without dropout. If it was "
                         "large then and is small now, the network has learned the text. If it is "
                         "large in both, check the target."),
                      cells(m_items, &Item::lossNow), lossText, QStringLiteral("0.0000")),
         textColumn("text", tr("Text"), {}, cells(m_items, &Item::text)), std::move(reference),
         numberColumn("tokens", tr("Tokens"), tr("Number of tokens of the text"),
                      cells(m_items, &Item::tokens), {}, QStringLiteral("000"))});
    view().setSortable();
    connect(&view(), &RowView::rowActivated, this, [this](int row) {
        const core::UpdateItem& item = m_items[size_t(row)];
        Q_EMIT opened(QString::fromStdString(item.text), QString::fromStdString(item.reference));
    });
}

void BatchTable::setBatch(const core::UpdateBatch& batch)
{
    reset(int(batch.items.size()), [&] {
        m_items = batch.items;
        std::stable_sort(m_items.begin(), m_items.end(), [](const auto& a, const auto& b) {
            const auto key = [](const core::UpdateItem& item) {
                return std::isnan(item.lossThen) ? item.lossNow : item.lossThen;
            };
            return key(a) > key(b);
        });
    });
}

BatchPage::BatchPage(QWidget* parent)
    : QWidget(parent)
    , m_table(new BatchTable)
    , m_layerTable(new RowView(QStringLiteral("layerNormTable"),
                               tr("Gradient norm of each layer at the chosen update")))
    , m_said(named(makeLabel({}, LabelRole::Plain), "batchLabel"))
    , m_layersSaid(makeLabel(tr("Gradient norm of each layer, before clipping"), LabelRole::Group))
{
    RowColumn layer = textColumn("layer", tr("Layer"), {}, [this](int row) {
        return std::string_view(m_layerNames[size_t(row)]);
    });
    RowColumn norm = numberColumn(
        "gradient_norm", tr("Norm"),
        tr("L2 norm of the layer's gradient. If one layer is far above the others, it dominates "
           "the update: lower the clipping bound or the learning rate. If all layers are above "
           "their values at neighbouring updates, check the texts of the batch."),
        [this](int row) -> Cell { return double(m_norms[size_t(row)]); },
        [](double number) { return value(number); }, QStringLiteral("0.000e-00"));
    norm.share = 0.8;
    norm.bar = [this](int row) {
        return m_largest > 0.0F ? double(m_norms[size_t(row)] / m_largest) : -1.0;
    };
    RowColumn step = numberColumn(
        "step_size", tr("Step"),
        tr("Root mean square of the step of the layer's weights, divided by the learning rate. "
           "Adam "
           "begins near 1 for each layer, however small its gradient is; SGD follows the gradient. "
           "If it is largest in the first updates, warm up. \u2013: it was not measured."),
        [this](int row) -> Cell {
            return size_t(row) < m_steps.size() ? double(m_steps[size_t(row)]) : std::nan("");
        },
        lossText, QStringLiteral("0.000e-00"));
    m_layerTable->setColumns({std::move(layer), std::move(norm), std::move(step)});
    m_layerTable->link([this](int row) {
        return Mark{Mark::Kind::Layer, -1, QString::fromStdString(m_layers[size_t(row)])};
    });
    auto* parts = new Splitter(QStringLiteral("updateBatch"), Qt::Horizontal);
    parts->addWidget(labelAboveTable(m_said, m_table));
    parts->addWidget(labelAboveTable(m_layersSaid, m_layerTable));
    parts->setSharing([](int whole) {
        const int texts = whole * 6 / 10;
        return QList<int>{texts, whole - texts};
    });
    makeColumn(this, {parts});
    connect(m_table, &BatchTable::opened, this, &BatchPage::opened);
}

void BatchPage::clear(const QString& said)
{
    m_batch.reset();
    m_table->setBatch({});
    m_said->setText(said);
}

void BatchPage::setBatch(const core::UpdateBatch& batch)
{
    m_batch = batch;
    m_batch->batches.reset(); // The view keeps them.
    m_table->setBatch(batch);
    m_said->setText(batchText());
}

QString BatchPage::batchText() const
{
    if (!m_batch)
        return m_said->text();
    const bool known = !m_batch->items.empty() && !std::isnan(m_batch->items.front().lossThen);
    QString text = filled(tr("Batch of update %1: %2 {text|texts}."),
                          {count(m_batch->place.step), count(qint64(m_batch->items.size()))});
    text += QLatin1Char(' ')
        + tr("Their mean loss under the network after update %1 is %2.")
              .arg(count(m_batch->networkStep), value(m_batch->lossNow));
    if (!known)
        text += QLatin1Char(' ')
            + tr("Their losses at the update itself are available for the last 200 updates during "
                 "a training, and for updates recorded on disk (Histograms, On disk).");
    return text;
}

void BatchPage::setLayers(const std::vector<std::string>& layers, const core::UpdateReport* report)
{
    using Layers = core::LayerQuantity;
    const bool known
        = report != nullptr && report->layers[Layers::GradientNorm].size() == layers.size();
    m_layerTable->reset(known ? int(layers.size()) : 0, [&] {
        m_layers = layers;
        m_layerNames.clear();
        for (const QString& name : shortNames(layers))
            m_layerNames.push_back(name.toStdString());
        m_norms = known ? report->layers[Layers::GradientNorm] : std::vector<float>();
        m_steps = known ? report->layers[Layers::StepSize] : std::vector<float>();
        m_largest = m_norms.empty() ? 0.0F : *std::max_element(m_norms.begin(), m_norms.end());
    });
}

QString BatchPage::words() const
{
    QStringList lines{batchText()};
    for (const core::UpdateItem& item : m_table->items())
        lines << tr("Loss then %1, now %2: %3 (%4)")
                     .arg(lossText(item.lossThen), lossText(item.lossNow),
                          QString::fromStdString(item.text),
                          QString::fromStdString(item.reference));
    for (size_t layer = 0; layer < m_norms.size(); ++layer)
        lines << tr("%1: gradient norm %2, step / learning rate %3")
                     .arg(QString::fromStdString(m_layers[layer]), value(double(m_norms[layer])),
                          lossText(layer < m_steps.size() ? double(m_steps[layer]) : std::nan("")));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> BatchPage::figures() const
{
    if (!m_batch)
        return {};
    Figure texts{.title = tr("Batch of update %1").arg(count(m_batch->place.step)),
                 .name = QStringLiteral("update_batch"),
                 .words = [this] { return words(); },
                 .answer = [this] { return core::readoutOf<core::AskUpdateBatch>(*m_batch); }};
    Figure layers{.title = tr("Gradient norms of update %1").arg(count(m_batch->place.step)),
                  .name = QStringLiteral("update_layers")};
    layers.table = [this](TableText& table) {
        table.row("layer", "gradient_norm", "step_size");
        for (size_t layer = 0; layer < m_norms.size(); ++layer)
            table.row(m_layers[layer], m_norms[layer],
                      layer < m_steps.size() ? m_steps[layer] : std::nanf(""));
    };
    return {texts, layers};
}

} // namespace ui
