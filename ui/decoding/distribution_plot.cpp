#include "ui/decoding/distribution_plot.h"

#include "ui/decoding/fate_text.h"
#include "ui/decoding/tree_painter.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kDistributionGap = 8;
constexpr double kDistributionZoomStep = 1.5;
constexpr double kLargestDistributionZoom = 1e6;

} // namespace

DistributionFacts distributionFacts(const std::vector<float>& logProbabilities)
{
    DistributionFacts facts;
    for (const float one : logProbabilities) {
        if (std::isfinite(one))
            facts.entropyNats -= std::exp(double(one)) * double(one);
    }
    facts.perplexity = std::exp(facts.entropyNats);
    return facts;
}

DistributionPlot::DistributionPlot(QWidget* parent)
    : ScrollCanvas(parent)
    , m_search(std::make_shared<DecodingSteps>())
    , m_items(new Items(
          *this,
          {.rows = [this] { return int(m_bars.size()); },
           .text = [this](int row, int) { return describe(row); },
           .place = [this](int row, int) { return barRect(row); }},
          {.flow = Items::Flow::Down,
           .activation = Items::Activation::DoubleClick,
           .at =
               [this](const QPoint& position) {
                   const int row = rowAt(position);
                   return QPoint(row < 0 ? -1 : 0, row);
               },
           .page = [this] { return visibleRows(); },
           .tip =
               [this](const QPoint& item, const QPoint&) {
                   return item.x() < 0
                       ? QString()
                       : tr("%1 Double click or Return forces it here.").arg(describe(item.y()));
               }}))
{
    setObjectName(QStringLiteral("distributionPlot"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Next-token distribution; Return forces the token"));
    connect(m_items, &Items::currentChanged, this, [this](QPoint item) { showCurrent(item.y()); });
    connect(m_items, &Items::activated, this,
            [this](QPoint item) { Q_EMIT tokenActivated(int(m_bars[size_t(item.y())].token)); });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { viewport()->update(); });
}

void DistributionPlot::show(ShownSearch search, int32_t node, int step)
{
    const bool same = search == m_search && node == m_node;
    m_search = std::move(search);
    m_node = node;
    m_fates.clear();
    if (m_search->has(node)) {
        for (const int32_t child : m_search->children(node)) {
            if (m_search->stepOf(child) <= step)
                m_fates[m_search->node(child).token] = m_search->fateAt(child, step);
        }
    }
    if (!same)
        sortBars();
    layOut();
    QStringList said;
    for (int row = 0; row < std::min<int>(5, int(m_bars.size())); ++row)
        said << describe(row);
    setAccessibleDescription(said.join(QStringLiteral("; ")));
}

void DistributionPlot::sortBars()
{
    m_bars.clear();
    if (m_search->has(m_node)) {
        const auto& all = m_search->node(m_node).nextLogProbabilities;
        for (size_t i = 0; i < all.size(); ++i)
            m_bars.push_back({int32_t(i), std::exp(double(all[i]))});
    }
    std::stable_sort(m_bars.begin(), m_bars.end(),
                     [](const auto& a, const auto& b) { return a.probability > b.probability; });
    m_below.assign(m_bars.size() + 1, 0.0);
    for (size_t i = m_bars.size(); i-- > 0;)
        m_below[i] = m_below[i + 1] + m_bars[i].probability;
    m_zoom = 1.0;
    m_items->clear();
    verticalScrollBar()->setValue(0);
}

QString DistributionPlot::describe(int row) const
{
    if (row < 0 || size_t(row) >= m_bars.size())
        return {};
    const DistributionBar& bar = m_bars[size_t(row)];
    const auto fate = m_fates.find(bar.token);
    const QString text
        = tr("\"%1\" %2")
              .arg(m_search->tokenText(bar.token), probabilityText(std::log(bar.probability)));
    return fate == m_fates.end() ? text : tr("%1, %2").arg(text, fateWord(fate->second));
}

int DistributionPlot::rowHeight() const
{
    return QFontMetrics(Theme::instance().textFont()).height() + 3;
}

int DistributionPlot::visibleRows() const
{
    const int rows = (viewport()->height() - footerHeight()) / rowHeight();
    return std::clamp(rows, 1, std::max(1, int(m_bars.size())));
}

int DistributionPlot::firstVisible() const
{
    return verticalScrollBar()->value();
}

double DistributionPlot::massBelow(int row) const
{
    return m_below.empty() ? 0.0 : m_below[size_t(std::clamp(row, 0, int(m_bars.size())))];
}

void DistributionPlot::setZoom(double zoom)
{
    m_zoom = std::clamp(zoom, 1.0, kLargestDistributionZoom);
    viewport()->update();
}

void DistributionPlot::layOut()
{
    setScrolling({0, int(m_bars.size())}, {0, visibleRows()}, {1, 1});
}

QRect DistributionPlot::barRect(int row) const
{
    return {0, (row - firstVisible()) * rowHeight(), viewport()->width(), rowHeight()};
}

int DistributionPlot::rowAt(const QPoint& position) const
{
    const int row = firstVisible() + position.y() / rowHeight();
    const bool inside = position.y() >= 0 && position.y() < visibleRows() * rowHeight();
    return inside && size_t(row) < m_bars.size() ? row : -1;
}

QString DistributionPlot::restText() const
{
    const int shown = firstVisible() + visibleRows();
    const int rest = int(m_bars.size()) - shown;
    if (rest <= 0)
        return tr("These are all tokens.");
    return filled(tr("%1 more {token holds|tokens hold} %2."),
                  {count(rest), percent(massBelow(shown))});
}

void DistributionPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(viewport()->rect(), Theme::instance().base());
    if (m_bars.empty())
        return;
    const QFontMetrics words(Theme::instance().textFont());
    const QFontMetrics digits(Theme::instance().numberFont());
    const int last = std::min(int(m_bars.size()), firstVisible() + visibleRows());
    int nameWidth = 0, numberWidth = 0;
    for (int row = firstVisible(); row < last; ++row) {
        const DistributionBar& bar = m_bars[size_t(row)];
        nameWidth = std::max(nameWidth, words.horizontalAdvance(m_search->tokenText(bar.token)));
        numberWidth = std::max(
            numberWidth, digits.horizontalAdvance(probabilityText(std::log(bar.probability))));
    }
    nameWidth = std::min(nameWidth + 4, viewport()->width() / 3);
    for (int row = firstVisible(); row < last; ++row)
        drawRow(painter, row, barRect(row), nameWidth, numberWidth + 2);
    painter.setFont(Theme::instance().textFont());
    painter.setPen(Theme::instance().mutedText());
    const QRect footer(4, viewport()->height() - footerHeight(), viewport()->width() - 8,
                       footerHeight());
    QString text = restText();
    if (m_zoom > 1.0)
        text += QLatin1Char(' ') + tr("Bars are %1 times as long.").arg(value(m_zoom));
    painter.drawText(footer, Qt::AlignLeft | Qt::AlignVCenter,
                     words.elidedText(text, Qt::ElideRight, footer.width()));
    if (hasFocus())
        drawFocusFrame(painter, viewport()->rect());
}

