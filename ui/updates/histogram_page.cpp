#include "ui/updates/histogram_page.h"

#include "core/probe/question_kind.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/updates/histogram_bars.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

QString shapeOf(const core::RecordedParameter& parameter)
{
    QStringList sizes;
    for (const int64_t size : parameter.shape)
        sizes << count(size);
    return sizes.join(QStringLiteral(" \u00d7 "));
}

} // namespace

HistogramPage::HistogramPage(QWidget* parent) : QWidget(parent), m_controls(new QWidget)
{
    buildControls();
    buildPictures();
    show();
}

void HistogramPage::buildControls()
{
    m_record = named(new QCheckBox(tr("&Record")), "recordBox", {},
                     tr("Records the changes of the weights at the last 200 updates, also for the "
                        "landscape along a step. Recording takes at most 5 % of the training time "
                        "and skips updates if that is not enough. To record each update, slow the "
                        "training down or train step by step."));
    m_onDisk = named(
        new QCheckBox(tr("On &disk")), "onDiskBox", {},
        tr("Also writes the record to updates.jsonl in the run's folder, so that it "
           "is available after the program was closed; about 2 kB per update. At the end, the "
           "weights around the last updates are stored, too, for the view Influence: "
           "up to 128 MiB."));
    m_names = named(new QuietComboBox, "parameterBox", tr("Layer or parameter of the histograms"));
    m_quantity = named(new QuietComboBox, "quantityBox", tr("Quantity"));
    m_quantity->addItems({tr("weights"), tr("gradient"), tr("first moment m"),
                          tr("second moment v"), tr("step taken")});
    m_quantity->setCurrentIndex(int(core::UpdateQuantity::Step));
    setHelp(*m_quantity,
            tr("Gradient: after clipping, as the optimiser uses it. Moments: the running averages "
               "of Adam, RMSprop or momentum. Step: weight after the update minus weight before "
               "it. If steps grow while gradients do not, v has become small: raise epsilon or "
               "lower the learning rate. Gradients are zero for the embeddings of words that are "
               "not in the batch."));
    makeRow(m_controls,
            {m_record,
             m_onDisk,
             makeNameLabel(tr("&Of"), *m_names),
             {m_names, 3},
             makeNameLabel(tr("&Values"), *m_quantity),
             {m_quantity, 2}},
            kGrid);
    connect(m_record, &QCheckBox::toggled, this, [this](bool on) {
        m_onDisk->setEnabled(on);
        Q_EMIT wished();
    });
    connect(m_onDisk, &QCheckBox::toggled, this, &HistogramPage::wished);
    connect(m_names, &QComboBox::activated, this, &HistogramPage::wished);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &HistogramPage::show);
    m_onDisk->setEnabled(false);
    hideInPresentation(*m_controls);
}

void HistogramPage::buildPictures()
{
    m_state = named(makeLabel({}, LabelRole::Muted), "recordingLabel");
    m_said = named(makeLabel({}, LabelRole::Plain), "histogramLabel");
    m_scale = new ColourScale;
    m_map = named(new HeatMap, "histogramMap", tr("Histograms of the last updates"));
    m_map->setMinimumSize(160, 100);
    m_map->setDescriber([this](int row, int column) {
        const core::RecordedUpdate& update = *m_columns[size_t(column)];
        const core::SignedHistogram& shown = *histogram(update);
        const int bin = m_lastBin - row;
        return tr("Update %1: %2 of the values around %3")
            .arg(count(update.step),
                 percent(double(shown.counts[size_t(bin)])
                         / double(std::max<int64_t>(1, shown.count))),
                 value(core::SignedHistogram::innerEdge(bin)));
    });
    connect(m_map, &HeatMap::cellActivated, this,
            [this](int, int column) { Q_EMIT picked(m_columns[size_t(column)]->step); });
    m_bars = new HistogramBars;
    m_norms = buildTable();

    auto* left = new QWidget;
    makeColumn(left, {{m_scale, 0, Qt::AlignRight}, {m_map, 1}}, 4);
    auto* right = new Splitter(QStringLiteral("updateNorms"), Qt::Vertical);
    right->addWidget(m_bars);
    right->addWidget(m_norms);
    auto* parts = new Splitter(QStringLiteral("updateHistograms"), Qt::Horizontal);
    parts->addWidget(left);
    parts->addWidget(right);
    parts->setSharing([](int whole) {
        const int map = whole * 45 / 100;
        return QList<int>{map, whole - map};
    });
    makeColumn(this, {m_controls, m_state, m_said, {parts, 1}}, 4);
    m_parts = parts;
    QSizePolicy size = m_parts->sizePolicy(); // What stands above it stays where it is.
    size.setRetainSizeWhenHidden(true);
    m_parts->setSizePolicy(size);
}

