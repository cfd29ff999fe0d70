#include "ui/gradients/gradients_view.h"

#include "ui/figure/table_text.h"
#include "ui/gradients/flow_plot.h"
#include "ui/states/shown_states.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr size_t kMostRuns = 3;

} // namespace

GradientsView::GradientsView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("gradients"), tr("Gradients"),
         tr("Text to be read; earlier texts are in the list"),
         tr("Then type a sentence above: how far back its loss reaches, word by word, "
            "appears here, also while training runs.")},
        parent)
    , m_flow(std::make_shared<core::GradientFlow>())
    , m_besides(context, [this] { showFlow(); })
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [](int whole) {
        const int upper = Theme::instance().presentation() ? whole * 7 / 10 : whole / 2;
        return QList<int>{upper, whole - upper, whole / 3};
    });
    connect(&context, &ViewContext::historyRead, this, &GradientsView::takeHistory);
    connect(&context, &ViewContext::updated, this, &GradientsView::takeUpdates);
    connect(&context, &ViewContext::runsChanged, this, [this] {
        if (isSeen() && m_beside->isChecked() && shown().hasRun())
            askAgain();
    });
    showNoNetwork();
}

QWidget* GradientsView::buildUpper()
{
    auto* upper = new QWidget;
    auto* column = new QVBoxLayout(upper);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* controls = new QWidget;
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::instance().spacing());
    m_what = new QuietComboBox;
    m_what->setObjectName(QStringLiteral("flowWhatBox"));
    m_what->setAccessibleName(tr("What is drawn"));
    m_what->addItems({tr("gradient of the loss"), tr("product of Jacobians")});
    setHelp(*m_what,
            tr("Gradient of the loss: the norm of its derivative by the state after each word. "
               "Product of Jacobians: the largest factor by which a small change of that state "
               "arrives at the last one, whatever the loss."));
    m_layer = new QuietComboBox;
    m_layer->setObjectName(QStringLiteral("flowLayerBox"));
    m_layer->setAccessibleName(tr("Layer and direction"));
    m_length = new QSlider(Qt::Horizontal);
    m_length->setObjectName(QStringLiteral("flowLengthSlider"));
    m_length->setAccessibleName(tr("How many of the words are read"));
    m_length->setMinimum(1);
    m_lengthSaid = makeLabel({}, LabelRole::Muted);
    m_lengthSaid->setObjectName(QStringLiteral("flowLengthLabel"));
    m_lengthSaid->setWordWrap(false);
    m_beside = new QCheckBox(tr("&Beside ticked runs"));
    m_beside->setObjectName(QStringLiteral("besideFlowsBox"));
    setHelp(*m_beside,
            tr("Up to two more runs of the same task that are ticked in the list of "
               "runs read the same text."));
    row->addWidget(makeNameLabel(tr("S&how"), *m_what));
    row->addWidget(m_what, 3);
    row->addWidget(m_layer, 2);
    row->addWidget(makeNameLabel(tr("&Words"), *m_length));
    row->addWidget(m_length, 3);
    row->addWidget(m_lengthSaid);
    row->addWidget(m_beside);
    hideInPresentation(*controls);
    m_plot = new FlowPlot(QStringLiteral("flowPlot"));
    m_matrices = makeLabel({}, LabelRole::Plain);
    m_matrices->setObjectName(QStringLiteral("matricesLabel"));
    setHelp(*m_matrices,
            tr("Largest singular value of the matrix from state to state. Well below 1: what was "
               "long ago is forgotten, and its gradient vanishes. Well above: gradients can "
               "explode; clip their norm."));
    column->addWidget(controls);
    column->addWidget(m_plot, 1);
    column->addWidget(m_matrices);
    connect(m_what, &QComboBox::currentIndexChanged, this, &GradientsView::showFlow);
    connect(m_layer, &QComboBox::activated, this, &GradientsView::askAgain);
    connect(m_length, &QSlider::valueChanged, this, [this](int words) {
        m_lengthSaid->setText(tr("%1 of %2").arg(count(words), count(m_whole)));
        askAgain();
    });
    connect(m_beside, &QCheckBox::toggled, this, &GradientsView::askAgain);
    return upper;
}

