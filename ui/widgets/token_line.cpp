#include "ui/widgets/token_line.h"

#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/swatch.h"
#include "ui/widgets/theme.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int kTokenPadding = 6;
constexpr int kTokenGap = 4;
constexpr int kLongestToken = 34; ///< Letters: what is longer is cut.

constexpr size_t kSentenceTokens = 40; ///< A sentence; more is a text.
constexpr int kSwatchHeight = 7;
constexpr int kTallBar = 46, kLowBar = 20; ///< Tall ones grow with the type.
constexpr double kSmallIds = 0.8, kLargeIds = 0.68; ///< Shares of the words' type.
constexpr double kLargestWords = 3.2; ///< Outside a presentation; in the type of other texts.
constexpr int kMostLines = 2; ///< Lines of text in the largest type.

QString weightText(double weight)
{
    return QLocale().toString(weight, 'f', 2);
}

/// The lines beneath the chip.
QStringList linesOf(const ShownToken& token)
{
    if (!token.lines.isEmpty())
        return token.lines;
    const bool shown = token.id >= 0 && !Theme::instance().presentation();
    return shown ? QStringList{QString::number(token.id)} : QStringList();
}

QString chipText(const ShownToken& token)
{
    return token.unknown ? QStringLiteral("? ") + token.text : token.text;
}

int longestOf(const QFontMetrics& words)
{
    return kLongestToken * words.averageCharWidth();
}

int heightOf(const std::vector<QRect>& places)
{
    return places.empty() ? 20 : places.back().bottom() + 3;
}

} // namespace

QString readableToken(const std::string& token)
{
    QString text = QString::fromStdString(token);
    text.replace(QLatin1Char(' '), QChar(0x2423)); // open box
    text.replace(QLatin1Char('\n'), QChar(0x21b5)); // return arrow
    text.replace(QLatin1Char('\t'), QChar(0x21e5)); // tab arrow
    return text;
}

QString unknownText(const std::vector<std::string>& words)
{
    QStringList readable;
    for (const std::string& word : words)
        readable << readableToken(word);
    return words.empty()
        ? QString()
        : TokenLine::tr("not in the vocabulary: %1").arg(readable.join(QStringLiteral(", ")));
}

TokenLine::TokenLine(QWidget* parent) : TokenLine(Size::Ordinary, parent) { }

TokenLine::TokenLine(Size size, QWidget* parent)
    : Canvas(parent)
    , m_size(size)
    , m_items(new Items(*this,
                        {.rows = [this] { return int(m_tokens.size()); },
                         .text = [this](int index, int) { return describe(index); },
                         .place = [this](int index, int) { return chipRect(index); }},
                        {.clears = true, .at = [this](const QPoint& position) {
                             return itemAt(places(width()), position);
                         }}))
{
    wrapInWidth(QSizePolicy::Preferred);
    m_items->link([this](int index) { return Mark{m_marks, index, m_tokens[size_t(index)].text}; });
    connect(m_items, &Items::pointed, this, [this](QPoint item) { Q_EMIT tokenPointed(item.y()); });
}

void TokenLine::setTokens(std::vector<ShownToken> tokens, double high)
{
    const bool sameWords = std::equal(tokens.begin(), tokens.end(), m_tokens.begin(),
                                      m_tokens.end(), [](const ShownToken& a, const ShownToken& b) {
                                          return a.text == b.text && a.unknown == b.unknown;
                                      });
    const int before = type(width(), m_room).height();
    m_tokens = std::move(tokens);
    m_high = high;
    if (!sameWords)
        m_items->clear();
    if (!sameWords || type(width(), m_room).height() != before)
        updateGeometry();
    update();
}

void TokenLine::setLargest(double factor)
{
    if (factor == m_largest)
        return;
    m_largest = factor;
    restyle();
}

void TokenLine::setRoom(int height)
{
    if (std::exchange(m_room, height) != height)
        restyle();
}

void TokenLine::keepRoomFor(int lines)
{
    m_keptLines = lines;
    restyle();
}

int TokenLine::wishedHeight(int width) const
{
    return heightOf(places(width, type(width, 0)));
}

TokenLine::Type TokenLine::type(int width, int room) const
{
    if (m_size == Size::Ordinary || m_tokens.size() > kSentenceTokens)
        return typeOf(1.0);
    const bool presented = Theme::instance().presentation(); // Larger still: it fills the screen.
    for (const double factor : {4.6, 3.8, 3.2, 2.6, 2.2, 1.8}) {
        if (factor > m_largest || (factor > kLargestWords && !presented))
            continue;
        const Type large = typeOf(factor);
        const std::vector<QRect> all = places(width, large);
        if (!all.empty() && all.back().bottom() <= kMostLines * (large.height() + 2 * kTokenGap)
            && (room <= 0 || heightOf(all) <= room))
            return large;
    }
    return typeOf(1.4);
}

