#include "ui/map/map_content.h"

#include "core/projection/nearest.h"
#include "ui/map/map_picture.h"
#include "ui/map/map_side.h"
#include "ui/table/cosine_column.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/splitter.h"

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kNearest = 20; ///< Listed.
constexpr size_t kRinged = 10; ///< Framed in the picture.

} // namespace

MapContent::MapContent(const core::VectorMap& map, const std::vector<int32_t>& clusters,
                       QWidget* parent)
    : QWidget(parent)
    , m_map(map)
    , m_texts(map, clusters)
    , m_picture(new MapPicture)
    , m_side(new MapSide)
    , m_split(new Splitter(QStringLiteral("map"), Qt::Horizontal))
{
    m_split->addWidget(m_picture);
    m_split->addWidget(m_side);
    m_split->setChildrenCollapsible(false);
    m_split->setSharing([](int whole) {
        const int side = std::clamp(whole / 4, 160, 420);
        return QList<int>{whole - side, side};
    });
    makeColumn(this, {{m_split, 1}});
    connectParts();
}

void MapContent::connectParts()
{
    m_picture->setDescriber([this](int point) { return m_texts.describe(point); });
    connect(m_picture, &MapPicture::currentChanged, this, &MapContent::showNeighbours);
    connect(m_picture, &MapPicture::currentChanged, this, &MapContent::shareCurrent);
    connect(m_picture, &MapPicture::chosenChanged, this, &MapContent::showChosen);
    connect(m_picture, &MapPicture::chosenChanged, this, &MapContent::shareChosen);
    connect(&Pointing::instance(), &Pointing::changed, this,
            [this](const std::vector<Mark>& marks, bool chosen, const QObject* by) {
                if (chosen && by != this)
                    takeChoice(marks);
            });
    connect(m_side, &MapSide::searchChanged, this, &MapContent::search);
    connect(m_side, &MapSide::searchAccepted, this, &MapContent::goToFound);
    connect(m_side, &MapSide::pointPicked, this, &MapContent::goTo);
}

void MapContent::showVectors(std::shared_ptr<const std::vector<float>> unit)
{
    m_unit = std::move(unit);
    showNeighbours();
}

void MapContent::showPoints(std::shared_ptr<const std::vector<float>> unit)
{
    m_unit = std::move(unit);
    m_side->setHasTexts(!m_map.contexts.empty());
    QStringList labels;
    for (int i = 0; i < m_texts.count(); ++i)
        labels << m_texts.label(i);
    m_picture->setPoints(m_map.points, labels);
    search();
    showNeighbours();
    showChosen();
}

void MapContent::setColumn(const QString& column)
{
    m_column = column;
    showChosen();
}

void MapContent::showSide(bool wanted)
{
    m_sideWanted = wanted;
    fitSide();
}

bool MapContent::showsSide() const
{
    return !m_side->isHidden();
}

void MapContent::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitSide();
}

void MapContent::fitSide()
{
    constexpr int kLetters = 90; // The picture keeps at least two thirds of the width.
    const bool hasRoom = width() >= kLetters * fontMetrics().averageCharWidth();
    m_side->setVisible(m_sideWanted.value_or(hasRoom));
    m_split->share();
    Q_EMIT sideShown(showsSide());
}

void MapContent::search()
{
    const QString wanted = m_side->searched();
    m_found = m_texts.found(wanted,
                            m_side->searchesTexts() ? MapSearch::TextsAround : MapSearch::Points);
    m_picture->setFound(m_found);
    m_side->setFound(wanted.isEmpty() ? -1 : int(m_found.size()));
}

void MapContent::goToFound()
{
    if (m_found.empty())
        return;
    const auto current = std::find(m_found.begin(), m_found.end(), m_picture->current());
    const bool last = current == m_found.end() || std::next(current) == m_found.end();
    goTo(last ? m_found.front() : *std::next(current));
}

void MapContent::goTo(int point)
{
    m_picture->setCurrent(point);
    m_picture->bringIntoSight(point);
}

void MapContent::showNeighbours()
{
    const int current = m_picture->current();
    std::vector<MapSide::Row> rows;
    if (current >= 0 && m_unit != nullptr && m_map.features > 0) {
        const core::NearestRows nearest = core::nearestTo(
            core::VectorsView(*m_unit, size_t(m_map.features)), size_t(current), kNearest);
        for (size_t i = 0; i < nearest.count; ++i)
            rows.push_back({nearest.rows[i],
                            m_texts.listed(nearest.rows[i]),
                            {},
                            core::cosineAt(double(nearest.distances[i]))});
    }
    std::vector<int> ringed;
    for (size_t i = 0; i < std::min(rows.size(), kRinged); ++i)
        ringed.push_back(rows[i].point);
    m_picture->setNeighbours(std::move(ringed));
    m_side->setNeighbours(current < 0 ? QString() : m_texts.label(current), std::move(rows));
}

void MapContent::showChosen()
{
    std::vector<MapSide::Row> rows;
    for (const int point : m_picture->chosen())
        rows.push_back(
            {point, m_texts.listed(point), m_texts.property(point, m_column).toStdString()});
    m_side->setChosen(std::move(rows));
}

void MapContent::shareCurrent()
{
    Pointing::instance().point({m_texts.mark(Mark::Kind::Point, m_picture->current())}, true,
                               *this);
}

void MapContent::shareChosen()
{
    std::vector<Mark> marks;
    for (const int point : m_picture->chosen())
        marks.push_back(m_texts.mark(Mark::Kind::ChosenPoint, point));
    if (marks.empty())
        marks.push_back(m_texts.mark(Mark::Kind::ChosenPoint, -1));
    Pointing::instance().point(marks, true, *this);
}

void MapContent::takeChoice(const std::vector<Mark>& marks)
{
    const Mark::Kind kind = marks.empty() ? Mark::Kind::None : marks.front().kind;
    if (kind == Mark::Kind::ChosenPoint)
        m_picture->setChosen(m_texts.pointsOf(marks));
    if (kind != Mark::Kind::Point)
        return;
    const std::vector<int> points = m_texts.pointsOf(marks);
    if (points.empty())
        m_picture->setCurrent(-1);
    else
        goTo(points.front());
}

QStringList MapContent::neighbourWords() const
{
    QStringList lines;
    if (const int current = m_picture->current(); current >= 0) {
        lines << tr("Nearest to \u201c%1\u201d by cosine:").arg(m_texts.label(current));
        for (const MapSide::Row& each : m_side->neighbours())
            lines << QStringLiteral("%1 %2").arg(QString::fromStdString(each.label),
                                                 QString::number(each.cosine, 'f', 3));
    }
    return lines;
}

} // namespace ui
