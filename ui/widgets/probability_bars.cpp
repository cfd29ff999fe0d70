#include "ui/widgets/probability_bars.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kMostBars = 10;
constexpr int kProbabilityGap = 8;

} // namespace

ProbabilityBars::ProbabilityBars(QWidget* parent) : Canvas(parent)
{
    new Readable(
        *this, // Belongs to this.
        {.rows = [this] { return int(m_rows.size()) + (m_others > 0 ? 1 : 0); },
         .text = [this](int row, int) { return said(row); },
         .place
         = [this](int row, int) { return QRect(0, row * rowHeight(), width(), rowHeight()); }});
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
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

QFont ProbabilityBars::scaled(QFont font) const
{
    font.setPointSizeF(m_scale * font.pointSizeF());
    return font;
}

QFont ProbabilityBars::nameFont(bool predicted) const
{
    QFont font = scaled(Theme::instance().textFont());
    font.setBold(predicted);
    return font;
}

QFont ProbabilityBars::numberFont(bool predicted) const
{
    QFont font = scaled(Theme::instance().numberFont());
    font.setBold(predicted);
    return font;
}

int ProbabilityBars::rowHeight() const
{
    return QFontMetrics(nameFont(true)).height() + 6;
}

QString ProbabilityBars::othersText() const
{
    return filled(tr("%1 other {class|classes}: %2"),
                  {count(qint64(m_others)), percent(m_othersShare)});
}

QSize ProbabilityBars::sizeHint() const
{
    const int rows = int(m_rows.size()) + (m_others > 0 ? 1 : 0);
    const int width = 40 * QFontMetrics(nameFont(false)).averageCharWidth();
    return {width, std::max(rows, 1) * rowHeight()};
}

void ProbabilityBars::draw(QPainter& painter, const QRect& box) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::instance();
    const QFontMetrics names(nameFont(true)), numbers(numberFont(true));
    const int thick = QFontMetrics(nameFont(false)).height() * 2 / 3;
    const int numberWidth = numbers.horizontalAdvance(percent(1.0)) + 2;
    int nameWidth = 0;
    for (const Row& row : m_rows)
        nameWidth = std::max(nameWidth, names.horizontalAdvance(row.name) + 2);
    nameWidth = std::min(nameWidth, box.width() / 2);
    const int signWidth = names.horizontalAdvance(QStringLiteral("\u25c2 ")) + 2;
    const int barLeft = box.left() + nameWidth + kProbabilityGap;
    const int barWidth
        = std::max(20, box.width() - nameWidth - numberWidth - signWidth - 3 * kProbabilityGap);
    int top = box.top();
    for (const Row& row : m_rows) {
        painter.setFont(nameFont(row.predicted));
        painter.setPen(theme.text());
        painter.drawText(
            QRect(box.left(), top, nameWidth, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(painter.font()).elidedText(row.name, Qt::ElideRight, nameWidth));
        if (!row.number.isEmpty()) {
            painter.setFont(numberFont(true));
            painter.drawText(QRect(barLeft, top, box.right() - barLeft, rowHeight()),
                             Qt::AlignLeft | Qt::AlignVCenter, row.number);
            continue;
        }
        const QRectF whole(barLeft, top + (rowHeight() - thick) / 2.0, barWidth, thick);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.line());
        painter.drawRect(whole);
        painter.setBrush(row.predicted ? theme.accent() : theme.mutedText());
        painter.drawRect(QRectF(whole.topLeft(), QSizeF(barWidth * row.probability, thick)));
        painter.setFont(numberFont(row.predicted));
        painter.setPen(theme.text());
        painter.drawText(QRect(barLeft + barWidth + kProbabilityGap, top, numberWidth, rowHeight()),
                         Qt::AlignRight | Qt::AlignVCenter, percent(row.probability));
        if (row.predicted)
            painter.drawText(QRect(barLeft + barWidth + kProbabilityGap + numberWidth + 2, top,
                                   signWidth, rowHeight()),
                             Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("\u25c2"));
        top += rowHeight();
    }
    if (m_others > 0) {
        painter.setFont(nameFont(false));
        painter.setPen(theme.mutedText());
        painter.drawText(QRect(box.left(), top, box.width(), rowHeight()),
                         Qt::AlignLeft | Qt::AlignVCenter, othersText());
    }
}

} // namespace ui
