#include "ui/widgets/probability_bars.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kMostBars = 10;
constexpr int kProbabilityGap = 8;
constexpr int kShortestBar = 60; ///< Beside long names.

} // namespace

ProbabilityBars::ProbabilityBars(QWidget* parent) : Canvas(parent)
{
    new Readable(*this, // Belongs to this.
                 {.rows = [this] { return int(m_rows.size()) + (m_others > 0 ? 1 : 0); },
                  .text = [this](int row, int) { return said(row); },
                  .place =
                      [this](int row, int) {
                          const int height = rowHeight(scaleIn(size()));
                          return QRect(0, row * height, width(), height);
                      }});
    ProbabilityBars::restyle();
}

void ProbabilityBars::restyle()
{
    setSizePolicy(QSizePolicy::Preferred,
                  Theme::instance().presentation() ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    Canvas::restyle();
}

void ProbabilityBars::setProbabilities(const QStringList& classes,
                                       const std::vector<float>& probabilities, int predicted,
                                       const QString& mark)
{
    m_mark = mark;
    std::vector<Row> rows;
    for (size_t i = 0; i < probabilities.size(); ++i)
        rows.push_back({classes.value(int(i)), probabilities[i], int(i) == predicted});
    m_others = rows.size() > kMostBars ? rows.size() - kMostBars : 0;
    m_othersShare = 0.0;
    if (m_others > 0) { // few classes keep their order, so that bars do not jump
        std::stable_sort(rows.begin(), rows.end(),
                         [](const Row& a, const Row& b) { return a.probability > b.probability; });
        for (size_t i = kMostBars; i < rows.size(); ++i)
            m_othersShare += rows[i].probability;
        rows.resize(kMostBars);
    }
    const bool sameHeight = rows.size() == m_rows.size();
    m_rows = std::move(rows);
    QStringList all;
    for (size_t row = 0; row < m_rows.size(); ++row)
        all << said(int(row));
    setAccessibleName(tr("Probabilities"));
    setAccessibleDescription(all.join(QStringLiteral("; ")));
    if (!sameHeight)
        updateGeometry();
    update();
}

void ProbabilityBars::setNumber(const QString& name, double number)
{
    m_rows = {{name, 0.0, true, value(number)}};
    m_others = 0;
    setAccessibleName(name);
    setAccessibleDescription(value(number));
    restyle();
}

void ProbabilityBars::setScale(double scale)
{
    if (scale == m_scale)
        return;
    m_scale = scale;
    restyle();
}

QString ProbabilityBars::said(int index) const
{
    if (size_t(index) >= m_rows.size())
        return othersText();
    const Row& row = m_rows[size_t(index)];
    if (!row.number.isEmpty())
        return tr("%1 %2").arg(row.name, row.number);
    const QString share = tr("%1 %2").arg(row.name, percent(row.probability));
    return row.predicted ? tr("%1, %2").arg(share, m_mark) : share;
}

QFont ProbabilityBars::nameFont(bool predicted, double scale) const
{
    const Theme& theme = Theme::instance();
    QFont font = theme.sized(theme.textFont(), scale);
    font.setBold(predicted);
    return font;
}

QFont ProbabilityBars::numberFont(bool predicted, double scale) const
{
    const Theme& theme = Theme::instance();
    QFont font = theme.sized(theme.numberFont(), scale);
    font.setBold(predicted);
    return font;
}

int ProbabilityBars::rowHeight(double scale) const
{
    return QFontMetrics(nameFont(true, scale)).height() + 6;
}

/// That of the type. In a presentation the rows share the height, and names take a third at most.
double ProbabilityBars::scaleIn(const QSize& room) const
{
    constexpr double kMost = 2.5; // Times the scale that was set.
    if (!Theme::instance().presentation())
        return m_scale;
    const double tall = double(room.height()) / (drawnRows() * rowHeight(m_scale));
    const double wide = room.width() / 3.0 / std::max(namesWidth(m_scale), 1);
    return m_scale * std::clamp(std::min(tall, wide), 1.0, kMost);
}

int ProbabilityBars::namesWidth(double scale) const
{
    const QFontMetrics names(nameFont(true, scale));
    int width = 0;
    for (const Row& row : m_rows)
        width = std::max(width, names.horizontalAdvance(row.name) + 2);
    return width;
}

QString ProbabilityBars::othersText() const
{
    return filled(tr("%1 other {class|classes}: %2"),
                  {count(qint64(m_others)), percent(m_othersShare)});
}

QSize ProbabilityBars::sizeHint() const
{
    const int width = 40 * QFontMetrics(nameFont(false, m_scale)).averageCharWidth();
    return {width, drawnRows() * rowHeight(m_scale)};
}

void ProbabilityBars::draw(QPainter& painter, const QRect& box) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::instance();
    const double scale = scaleIn(box.size());
    const int height = rowHeight(scale);
    const QFontMetrics names(nameFont(true, scale)), numbers(numberFont(true, scale));
    const int thick = QFontMetrics(nameFont(false, scale)).height() * 2 / 3;
    const int numberWidth = numbers.horizontalAdvance(percent(1.0)) + 2;
    const int signWidth = names.horizontalAdvance(QStringLiteral("\u25c2 ")) + 2;
    const int beside = numberWidth + signWidth + 3 * kProbabilityGap;
    const int nameWidth = std::min(namesWidth(scale),
                                   std::max(box.width() / 2, box.width() - beside - kShortestBar));
    const int barLeft = box.left() + nameWidth + kProbabilityGap;
    const int barWidth = std::max(20, box.width() - nameWidth - beside);
    int top = box.top();
    for (const Row& row : m_rows) {
        painter.setFont(nameFont(row.predicted, scale));
        painter.setPen(theme.text());
        painter.drawText(
            QRect(box.left(), top, nameWidth, height), Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(painter.font()).elidedText(row.name, Qt::ElideRight, nameWidth));
        if (!row.number.isEmpty()) {
            painter.setFont(numberFont(true, scale));
            painter.drawText(QRect(barLeft, top, box.right() - barLeft, height),
                             Qt::AlignLeft | Qt::AlignVCenter, row.number);
            continue;
        }
        const QRectF whole(barLeft, top + (height - thick) / 2.0, barWidth, thick);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.line());
        painter.drawRect(whole);
        painter.setBrush(row.predicted ? theme.accent() : theme.mutedText());
        painter.drawRect(QRectF(whole.topLeft(), QSizeF(barWidth * row.probability, thick)));
        painter.setFont(numberFont(row.predicted, scale));
        painter.setPen(theme.text());
        painter.drawText(QRect(barLeft + barWidth + kProbabilityGap, top, numberWidth, height),
                         Qt::AlignRight | Qt::AlignVCenter, percent(row.probability));
        if (row.predicted)
            painter.drawText(QRect(barLeft + barWidth + kProbabilityGap + numberWidth + 2, top,
                                   signWidth, height),
                             Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("\u25c2"));
        top += height;
    }
    if (m_others > 0) {
        painter.setFont(nameFont(false, scale));
        painter.setPen(theme.mutedText());
        painter.drawText(QRect(box.left(), top, box.width(), height),
                         Qt::AlignLeft | Qt::AlignVCenter, othersText());
    }
}

} // namespace ui
