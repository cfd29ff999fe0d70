#include "ui/results/scatter_plot.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

namespace {

constexpr double kDot = 5.0;
constexpr double kMark = 11.0;
constexpr double kNear = 12.0; ///< Pixels within which a click means a dot.
constexpr int kManyDots = 2000; ///< More of them are drawn fainter.

} // namespace

ScatterPlot::ScatterPlot(QWidget* parent) : Plot(parent)
{
    setObjectName(QStringLiteral("scatterPlot"));
    readAs(
        {.rows = [this] { return int(m_order.size()); },
         .text =
             [this](int place, int) {
                 const core::NumberPrediction& each = m_predictions[size_t(m_order[size_t(place)])];
                 return tr("true %1, predicted %2").arg(value(each.number), value(each.predicted));
             },
         .place =
             [this](int place, int) {
                 constexpr int kDot = 8;
                 const QPoint dot = placeOf(m_order[size_t(place)]).toPoint();
                 return QRect(dot - QPoint(kDot / 2, kDot / 2), QSize(kDot, kDot));
             },
         .current = [this] { return QPoint(0, m_place); },
         .choose = [this](int place, int) { choose(place); }});
    setAxisTitles(tr("true"), tr("predicted"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 160);
    m_dots = addGraph();
    m_marked = addGraph();
    for (QCPGraph* graph : {m_dots, m_marked})
        graph->setLineStyle(QCPGraph::lsNone);
    m_diagonal = new QCPItemStraightLine(this); // over the dots
    m_diagonal->point1->setCoords(0.0, 0.0);
    m_diagonal->point2->setCoords(1.0, 1.0);
    m_dots->setAdaptiveSampling(false); // It would leave out dots that stand apart.
}

void ScatterPlot::setPredictions(const std::vector<core::NumberPrediction>& predictions)
{
    m_predictions = predictions;
    m_place = -1;
    m_order.clear();
    for (size_t i = 0; i < predictions.size(); ++i)
        if (!std::isnan(predictions[i].number))
            m_order.push_back(int(i));
    std::stable_sort(m_order.begin(), m_order.end(), [&](int a, int b) {
        return predictions[size_t(a)].number < predictions[size_t(b)].number;
    });
    QVector<QCPGraphData> dots;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const int index : m_order) {
        const core::NumberPrediction& each = predictions[size_t(index)];
        dots.append(QCPGraphData(each.number, each.predicted));
        low = std::min({low, each.number, each.predicted});
        high = std::max({high, each.number, each.predicted});
    }
    m_dots->data()->set(dots, true);
    if (!dots.isEmpty()) {
        const double air = std::max(0.04 * (high - low), 1e-9);
        for (QCPAxis* axis : {xAxis, yAxis})
            axis->setRange(low - air, high + air);
    }
    setAccessibleTexts(tr("Predicted against true numbers"),
                       m_order.empty()
                           ? QString()
                           : filled(tr("%1 {text|texts}, numbers from %2 to %3. Arrow keys go "
                                       "from text to text, Return opens one."),
                                    {count(qint64(m_order.size())), value(low), value(high)}));
    mark();
    applyTheme();
}

int ScatterPlot::current() const
{
    return m_place < 0 ? -1 : m_order[size_t(m_place)];
}

void ScatterPlot::setCurrent(int index)
{
    const auto found = std::find(m_order.begin(), m_order.end(), index);
    m_place = found == m_order.end() ? -1 : int(found - m_order.begin());
    mark();
}

QPointF ScatterPlot::placeOf(int index) const
{
    const core::NumberPrediction& each = m_predictions[size_t(index)];
    return {xAxis->coordToPixel(each.number), yAxis->coordToPixel(each.predicted)};
}

int ScatterPlot::nearest(const QPointF& place) const
{
    int best = -1;
    double least = kNear * kNear;
    for (size_t i = 0; i < m_order.size(); ++i) {
        const QPointF away = placeOf(m_order[i]) - place;
        const double distance = QPointF::dotProduct(away, away);
        if (distance < least) {
            least = distance;
            best = int(i);
        }
    }
    return best;
}

void ScatterPlot::choose(int place)
{
    if (place < 0)
        return;
    m_place = place;
    mark();
    Q_EMIT pointed(current());
    readable().announce();
}

void ScatterPlot::mark()
{
    m_marked->data()->clear();
    if (m_place >= 0) {
        const core::NumberPrediction& each = m_predictions[size_t(current())];
        m_marked->addData(each.number, each.predicted);
    }
    replot(rpQueuedReplot);
}

void ScatterPlot::mousePressEvent(QMouseEvent* event)
{
    Plot::mousePressEvent(event);
    if (event->button() == Qt::LeftButton)
        choose(nearest(event->position()));
}

void ScatterPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    Plot::mouseDoubleClickEvent(event);
    const int place = nearest(event->position());
    if (event->button() != Qt::LeftButton || place < 0)
        return;
    choose(place);
    Q_EMIT activated(current());
}

void ScatterPlot::keyPressEvent(QKeyEvent* event)
{
    const int last = int(m_order.size()) - 1;
    const int key = event->key();
    if (last < 0)
        Plot::keyPressEvent(event);
    else if (key == Qt::Key_Left || key == Qt::Key_Down)
        choose(std::max(m_place - 1, 0));
    else if (key == Qt::Key_Right || key == Qt::Key_Up)
        choose(std::min(m_place + 1, last));
    else if (key == Qt::Key_Home)
        choose(0);
    else if (key == Qt::Key_End)
        choose(last);
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_place >= 0)
        Q_EMIT activated(current());
    else
        Plot::keyPressEvent(event);
}

void ScatterPlot::applyTheme()
{
    Plot::applyTheme();
    Theme& theme = Theme::instance();
    const QPen series = theme.seriesPen(0);
    QColor fill = series.color();
    fill.setAlpha(int(m_order.size()) > kManyDots ? 70 : 130);
    m_dots->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(fill), QBrush(Qt::NoBrush), kDot));
    m_marked->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.text(), 2.0),
                                              QBrush(Qt::NoBrush), kMark));
    QPen line(theme.text(), 1.5 * theme.lineWidth());
    line.setStyle(Qt::DashLine);
    m_diagonal->setPen(line);
    replot(rpQueuedReplot);
}

} // namespace ui