TokenLine::Type TokenLine::typeOf(double factor) const
{
    const Theme& theme = Theme::instance();
    const bool large = factor > 1.0;
    Type type;
    type.words = theme.sized(theme.textFont(), factor);
    type.numbers = theme.sized(theme.numberFont(), large ? kLargeIds * factor : kSmallIds);
    const int number = QFontMetrics(type.numbers).height();
    qsizetype lines = m_keptLines;
    for (const ShownToken& token : m_tokens) {
        lines = std::max(lines, linesOf(token).size());
        if (token.swatch >= 0)
            type.swatch = qRound(kSwatchHeight * factor) + kTokenGap;
    }
    type.id = std::max(int(lines) * number, kTokenGap);
    type.chip = QFontMetrics(type.words).height() + kTokenPadding;
    const bool weighed = m_keptLines > 0
        || std::any_of(m_tokens.begin(), m_tokens.end(),
                       [](const ShownToken& token) { return token.weight >= 0.0; });
    if (weighed) {
        type.bar = large ? qRound(kTallBar * factor) : kLowBar;
        type.number = number;
    }
    return type;
}

QString TokenLine::describe(int index) const
{
    if (index < 0 || size_t(index) >= m_tokens.size())
        return {};
    const ShownToken& token = m_tokens[size_t(index)];
    QString text = token.lines.isEmpty() && token.id >= 0
        ? tr("\u201c%1\u201d, id %2").arg(token.text).arg(token.id)
        : tr("\u201c%1\u201d").arg(token.text);
    if (token.unknown)
        text += tr(", not in the vocabulary");
    if (!token.remark.isEmpty())
        text += QStringLiteral(", ") + token.remark;
    else if (token.weight >= 0.0)
        text += tr(", weight %1").arg(value(token.weight));
    return text;
}

std::vector<QRect> TokenLine::places(int width) const
{
    return places(width, type(width, m_room));
}

std::vector<QRect> TokenLine::places(int width, const Type& sizes) const
{
    const QFontMetrics words(sizes.words), ids(sizes.numbers), boldIds(bold(sizes.numbers));
    const int height = sizes.height();
    const int weight = sizes.bar > 0 ? ids.horizontalAdvance(weightText(1.0)) - kTokenPadding : 0;
    std::vector<QRect> result;
    result.reserve(m_tokens.size());
    QPoint at(1, 1);
    for (size_t i = 0; i < m_tokens.size(); ++i) {
        const ShownToken& token = m_tokens[i];
        const int text = std::min(words.horizontalAdvance(chipText(token)), longestOf(words));
        // Where room is kept, lines may reach beneath the tokens beside them that have none.
        const bool own = m_keptLines == 0 || isBesideLines(i);
        int id = 0;
        for (const QString& line : own ? linesOf(token) : QStringList())
            id = std::max(id, (token.lines.isEmpty() ? ids : boldIds).horizontalAdvance(line));
        const int chip = std::max({text, id, weight, 8}) + 2 * kTokenPadding;
        if (at.x() > 1 && at.x() + chip > width)
            at = {1, at.y() + height + 2 * kTokenGap};
        result.emplace_back(at, QSize(chip, height));
        at.rx() += chip + kTokenGap;
    }
    return result;
}

/// Whether a token has lines beneath it, and so has one of its neighbours.
bool TokenLine::isBesideLines(size_t index) const
{
    const auto has
        = [this](size_t at) { return at < m_tokens.size() && !m_tokens[at].lines.isEmpty(); };
    return has(index) && (has(index + 1) || (index > 0 && has(index - 1)));
}

QRect TokenLine::chipRect(int index) const
{
    return places(width()).at(size_t(index));
}

int TokenLine::heightForWidth(int width) const
{
    return heightOf(places(width));
}

QSize TokenLine::sizeHint() const
{
    return {400, heightForWidth(std::max(width(), 400))};
}

QSize TokenLine::minimumSizeHint() const
{
    return {120, 20};
}

void TokenLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, width(), m_room);
    m_items->drawFrames(painter);
}

void TokenLine::draw(QPainter& painter, const QRect& box) const
{
    draw(painter, box.width(), 0);
}

void TokenLine::draw(QPainter& painter, int width, int room) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const Type sizes = type(width, room);
    const std::vector<QRect> all = places(width, sizes);
    for (size_t i = 0; i < all.size(); ++i) {
        if (m_tokens[i].weight >= 0.0)
            drawBar(painter, m_tokens[i], all[i], sizes);
        drawChip(painter, i, all[i], sizes);
        drawLines(painter, i, all, sizes);
    }
    drawSwatches(painter, all, sizes);
}

/// Joined swatches have no gap between them within one line.
void TokenLine::drawSwatches(QPainter& painter, const std::vector<QRect>& all,
                             const Type& type) const
{
    for (size_t i = 0; i < all.size() && type.swatch > 0; ++i) {
        const ShownToken& token = m_tokens[i];
        if (token.swatch < 0)
            continue;
        const bool goesOn = token.joined && i > 0 && all[i - 1].top() == all[i].top();
        const int left = goesOn ? all[i - 1].right() : all[i].left();
        const int top = all[i].top() + type.bar + type.number + type.chip + kTokenGap / 2;
        drawSwatch(painter, QRectF(left, top, all[i].right() - left, type.swatch - kTokenGap),
                   token.swatch);
    }
}