RowView* HistogramPage::buildTable()
{
    auto* table = new RowView(QStringLiteral("parameterNormTable"),
                              tr("Norms of all parameters at the chosen update"));
    const auto norms
        = [this](int row) -> const core::ParameterNorms& { return m_update->norms[size_t(row)]; };
    const auto shown = [](double number) { return QLocale().toString(number, 'g', 3); };
    const QString widest = QStringLiteral("0.00e-00");
    table->setTextElideMode(Qt::ElideLeft); // "...rnn.weight_ih_l0"
    RowColumn name = textColumn("parameter", tr("Parameter"), {}, [this](int row) {
        return std::string_view(m_recording.parameters[size_t(row)].name);
    });
    name.tip = [this](int row) { return shapeOf(m_recording.parameters[size_t(row)]); };
    table->setColumns(
        {std::move(name),
         numberColumn(
             "weight_norm", tr("Weight"), tr("L2 norm before the update"),
             [=](int row) -> Cell { return double(norms(row).weight); }, shown, widest),
         numberColumn(
             "gradient_norm", tr("Gradient"), tr("L2 norm after clipping"),
             [=](int row) -> Cell { return double(norms(row).gradient); }, shown, widest),
         numberColumn(
             "step_norm", tr("Step"), tr("L2 norm of the change of the weights"),
             [=](int row) -> Cell { return double(norms(row).step); }, shown, widest),
         numberColumn(
             "step_share", tr("Step / weight"),
             tr("Usually about 1e-3. Above 1e-2 the updates change the weights too much: lower the "
                "learning rate. Below 1e-5 the network hardly learns: raise the learning rate."),
             [=](int row) -> Cell {
                 const core::ParameterNorms& all = norms(row);
                 return all.weight > 0.0F ? Cell(double(all.step / all.weight)) : Cell();
             },
             shown, widest)});
    return table;
}

core::RecordingWish HistogramPage::wish() const
{
    core::RecordingWish wish;
    using Where = core::RecordingWish::Where;
    if (m_record->isChecked())
        wish.where = m_onDisk->isChecked() ? Where::Disk : Where::Memory;
    wish.chosen = m_names->currentData().toString().toStdString();
    return wish;
}

void HistogramPage::setWish(const core::RecordingWish& wish)
{
    const QSignalBlocker first(m_record), second(m_onDisk);
    using Where = core::RecordingWish::Where;
    m_record->setChecked(wish.where != Where::Nowhere);
    m_onDisk->setChecked(wish.where == Where::Disk);
    m_onDisk->setEnabled(m_record->isChecked());
}

void HistogramPage::clear()
{
    m_recording = {};
    fillNames();
    show();
}

void HistogramPage::setRecording(const core::ShownRecording& recording)
{
    const bool sameNames = recording.parameters == m_recording.parameters;
    m_recording = recording;
    if (!sameNames)
        fillNames();
    show();
}