QWidget* GradientsView::buildLower()
{
    auto* lower = new QWidget;
    auto* column = new QVBoxLayout(lower);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* head = new QHBoxLayout;
    m_clipping = makeLabel({}, LabelRole::Plain);
    m_clipping->setObjectName(QStringLiteral("clippingLabel"));
    m_scale = new ColourScale;
    head->addWidget(m_clipping, 1);
    head->addWidget(m_scale);
    m_map = new HeatMap;
    m_map->setObjectName(QStringLiteral("layerGradientMap"));
    m_map->setAccessibleName(tr("Gradient norm of each layer over the training"));
    m_map->setMinimumSize(120, 80);
    m_map->setDescriber([this](int row, int place) {
        const LayerGradients::Column& updates = m_training.columns()[size_t(place)];
        return tr("%1, updates %2 to %3: gradient norm %4")
            .arg(QString::fromStdString(m_training.layers()[size_t(row)]), count(updates.first),
                 count(updates.last), value(updates.norm(size_t(row))));
    });
    m_norms = new FlowPlot(QStringLiteral("clippingPlot"));
    auto* pictures = new QHBoxLayout;
    pictures->setSpacing(Theme::instance().spacing());
    pictures->addWidget(m_map, 3);
    pictures->addWidget(m_norms, 2);
    column->addLayout(head);
    column->addLayout(pictures, 1);
    return lower;
}

void GradientsView::showOtherRun()
{
    m_training = {};
    m_known = false;
    showTraining();
}

void GradientsView::showOtherText()
{
    m_whole = 0;
}

void GradientsView::askShown()
{
    if (!std::exchange(m_known, true))
        Q_EMIT context().historyRequested(run());
    const QPoint place = m_layer->currentData().toPoint();
    core::AskGradientFlow question;
    question.text = told().toStdString();
    question.reference = truth().toStdString();
    question.layer = m_layer->currentIndex() < 0 ? -1 : place.x();
    question.direction = m_layer->currentIndex() < 0 ? 0 : place.y();
    question.length = m_whole > 0 && m_length->value() < m_whole ? m_length->value() : 0;
    asker().follow(shown(), question, [this](const core::GradientFlow& flow) { setFlow(flow); });
    m_besides.follow(shown(), question, m_beside->isChecked() ? kMostRuns - 1 : 0);
    showFlow();
}

void GradientsView::setFlow(const core::GradientFlow& flow)
{
    if (flow.cell.title.empty() || flow.tokens.empty()) {
        frame().showEmpty(tr("This network has no recurrent layers"),
                          tr("Train an RNN, LSTM or GRU, or choose a run of one: how its gradient "
                             "flows back through a text appears here."));
        return;
    }
    m_flow = std::make_shared<core::GradientFlow>(flow);
    if (m_whole == 0) { // Of a text that is new all is read at first.
        m_whole = int(flow.tokens.size());
        const QSignalBlocker quiet(m_length);
        m_length->setMaximum(m_whole);
        m_length->setValue(m_whole);
        m_lengthSaid->setText(tr("%1 of %2").arg(count(m_whole), count(m_whole)));
    }
    showContent(stateText());
    fillLayers();
    showFlow();
    showWords();
}

void GradientsView::fillLayers()
{
    const QSignalBlocker quiet(m_layer);
    m_layer->clear();
    for (const auto& [place, text] : layerChoices(m_flow->cell))
        m_layer->addItem(text, place);
    m_layer->setCurrentIndex(m_layer->findData(QPoint(int(m_flow->layer), int(m_flow->direction))));
    m_layer->setEnabled(m_layer->count() > 1);
}