void DistributionPlot::drawRow(QPainter& painter, int row, const QRect& box, int nameWidth,
                               int numberWidth) const
{
    const Theme& theme = Theme::instance();
    const DistributionBar& bar = m_bars[size_t(row)];
    const auto fate = m_fates.find(bar.token);
    const int sign = 2 * rowHeight() - 8;
    if (row == current())
        painter.fillRect(box, theme.line());
    QFont font = theme.textFont();
    font.setBold(fate != m_fates.end());
    painter.setFont(font);
    painter.setPen(theme.text());
    painter.drawText(
        QRect(box.left() + 4, box.top(), nameWidth, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(m_search->tokenText(bar.token), Qt::ElideRight, nameWidth));
    const int left = box.left() + 4 + nameWidth + kDistributionGap;
    const int width = std::max(10, box.right() - left - numberWidth - sign - 3 * kDistributionGap);
    const double high = std::max(m_bars.front().probability, 1e-300) / m_zoom;
    const double share = std::min(1.0, bar.probability / high);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fate != m_fates.end() ? theme.accent() : theme.mutedText());
    painter.drawRect(QRectF(left, box.top() + 3, std::max(1.0, share * width), box.height() - 6));
    painter.setFont(theme.numberFont());
    painter.setPen(theme.text());
    painter.drawText(QRect(left + width + kDistributionGap, box.top(), numberWidth, box.height()),
                     Qt::AlignRight | Qt::AlignVCenter, probabilityText(std::log(bar.probability)));
    if (fate != m_fates.end())
        TreePainter::drawShape(painter,
                               QRectF(left + width + numberWidth + 2 * kDistributionGap,
                                      box.top() + 4, sign - 8, box.height() - 8),
                               nodeShape(fate->second), false);
}

void DistributionPlot::showCurrent(int row)
{
    if (row >= 0 && row < firstVisible())
        verticalScrollBar()->setValue(row);
    else if (row >= firstVisible() + visibleRows())
        verticalScrollBar()->setValue(row - visibleRows() + 1);
    setAccessibleDescription(describe(row));
}

void DistributionPlot::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setZoom(m_zoom * std::pow(kDistributionZoomStep, event->angleDelta().y() / 120.0));
        event->accept();
    } else {
        QAbstractScrollArea::wheelEvent(event);
    }
}

void DistributionPlot::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return setZoom(m_zoom * kDistributionZoomStep);
    case Qt::Key_Minus:
        return setZoom(m_zoom / kDistributionZoomStep);
    default:
        event->ignore();
    }
}

} // namespace ui
