#include "ui/word_sums/word_plane.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <algorithm>

namespace ui {

WordPlane::WordPlane(QWidget* parent) : Plot(parent)
{
    setObjectName(QStringLiteral("wordPlane"));
    setAxisTitles(tr("first component"), tr("second component"));
    setMinimumHeight(160);
    setAccessibleTexts(tr("Plane of the words"), {});
}

void WordPlane::show(const core::WordSum& sum)
{
    m_sum = sum;
    m_places.clear();
    QStringList names;
    for (const std::string& word : sum.words)
        names << readableToken(word);
    if (!sum.plane.empty())
        names << readableToken(sum.nearest.front().token) << tr("sum");
    QStringList said;
    for (int i = 0; i < names.size() && size_t(2 * i + 1) < sum.plane.size(); ++i) {
        m_places.push_back(
            {names[i], double(sum.plane[size_t(2 * i)]), double(sum.plane[size_t(2 * i + 1)])});
        said
            << tr("%1 at %2, %3").arg(names[i], value(m_places.back().x), value(m_places.back().y));
    }
    setAccessibleTexts(tr("Plane of the words"), said.join(QStringLiteral("; ")));
    draw();
}

void WordPlane::draw()
{
    clearItems();
    clearGraphs();
    const size_t words = m_sum.words.size();
    if (m_places.size() < words + 2)
        return replot(rpQueuedReplot);
    const Place &nearest = m_places[words], &sum = m_places[words + 1];
    const std::vector<double>& signs = m_sum.signs;
    const auto minus = std::find(signs.begin(), signs.end(), -1.0);
    if (words == 3 && std::count(signs.begin(), signs.end(), -1.0) == 1) {
        const auto from = size_t(minus - signs.begin());
        const size_t one = from == 0 ? 1 : 0, other = from == 2 ? 1 : 2;
        for (const size_t corner : {one, other}) {
            addLine(m_places[from], m_places[corner], corner == one ? Qt::SolidLine : Qt::DashLine);
            addLine(m_places[corner], nearest, corner == one ? Qt::DashLine : Qt::SolidLine);
        }
    }
    addLine(sum, nearest, Qt::DotLine);
    const Theme& theme = Theme::instance();
    const auto isAbove = [&](const Place& place) { // Away from the others.
        double middle = 0.0;
        for (const Place& each : m_places)
            middle += each.y / double(m_places.size());
        return place.y >= middle;
    };
    for (size_t i = 0; i < words; ++i)
        addPoint(m_places[i], signs[i] < 0.0 ? QCPScatterStyle::ssSquare : QCPScatterStyle::ssDisc,
                 theme.text(), isAbove(m_places[i]));
    addPoint(sum, QCPScatterStyle::ssCross, theme.mutedText(), !isAbove(nearest));
    addPoint(nearest, QCPScatterStyle::ssDiamond, theme.accent(), isAbove(nearest));
    fitRanges();
    replot(rpQueuedReplot);
}

void WordPlane::addLine(const Place& from, const Place& to, Qt::PenStyle style)
{
    auto* line = new QCPItemLine(this);
    line->start->setCoords(from.x, from.y);
    line->end->setCoords(to.x, to.y);
    line->setPen(QPen(Theme::instance().mutedText(), Theme::instance().lineWidth(), style));
}

void WordPlane::addPoint(const Place& place, QCPScatterStyle::ScatterShape shape,
                         const QColor& colour, bool above)
{
    const Theme& theme = Theme::instance();
    QCPGraph* point = addGraph();
    point->setName(place.name);
    point->setLineStyle(QCPGraph::lsNone);
    point->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 1.5 * theme.lineWidth()),
                                           QBrush(colour), 9.0 * theme.scale()));
    point->addData(place.x, place.y);
    auto* label = new QCPItemText(this);
    label->setText(place.name);
    label->setFont(theme.textFont());
    label->setColor(colour);
    label->setPadding(QMargins(kGrid, kGrid, kGrid, kGrid));
    label->setPositionAlignment(Qt::AlignHCenter | (above ? Qt::AlignBottom : Qt::AlignTop));
    label->position->setCoords(place.x, place.y);
}

void WordPlane::fitRanges()
{
    if (m_places.empty())
        return;
    const auto [left, right] = std::minmax_element(m_places.begin(), m_places.end(),
                                                   [](auto& a, auto& b) { return a.x < b.x; });
    const auto [low, high] = std::minmax_element(m_places.begin(), m_places.end(),
                                                 [](auto& a, auto& b) { return a.y < b.y; });
    const double air = 1.5; // For the names at the border.
    xAxis->setRange((left->x + right->x) / 2, std::max(right->x - left->x, 1e-6) * air,
                    Qt::AlignCenter);
    yAxis->setRange((low->y + high->y) / 2, std::max(high->y - low->y, 1e-6) * air,
                    Qt::AlignCenter);
    if (axisRect()->width() <= 0 || axisRect()->height() <= 0)
        return;
    const double across = xAxis->range().size() / axisRect()->width();
    const double up = yAxis->range().size() / axisRect()->height();
    if (across > up)
        yAxis->setScaleRatio(xAxis, 1.0);
    else
        xAxis->setScaleRatio(yAxis, 1.0);
}

void WordPlane::applyTheme()
{
    Plot::applyTheme();
    draw();
}

void WordPlane::resizeEvent(QResizeEvent* event)
{
    Plot::resizeEvent(event);
    fitRanges();
}

} // namespace ui