void GradientsView::showFlow()
{
    if (m_flow->tokens.empty())
        return;
    const bool jacobian = m_what->currentIndex() == int(Show::Jacobian);
    std::vector<FlowPlot::Line> lines;
    const auto add = [&](const core::GradientFlow& flow, const QString& run, int colour) {
        const auto& all = jacobian ? flow.jacobians : flow.norms;
        for (size_t s = 0; s < all.size(); ++s) {
            const QString state = QString::fromStdString(flow.states[s]);
            lines.push_back(
                {m_besides.runs().empty() ? state : QStringLiteral("%1 \u00b7 %2").arg(run, state),
                 colour, s > 0, all[s]});
        }
    };
    add(*m_flow, shown().name, 0);
    int colour = 1;
    for (const auto& other : m_besides.runs()) {
        if (other.answer != nullptr && !other.answer->cell.title.empty())
            add(*other.answer, other.name, colour);
        ++colour;
    }
    m_plot->setLines(std::move(lines), tokenLabels(m_flow->tokens), {},
                     jacobian ? tr("largest singular value") : tr("norm of the gradient"));
    m_matrices->setText(matricesText());
}

QString GradientsView::matricesText() const
{
    QStringList all;
    for (const core::GradientFlow::Matrix& each : m_flow->matrices)
        all << QStringLiteral("%1 %2").arg(QString::fromStdString(each.name),
                                           QString::number(each.largest, 'f', 2));
    QString text = tr("Largest singular values: %1.").arg(all.join(QStringLiteral(", ")));
    const std::vector<double>& norms = m_flow->norms.front();
    const bool backwards = m_flow->direction == 1;
    const double begin = backwards ? norms.back() : norms.front();
    const double end = backwards ? norms.front() : norms.back();
    if (norms.size() > 1 && end > 0.0)
        text += QLatin1Char(' ')
            + (begin > 0.0
                   ? tr("From the last step to the first the gradient of h changes by a factor of "
                        "%1.")
                         .arg(value(begin / end))
                   : tr("At the first step nothing is left of the gradient of h."));
    if (m_flow->jacobians.empty())
        text += QLatin1Char(' ')
            + tr("The products of Jacobians are too large to compute: take fewer words.");
    return text;
}

void GradientsView::takeHistory(const QString& run, const core::RunHistory& history)
{
    if (run != this->run())
        return;
    m_known = true;
    m_training.setHistory(history);
    showTraining();
}

void GradientsView::takeUpdates(const RunUpdates& updates)
{
    if (updates.run != run())
        return;
    if (m_training.layers().empty()) { // Their names stand in the history.
        if (isSeen())
            Q_EMIT context().historyRequested(run());
        return;
    }
    for (const core::UpdateReport& update : updates.reports)
        m_training.append(update);
    if (isSeen())
        showTraining();
}

void GradientsView::showTraining()
{
    const auto& columns = m_training.columns();
    const size_t layers = m_training.layers().size();
    double lowest = 0.0, highest = 0.0;
    for (const auto& column : columns)
        for (size_t layer = 0; layer < layers; ++layer)
            if (const double norm = column.norm(layer); norm > 0.0) {
                lowest = lowest == 0.0 ? norm : std::min(lowest, norm);
                highest = std::max(highest, norm);
            }
    const double top = highest > 0.0 ? std::ceil(std::log10(highest)) : 0.0;
    m_lowest = lowest > 0.0 ? std::max(std::floor(std::log10(lowest)), top - 8.0) : top - 4.0;
    HeatMapContent content;
    content.rows = layers > 0 ? int(layers) : 0;
    content.columns = int(columns.size());
    content.dense = content.thinColumns = true;
    content.high = std::max(top - m_lowest, 1.0);
    content.columnTitle = tr("update");
    for (size_t layer = 0; layer < layers; ++layer) {
        content.rowLabels << QString::fromStdString(m_training.layers()[layer]);
        for (const auto& column : columns) {
            const double norm = column.norm(layer);
            content.values.push_back(norm > 0.0 ? float(std::max(std::log10(norm) - m_lowest, 0.0))
                                                : 0.0F);
        }
    }
    std::vector<FlowPlot::Line> lines{{tr("before clipping"), 0, false, {}},
                                      {tr("after"), 1, true, {}}};
    for (const auto& column : columns) {
        content.columnLabels << count(column.first);
        const double middle = 0.5 * double(column.first + column.last);
        lines[0].values.push_back(column.normBefore());
        lines[0].places.push_back(middle);
        lines[1].values.push_back(column.normAfter());
        lines[1].places.push_back(middle);
    }
    m_map->setContent(std::move(content));
    m_scale->setScale(std::max(top - m_lowest, 1.0),
                      tr("powers of ten above 1e%1").arg(int(m_lowest)));
    m_norms->setLines(std::move(lines), {}, tr("update"), tr("gradient norm"));
    m_clipping->setText(clippingText());
}