/// Layers first; then what they consist of.
void HistogramPage::fillNames()
{
    const QSignalBlocker quiet(m_names);
    const QString before = m_names->currentData().toString();
    m_names->clear();
    for (const core::RecordedParameter& each : m_recording.parameters) {
        const QString layer = QString::fromStdString(each.layer);
        if (m_names->findData(layer) < 0)
            m_names->addItem(tr("%1 (layer)").arg(layer), layer);
    }
    for (const core::RecordedParameter& each : m_recording.parameters) {
        const QString name = QString::fromStdString(each.name);
        m_names->addItem(QStringLiteral("%1 (%2)").arg(name, shapeOf(each)), name);
    }
    m_names->setCurrentIndex(std::max(0, m_names->findData(before)));
    m_names->setEnabled(m_names->count() > 1);
}

void HistogramPage::setChosen(int64_t step)
{
    m_chosen = step;
    showMap();
    showUpdate();
}

core::UpdateQuantity HistogramPage::quantity() const
{
    return core::UpdateQuantity(m_quantity->currentIndex());
}

const core::SignedHistogram* HistogramPage::histogram(const core::RecordedUpdate& update) const
{
    const auto& found = update.histograms[size_t(quantity())];
    return found ? &*found : nullptr;
}

void HistogramPage::show()
{
    m_state->setText(stateText());
    m_columns.clear();
    // All columns show the layer of the latest record.
    std::string of;
    for (auto each = m_recording.updates.rbegin(); each != m_recording.updates.rend(); ++each)
        if ((*each)->isWhole()) {
            of = (*each)->chosen;
            break;
        }
    m_firstBin = core::SignedHistogram::kBins;
    m_lastBin = -1;
    for (const core::ShownUpdate& each : m_recording.updates) {
        const core::SignedHistogram* counted = each->chosen == of ? histogram(*each) : nullptr;
        if (of.empty() || counted == nullptr)
            continue;
        m_columns.push_back(each);
        for (int bin = 0; bin < core::SignedHistogram::kBins; ++bin)
            if (counted->counts[size_t(bin)] > 0) {
                m_firstBin = std::min(m_firstBin, bin);
                m_lastBin = std::max(m_lastBin, bin);
            }
    }
    showMap();
    showUpdate();
}

void HistogramPage::showMap()
{
    m_update = nullptr;
    for (const core::ShownUpdate& each : m_columns)
        if (m_update == nullptr
            || std::abs(each->step - m_chosen) < std::abs(m_update->step - m_chosen))
            m_update = each;
    HeatMapContent content;
    content.rows = m_lastBin >= m_firstBin ? m_lastBin - m_firstBin + 1 : 0;
    content.columns = content.rows > 0 ? int(m_columns.size()) : 0;
    content.dense = content.thinColumns = true;
    content.columnTitle = tr("update");
    content.rowLabels = binLabels(m_firstBin, m_lastBin);
    content.values.resize(size_t(content.rows) * size_t(content.columns));
    float highest = 0.0F;
    for (int column = 0; column < content.columns; ++column) {
        const core::ShownUpdate& update = m_columns[size_t(column)];
        content.columnLabels << count(update->step);
        if (update == m_update)
            content.firstColumn = content.lastColumn = column;
        const core::SignedHistogram& counted = *histogram(*update);
        for (int row = 0; row < content.rows; ++row) {
            const int bin = m_lastBin - row;
            const auto share = float(double(counted.counts[size_t(bin)])
                                     / double(std::max<int64_t>(1, counted.count)));
            content.values[size_t(row) * size_t(content.columns) + size_t(column)] = share;
            if (bin != core::SignedHistogram::kZero || content.rows == 1)
                highest = std::max(highest, share);
        }
    }
    if (!(highest > 0.0F))
        highest = 1.0F;
    for (float& each : content.values) // Zeros may be most of a table of words.
        each = std::min(each, highest);
    content.high = double(highest);
    m_scale->setScale(content.high, tr("share of the values"));
    m_parts->setVisible(!m_columns.empty());
    m_map->setContent(std::move(content));
}