QRect TokenLine::roomOfLines(size_t index, const std::vector<QRect>& all) const
{
    QRect room = all[index];
    if (m_keptLines == 0)
        return room;
    const auto isFree = [&](size_t other) {
        return all[other].top() == room.top() && linesOf(m_tokens[other]).join(QString()).isEmpty();
    };
    int left = room.left(), right = room.right();
    for (size_t other = index; other > 0 && isFree(other - 1); --other)
        left = all[other - 1].left();
    size_t next = index + 1;
    for (; next < all.size() && isFree(next); ++next)
        right = all[next].right();
    if (next == all.size() || all[next].top() != room.top())
        right = std::max(right, width() - 1);
    return {left, room.top(), right - left + 1, room.height()};
}

void TokenLine::drawLines(QPainter& painter, size_t index, const std::vector<QRect>& all,
                          const Type& type) const
{
    const Theme& theme = Theme::instance();
    const ShownToken& token = m_tokens[index];
    const QRect room = roomOfLines(index, all);
    const int height = QFontMetrics(type.numbers).height();
    int top = room.top() + type.bar + type.number + type.chip + type.swatch + 1;
    bool first = !token.lines.isEmpty();
    for (const QString& line : linesOf(token)) {
        const QFont font = first ? bold(type.numbers) : type.numbers;
        painter.setFont(font);
        painter.setPen(first ? theme.text() : theme.mutedText());
        // Beneath the middle of its chip, or as near as it is whole.
        const int wide = std::min(QFontMetrics(font).horizontalAdvance(line) + 2, room.width());
        const int left = std::clamp(all[index].center().x() - wide / 2, room.left(),
                                    room.left() + room.width() - wide);
        painter.drawText(QRect(left, top, wide, height), Qt::AlignCenter,
                         QFontMetrics(font).elidedText(line, Qt::ElideRight, wide));
        top += height;
        first = false;
    }
}

/// Its height is the share of the largest weight, its number the weight itself.
void TokenLine::drawBar(QPainter& painter, const ShownToken& token, const QRect& place,
                        const Type& type) const
{
    const Theme& theme = Theme::instance();
    const double share = m_high > 0.0 ? std::min(token.weight / m_high, 1.0) : 0.0;
    const int tall = std::max(qRound(share * (type.bar - kTokenGap)), 1);
    const int bottom = place.top() + type.number + type.bar - kTokenGap;
    const int wide = std::min(place.width() - 2 * kTokenPadding, 3 * kTokenPadding);
    const QRectF bar(place.center().x() - wide / 2.0, bottom - tall, wide, tall);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent());
    painter.drawRect(bar);
    painter.setPen(theme.text());
    painter.setFont(type.numbers);
    painter.drawText(QRect(place.left() - kTokenGap, qRound(bar.top()) - type.number,
                           place.width() + 2 * kTokenGap, type.number),
                     Qt::AlignCenter, weightText(token.weight));
}

void TokenLine::drawChip(QPainter& painter, size_t index, const QRect& place,
                         const Type& type) const
{
    const Theme& theme = Theme::instance();
    const ShownToken& token = m_tokens[index];
    const QFontMetrics words(type.words);
    const QRect chip(place.left(), place.top() + type.number + type.bar, place.width(), type.chip);
    const bool weighed = token.weight >= 0.0 && m_high > 0.0;
    const QColor ground
        = weighed ? theme.weightColour(std::min(token.weight / m_high, 1.0)) : theme.base();
    const bool isCurrent = int(index) == current();
    QPen frame(isCurrent || token.marked ? theme.accent()
                   : token.unknown       ? theme.text()
                                         : theme.line(),
               isCurrent          ? 3.0
                   : token.marked ? 2.0
                                  : 1.0);
    if (token.unknown && !isCurrent)
        frame.setStyle(Qt::DashLine);
    painter.setPen(frame);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(weighed ? Theme::textOn(ground) : theme.text());
    painter.setFont(type.words);
    painter.drawText(chip, Qt::AlignCenter,
                     words.elidedText(chipText(token), Qt::ElideRight, longestOf(words)));
}

TokenArea::TokenArea(TokenLine* line, QWidget* parent) : QScrollArea(parent), m_line(line)
{
    setWidget(line);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

QSize TokenArea::sizeHint() const
{
    return {400, m_line->wishedHeight(std::max(viewport()->width(), 120)) + 2};
}

QSize TokenArea::minimumSizeHint() const
{
    return {120, std::min(sizeHint().height(), m_line->wishedHeight(1 << 20) + 2)};
}

void TokenArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    m_line->setRoom(event->size().height());
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

} // namespace ui