QString GradientsView::clippingText() const
{
    const int64_t updates = m_training.updates(), clipped = m_training.clipped();
    if (updates == 0)
        return tr("The gradient norm of each layer over the training appears here.");
    if (m_training.layers().empty())
        return tr("This run was trained before the norms of single layers were kept.");
    if (clipped == 0)
        return filled(tr("Gradient norm of each layer over %1 {update|updates}; no gradient was "
                         "clipped."),
                      {count(updates)});
    return filled(tr("Gradient norm of each layer over %1 {update|updates}; %2 of them were "
                     "clipped, on average to %3 of their norm."),
                  {count(updates), percent(double(clipped) / double(updates)),
                   percent(m_training.meanFactor())});
}

QString GradientsView::stateText() const
{
    QStringList parts{updateText(m_flow->step, m_flow->epoch),
                      QString::fromStdString(m_flow->cell.title), verdictText(m_flow->verdict)};
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString GradientsView::words() const
{
    QStringList lines{stateText(), matricesText()};
    for (size_t s = 0; s < m_flow->norms.size(); ++s) {
        QStringList numbers;
        for (size_t t = 0; t < m_flow->tokens.size(); ++t)
            numbers << QStringLiteral("%1 %2").arg(QString::fromStdString(m_flow->tokens[t]),
                                                   value(m_flow->norms[s][t]));
        lines << tr("Norm of the gradient by %1 after each word: %2")
                     .arg(QString::fromStdString(m_flow->states[s]),
                          numbers.join(QStringLiteral(", ")));
    }
    lines << clippingText();
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> GradientsView::contentFigures() const
{
    const auto draw = [](FlowPlot* plot) {
        return [plot](QCPPainter& painter) {
            plot->toPainter(&painter, plot->width(), plot->height());
        };
    };
    return {{told(), QStringLiteral("gradient_flow"), m_plot->size(), draw(m_plot),
             [this](TableText& table) {
                 table.row("position", "token", "state", "gradient_norm", "jacobian_product");
                 for (size_t s = 0; s < m_flow->norms.size(); ++s)
                     for (size_t t = 0; t < m_flow->tokens.size(); ++t) {
                         table.add(int64_t(t) + 1);
                         table.add(m_flow->tokens[t]);
                         table.add(m_flow->states[s]);
                         table.add(m_flow->norms[s][t]);
                         if (m_flow->jacobians.empty())
                             table.add(std::monostate());
                         else
                             table.add(m_flow->jacobians[s][t]);
                         table.endRow();
                     }
             },
             [this] { return words(); }},
            {.title = tr("Gradient norm of each layer"),
             .name = QStringLiteral("layer_gradients"),
             .size = m_map->wholeSize(),
             .paint = [this](QCPPainter& painter) { m_map->drawWhole(painter); },
             .table =
                 [this](TableText& table) {
                     table.row("first_update", "last_update", "layer", "gradient_norm");
                     for (const auto& column : m_training.columns())
                         for (size_t layer = 0; layer < m_training.layers().size(); ++layer)
                             table.row(column.first, column.last, m_training.layers()[layer],
                                       column.norm(layer));
                 },
             .words = [this] { return clippingText(); }},
            {.title = tr("Clipping"),
             .name = QStringLiteral("clipping"),
             .size = m_norms->size(),
             .paint = draw(m_norms)}};
}

} // namespace ui