void HistogramPage::showUpdate()
{
    const core::SignedHistogram* counted = m_update ? histogram(*m_update) : nullptr;
    if (counted != nullptr)
        m_bars->setHistogram(*counted, m_firstBin, m_lastBin, m_quantity->currentText());
    else
        m_bars->clear();
    const bool norms = m_update && m_update->norms.size() == m_recording.parameters.size();
    m_norms->reset(norms ? int(m_update->norms.size()) : 0);
    m_said->setText(updateText());
}

QString HistogramPage::updateText() const
{
    const core::SignedHistogram* counted = m_update ? histogram(*m_update) : nullptr;
    if (counted == nullptr)
        return m_recording.updates.empty()
            ? QString()
            : tr("This optimiser has no such value, or nothing has been recorded yet.");
    QString text = tr("%1 of %2 at update %3: from %4 to %5, root mean square %6.")
                       .arg(m_quantity->currentText(), QString::fromStdString(m_update->chosen),
                            count(m_update->step), value(counted->minimum), value(counted->maximum),
                            value(counted->rootMeanSquare));
    if (m_chosen > 0 && m_update->step != m_chosen)
        text += QLatin1Char(' ')
            + tr("It is the recorded update nearest to the chosen update %1.").arg(count(m_chosen));
    return text;
}

QString HistogramPage::stateText() const
{
    const auto whole = qint64(std::count_if(m_recording.updates.begin(), m_recording.updates.end(),
                                            [](const auto& each) { return each->isWhole(); }));
    if (m_recording.fromDisk)
        return filled(tr("Read from updates.jsonl of the run: %1 {update|updates}, %2 of them with "
                         "histograms."),
                      {count(qint64(m_recording.updates.size())), count(whole)});
    if (!m_recording.live && m_recording.wish.where == core::RecordingWish::Where::Disk)
        return filled(tr("From the finished training: %1 {update|updates} with histograms, which "
                         "are also in updates.jsonl of the run."),
                      {count(whole)});
    if (!m_recording.live)
        return whole > 0
            ? filled(tr("In memory from the finished training: %1 {update|updates} with "
                        "histograms. They are lost when the program is closed."),
                     {count(whole)})
            : tr("Nothing was recorded for this run. Train a run, or resume this one, with Record "
                 "ticked. Records on disk can be viewed later.");
    if (m_recording.wish.where == core::RecordingWish::Where::Nowhere)
        return tr("Tick Record to keep the weights, gradients, moments and steps of the last 200 "
                  "updates; this takes at most 5 % of the training time.");
    return filled(tr("%1 of the last %2 {update|updates} are recorded with histograms, %3 with all "
                     "weights; this takes %4 of the training's time and %5 of memory."),
                  {count(whole), count(qint64(m_recording.updates.size())),
                   count(qint64(m_recording.keptWeights.size())), percent(m_recording.share),
                   dataSize(m_recording.bytes)});
}

QString HistogramPage::words() const
{
    QStringList lines{stateText(), updateText()};
    if (m_update && m_update->norms.size() == m_recording.parameters.size())
        for (size_t i = 0; i < m_update->norms.size(); ++i) {
            const core::ParameterNorms& norms = m_update->norms[i];
            lines << tr("%1: norm of the weight %2, of the gradient %3, of the step %4")
                         .arg(QString::fromStdString(m_recording.parameters[i].name),
                              value(double(norms.weight)), value(double(norms.gradient)),
                              value(double(norms.step)));
        }
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> HistogramPage::figures() const
{
    if (m_columns.empty())
        return {};
    return {{.title = tr("Histograms of the last updates"),
             .name = QStringLiteral("update_histograms"),
             .size = m_map->wholeSize(),
             .paint = [this](QCPPainter& painter) { m_map->drawWhole(painter); },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskRecording>(m_recording); }},
            {.title = tr("Histogram of one update"),
             .name = QStringLiteral("update_histogram"),
             .size = m_bars->size(),
             .paint = [this](QCPPainter& painter) {
                 m_bars->toPainter(&painter, m_bars->width(), m_bars->height());
             }}};
}

void HistogramPage::setColour(int index)
{
    m_bars->setColour(index);
}

} // namespace ui
