#include "ui/updates/matrix_page.h"

#include "core/probe/question_kind.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <functional>

namespace ui {

namespace {

/// "12", or "12 to 15" where a cell stands for several.
QString cellRange(int64_t cell, int64_t block, int64_t all,
                  const std::function<QString(int64_t)>& name)
{
    const int64_t first = cell * block, last = std::min(all, first + block) - 1;
    return first == last ? name(first) : MatrixPage::tr("%1 to %2").arg(name(first), name(last));
}

} // namespace

MatrixPage::MatrixPage(QWidget* parent)
    : QWidget(parent)
    , m_names(named(new QuietComboBox, "matrixBox", tr("Weight matrix"),
                    tr("The parameter that is drawn. Rows are outputs and columns are inputs of a "
                       "layer; gates of an LSTM or a GRU stand one below the other.")))
    , m_time(named(new QSlider(Qt::Horizontal), "matrixSlider", tr("Recorded update"),
                   tr("The recorded updates, from the first to the last. If there are none, tick "
                      "Record on the page Histograms while the network is trained; the slider of "
                      "epochs below the window chooses the network of another epoch.")))
    , m_timeSaid(named(makeLabel({}, LabelRole::Muted), "matrixUpdateLabel"))
    , m_said(named(makeLabel({}, LabelRole::Plain), "matrixLabel"))
    , m_weights(
          makePicture(QStringLiteral("matrixMap"), tr("Weights"), &core::WeightMatrix::weights))
    , m_change(makePicture(QStringLiteral("matrixStepMap"), tr("Step taken"),
                           &core::WeightMatrix::change))
{
    m_timeSaid->setWordWrap(false);
    auto* controls = new QWidget;
    makeRow(controls,
            {makeNameLabel(tr("&Matrix"), *m_names),
             {m_names, 3},
             makeNameLabel(tr("R&ecorded"), *m_time),
             {m_time, 3},
             m_timeSaid},
            kGrid);
    hideInPresentation(*controls);
    makeColumn(this,
               {controls,
                m_said,
                {makeRow(nullptr, {{m_weights.whole, 1}, {m_change.whole, 1}}, kGrid), 1}},
               4);
    connect(m_names, &QComboBox::activated, this, &MatrixPage::parameterChosen);
    connect(m_time, &QSlider::valueChanged, this, [this](int place) {
        if (size_t(place) < m_kept.size())
            Q_EMIT picked(m_kept[size_t(place)]);
    });
    clear();
}

MatrixPage::Picture MatrixPage::makePicture(const QString& name, const QString& title,
                                            const std::vector<float> core::WeightMatrix::*values)
{
    Picture picture{new QWidget, new ColourScale, named(new HeatMap, name, title)};
    picture.map->setMinimumSize(120, 80);
    picture.map->setDescriber([this, values](int row, int column) {
        return cellText(
            row, column,
            (m_matrix.*values)[size_t(row) * size_t(m_matrix.columns) + size_t(column)]);
    });
    makeColumn(picture.whole,
               {makeRow(nullptr, {{makeLabel(title, LabelRole::Group), 1}, picture.scale}),
                {picture.map, 1}},
               4);
    return picture;
}

core::AskWeightMatrix MatrixPage::question() const
{
    core::AskWeightMatrix question;
    question.parameter = m_names->currentText().toStdString();
    if (!m_kept.empty())
        question.update = m_chosen > 0 ? m_chosen : m_kept.back();
    return question;
}

bool MatrixPage::setUpdate(int64_t step)
{
    const core::AskWeightMatrix before = question();
    m_chosen = step;
    return !(question() == before);
}

void MatrixPage::moveSlider()
{
    const QSignalBlocker quiet(m_time);
    const auto found = std::find(m_kept.begin(), m_kept.end(), m_matrix.update);
    m_time->setEnabled(m_kept.size() > 1);
    m_time->setRange(0, std::max(0, int(m_kept.size()) - 1));
    m_time->setValue(found == m_kept.end() ? 0 : int(found - m_kept.begin()));
    m_timeSaid->setText(m_kept.empty() ? tr("none") : tr("update %1").arg(count(m_matrix.update)));
}

void MatrixPage::clear()
{
    m_chosen = 0;
    m_names->setChoices({});
    setMatrix({});
}

void MatrixPage::setMatrix(const core::WeightMatrix& matrix)
{
    m_matrix = matrix;
    m_kept = matrix.keptUpdates;
    moveSlider();
    QuietComboBox::Choices names;
    for (const std::string& each : matrix.parameters)
        names.emplace_back(QString::fromStdString(each), QString::fromStdString(each));
    if (!names.empty()) {
        m_names->setChoices(names);
        m_names->setCurrentIndex(m_names->findText(QString::fromStdString(matrix.parameter)));
    }
    m_names->setEnabled(names.size() > 1);
    show(m_weights, matrix.weights, matrix.largestWeight, tr("weight"));
    show(m_change, matrix.change, matrix.largestChange, tr("after \u2212 before"));
    m_change.whole->setVisible(!matrix.change.empty());
    m_weights.whole->setVisible(!matrix.weights.empty());
    m_said->setText(matrixText());
}

void MatrixPage::show(Picture& picture, const std::vector<float>& values, double largest,
                      const QString& title)
{
    HeatMapContent content;
    content.rows = values.empty() ? 0 : int(m_matrix.rows);
    content.columns = values.empty() ? 0 : int(m_matrix.columns);
    content.dense = content.thinColumns = true;
    content.colours = ColourMap::Signed;
    content.high = steadyScaleEnd(largest, picture.scale->high()); // Symmetric about 0.
    content.values = values;
    content.rowTitle = m_matrix.gates.empty() ? tr("output") : tr("gate and its output");
    content.columnTitle = tr("input");
    for (int64_t row = 0; row < content.rows; ++row)
        content.rowLabels << rowName(row * m_matrix.rowBlock);
    for (int64_t column = 0; column < content.columns; ++column)
        content.columnLabels << count(column * m_matrix.columnBlock);
    picture.scale->setScale(content.high, title, ColourMap::Signed);
    picture.map->setContent(std::move(content));
}

/// "f 12": output 12 of the gate f, counted from 0.
QString MatrixPage::rowName(int64_t row) const
{
    if (m_matrix.gates.empty())
        return count(row);
    const int64_t size = m_matrix.shape.front() / std::ssize(m_matrix.gates);
    return QString::fromStdString(m_matrix.gates[size_t(row / size)]) + u' ' + count(row % size);
}

QString MatrixPage::cellText(int row, int column, float shown) const
{
    const int64_t rows = m_matrix.shape.size() < 2 ? 1 : m_matrix.shape.front();
    int64_t all = 1;
    for (const int64_t size : m_matrix.shape)
        all *= size;
    return tr("row %1, column %2: %3")
        .arg(
            cellRange(row, m_matrix.rowBlock, rows, [this](int64_t each) { return rowName(each); }),
            cellRange(column, m_matrix.columnBlock, all / std::max<int64_t>(1, rows),
                      [](int64_t each) { return count(each); }),
            value(double(shown)));
}

QString MatrixPage::matrixText() const
{
    if (m_matrix.weights.empty())
        return tr("The weights of the network appear here.");
    QStringList sizes;
    for (const int64_t size : m_matrix.shape)
        sizes << count(size);
    QStringList sentences{
        tr("%1, %2, %3: cells from %4 to %5.")
            .arg(QString::fromStdString(m_matrix.parameter), sizes.join(QStringLiteral(" \u00d7 ")),
                 m_matrix.update > 0 ? tr("after update %1").arg(count(m_matrix.update))
                                     : tr("before the first update"),
                 value(double(*std::min_element(m_matrix.weights.begin(), m_matrix.weights.end()))),
                 value(
                     double(*std::max_element(m_matrix.weights.begin(), m_matrix.weights.end()))))};
    if (m_matrix.rowBlock > 1 || m_matrix.columnBlock > 1)
        sentences << tr("Each cell is the mean of a block of %1 \u00d7 %2 weights.")
                         .arg(count(m_matrix.rowBlock), count(m_matrix.columnBlock));
    sentences
        << (m_matrix.change.empty()
                ? tr("The step of this update was not recorded: tick Record on the page "
                     "Histograms during a training.")
                : tr("The step changes cells by at most %1.").arg(value(m_matrix.largestChange)));
    return sentences.join(QLatin1Char(' '));
}

QString MatrixPage::words() const
{
    return matrixText();
}

std::vector<Figure> MatrixPage::figures() const
{
    if (m_matrix.weights.empty())
        return {};
    const auto paint = [](const Picture& picture) {
        return [map = picture.map](QCPPainter& painter) { map->drawWhole(painter); };
    };
    std::vector<Figure> all{
        {.title = tr("Weight matrix %1").arg(QString::fromStdString(m_matrix.parameter)),
         .name = QStringLiteral("weight_matrix"),
         .size = m_weights.map->wholeSize(),
         .paint = paint(m_weights),
         .words = [this] { return words(); },
         .answer = [this] { return core::readoutOf<core::AskWeightMatrix>(m_matrix); }}};
    if (!m_matrix.change.empty())
        all.push_back({.title = tr("Step of update %1").arg(count(m_matrix.update)),
                       .name = QStringLiteral("weight_step"),
                       .size = m_change.map->wholeSize(),
                       .paint = paint(m_change)});
    return all;
}

} // namespace ui
