#include "ui/language/text_glass.h"

#include "ui/language/rank_level.h"
#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <map>

namespace ui {

namespace {

constexpr int kGlassMargin = 6;

QString part(const std::string& text, int64_t begin, int64_t end)
{
    const auto size = int64_t(text.size());
    begin = std::clamp(begin, int64_t{0}, size);
    end = std::clamp(end, begin, size);
    return QString::fromUtf8(text.data() + begin, qsizetype(end - begin));
}

/// The text of a token: as it is written there, or the model's name for it if it has no text of its
/// own (an end mark, one byte of several).
QString looksOf(const core::ReadText& text, const core::ReadToken& token)
{
    const QString written = part(text.text, token.begin, token.end);
    return written.isEmpty() || written.contains(QChar::ReplacementCharacter)
        ? readableToken(token.text)
        : written;
}

} // namespace

void GlassLayout::lay(const std::vector<GlassText>& texts, const QFontMetrics& metrics, int width)
{
    m_metrics = metrics;
    m_pieces.clear();
    m_heads.clear();
    m_line = metrics.height() + 8;
    int heads = 0;
    size_t tokens = 0;
    for (const GlassText& each : texts) {
        heads = std::max(heads, metrics.horizontalAdvance(each.head));
        tokens += each.read.tokens.size();
    }
    m_left = kGlassMargin + (heads > 0 ? heads + 2 * kGlassMargin : 0);
    m_width = std::max(width - kGlassMargin, m_left + 40);
    m_pieceOf.assign(tokens, -1);
    m_at = {m_left, kGlassMargin};
    int first = 0;
    for (const GlassText& each : texts) {
        if (!each.head.isEmpty())
            m_heads.push_back({{kGlassMargin, m_at.y()}, each.head});
        m_word = m_pieces.size();
        layText(each.read, first);
        first += int(each.read.tokens.size());
        if (m_at.x() > m_left || each.read.tokens.empty())
            breakLine();
    }
    m_height = m_at.y() + kGlassMargin;
}

void GlassLayout::layText(const core::ReadText& text, int first)
{
    int64_t at = 0;
    for (size_t i = 0; i < text.tokens.size(); ++i) {
        const core::ReadToken& token = text.tokens[i];
        if (token.begin > at)
            skip(part(text.text, at, token.begin));
        at = std::max(at, token.end);
        const QString looks = looksOf(text, token);
        const bool breaks = looks.contains(u'\n');
        if (looks.startsWith(u' ') || looks.startsWith(u'\n'))
            m_word = m_pieces.size();
        put(breaks ? QString(looks).replace(u'\n', QChar(0x21b5)) : looks, first + int(i));
        if (looks.endsWith(u' '))
            m_word = m_pieces.size();
        if (breaks)
            breakLine();
    }
    skip(part(text.text, at, int64_t(text.text.size())));
}

/// Adds text without a token: mostly blanks between words.
void GlassLayout::skip(const QString& text)
{
    QString other;
    const auto flush = [&] {
        if (!other.isEmpty())
            put(std::exchange(other, {}), -1);
    };
    for (const QChar letter : text) {
        if (!letter.isSpace()) {
            other += letter;
            continue;
        }
        flush();
        m_word = m_pieces.size();
        if (letter == u'\n')
            breakLine();
        else if (m_at.x() > m_left)
            m_at.rx() += m_metrics.horizontalAdvance(u' ');
        m_word = m_pieces.size();
    }
    flush();
}

void GlassLayout::put(const QString& text, int token)
{
    int wide = std::clamp(m_metrics.horizontalAdvance(text), 3, std::max(m_width - m_left, 3));
    if (text == QStringLiteral(" ")) // It hangs at the end of a full line.
        wide = std::min(wide, std::max(m_width - m_at.x(), 3));
    else if (m_at.x() + wide > m_width && m_at.x() > m_left) {
        const bool wholeWord = m_word < m_pieces.size() && m_pieces[m_word].place.left() > m_left
            && m_pieces[m_word].place.top() == m_at.y();
        const int from = wholeWord ? m_pieces[m_word].place.left() : m_at.x();
        m_at = {m_left + m_at.x() - from, m_at.y() + m_line};
        for (size_t i = m_word; wholeWord && i < m_pieces.size(); ++i)
            m_pieces[i].place.translate(m_left - from, m_line);
        if (m_at.x() + wide > m_width) // The word is longer than a line.
            m_at = m_at.x() > m_left ? QPoint(m_left, m_at.y() + m_line) : m_at;
    }
    if (token >= 0)
        m_pieceOf[size_t(token)] = int(m_pieces.size());
    m_pieces.push_back({QRect(m_at, QSize(wide, m_line - 4)), text, token});
    m_at.rx() += wide;
}

void GlassLayout::breakLine()
{
    m_at = {m_left, m_at.y() + m_line};
    m_word = m_pieces.size();
}

size_t GlassLayout::firstBelow(int y) const
{
    const auto found
        = std::partition_point(m_pieces.begin(), m_pieces.end(),
                               [y](const Piece& piece) { return piece.place.bottom() < y; });
    return size_t(found - m_pieces.begin());
}

int GlassLayout::tokenAt(const QPoint& point) const
{
    for (size_t i = firstBelow(point.y());
         i < m_pieces.size() && m_pieces[i].place.top() <= point.y(); ++i) {
        if (m_pieces[i].place.contains(point))
            return m_pieces[i].token;
    }
    return -1;
}

QRect GlassLayout::placeOf(int token) const
{
    if (token < 0 || size_t(token) >= m_pieceOf.size() || m_pieceOf[size_t(token)] < 0)
        return {};
    return m_pieces[size_t(m_pieceOf[size_t(token)])].place;
}

int GlassLayout::tokenBeside(int token, int lines) const
{
    const QRect here = placeOf(token);
    if (here.isEmpty())
        return token;
    const int y = here.top() + lines * m_line;
    int best = token, distance = m_width + 1;
    for (size_t i = firstBelow(y); i < m_pieces.size() && m_pieces[i].place.top() <= y + m_line / 2;
         ++i) {
        const int off = std::abs(m_pieces[i].place.center().x() - here.center().x());
        if (m_pieces[i].token >= 0 && off < distance) {
            best = m_pieces[i].token;
            distance = off;
        }
    }
    return best;
}

namespace {

constexpr double kFilled = 0.8; ///< Share of the pane that a text in large type fills.
constexpr int kLargeTypeTokens = 300; ///< More are a text of their own, in ordinary type.

bool sameTokens(const std::vector<GlassText>& a, const std::vector<GlassText>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const GlassText& one, const GlassText& other) {
                          return one.read.text == other.read.text
                              && one.read.tokens.size() == other.read.tokens.size();
                      });
}

} // namespace

QString describeRead(const core::ReadText& text, const core::ReadToken& token)
{
    const QString looks = readableToken(text, token);
    if (token.rank <= 0)
        return TextGlass::tr("\u201c%1\u201d: no prediction here").arg(looks);
    const QString said
        = TextGlass::tr("\u201c%1\u201d: rank %2, probability %3, %4 nats, entropy %5 nats")
              .arg(looks, count(token.rank), smallShare(std::exp(-token.nats)), value(token.nats),
                   value(token.entropy));
    return isUnknown(token) ? TextGlass::tr("%1. %2").arg(said, unknownNote()) : said;
}

double lossShare(const core::ReadText& text, const core::ReadToken& token)
{
    const double guess = std::log(double(std::max<int64_t>(text.vocabularySize, 2)));
    return token.rank > 0 ? std::min(token.nats / guess, 1.0) : 0.0;
}

TextGlass::TextGlass(const QString& name, QWidget* parent)
    : ScrollCanvas(parent)
    , m_items(new Items(*this,
                        {.rows = [this] { return tokens(); },
                         .text = [this](int index, int) { return describe(index); },
                         .place = [this](int index, int) { return placeOf(index); }},
                        {.clears = true,
                         .at =
                             [this](const QPoint& position) {
                                 const int index = m_layout.tokenAt(position + scrolled());
                                 return QPoint(index < 0 ? -1 : 0, index);
                             },
                         .byKey = [this](int key) { return itemByKey(key); }}))
{
    setAccessibleName(name);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_items->link([this](int index) {
        const Place& place = m_places[size_t(index)];
        const core::ReadToken& token = m_texts[size_t(place.text)].read.tokens[size_t(place.token)];
        return Mark{m_texts.size() == 1 ? Mark::Kind::Source : Mark::Kind::None, place.token,
                    readableToken(token.text)};
    });
    connect(m_items, &Items::currentChanged, this, [this](QPoint item) { reveal(item.y()); });
    connect(m_items, &Items::pointed, this, [this](QPoint item) { Q_EMIT tokenPointed(item.y()); });
}

void TextGlass::setTexts(std::vector<GlassText> texts)
{
    const bool same = sameTokens(texts, m_texts);
    const int before = verticalScrollBar()->value();
    m_texts = std::move(texts);
    m_places.clear();
    for (size_t text = 0; text < m_texts.size(); ++text) {
        for (size_t token = 0; token < m_texts[text].read.tokens.size(); ++token)
            m_places.push_back({int(text), int(token)});
    }
    if (!same)
        m_items->clear();
    layOut();
    if (same)
        verticalScrollBar()->setValue(before);
}

void TextGlass::setColours(Colours colours)
{
    m_colours = colours;
    viewport()->update();
}

const core::ReadToken& TextGlass::token(int index) const
{
    return textOf(index).tokens[size_t(m_places[size_t(index)].token)];
}

const core::ReadText& TextGlass::textOf(int index) const
{
    return m_texts[size_t(m_places[size_t(index)].text)].read;
}

QString TextGlass::describe(int index) const
{
    return index < 0 || index >= tokens() ? QString() : describeRead(textOf(index), token(index));
}

QRect TextGlass::placeOf(int index) const
{
    return m_layout.placeOf(index).translated(-scrolled());
}

void TextGlass::setCurrent(int index)
{
    m_items->setCurrentRow(std::min(index, tokens() - 1));
}

void TextGlass::reveal(int index)
{
    const QRect place = placeOf(index);
    const int line = m_layout.lineHeight();
    if (!place.isEmpty() && (place.top() < 0 || place.bottom() > viewport()->height()))
        scrollTo(place.adjusted(0, -line, 0, line), viewport()->rect());
}

void TextGlass::layOut()
{
    const int room = viewport()->height();
    const bool few = tokens() <= kLargeTypeTokens; // A sentence is read from afar.
    for (const double factor : few ? std::vector{2.6, 2.2, 1.8, 1.4, 1.0} : std::vector{1.0}) {
        m_font = Theme::instance().textFont();
        m_font.setPointSizeF(factor * m_font.pointSizeF());
        m_layout.lay(m_texts, QFontMetrics(m_font), viewport()->width());
        if (m_layout.height() <= room * kFilled)
            break;
    }
    setScrolling({0, m_layout.height()}, viewport()->size(), {1, m_layout.lineHeight()});
    updateGeometry();
}

int TextGlass::heightFor(int width) const
{
    GlassLayout layout;
    layout.lay(m_texts, QFontMetrics(Theme::instance().textFont()), width);
    return layout.height();
}

QSize TextGlass::sizeHint() const
{
    return {480, std::max(m_layout.height(), 3 * m_layout.lineHeight())};
}

QSize TextGlass::minimumSizeHint() const
{
    return {160, 2 * QFontMetrics(Theme::instance().textFont()).height() + 16};
}

void TextGlass::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::instance().base());
    painter.translate(-scrolled());
    draw(painter, m_layout, m_font, viewport()->rect().translated(scrolled()));
    painter.translate(scrolled());
    m_items->drawFrames(painter);
}

void TextGlass::drawWhole(QPainter& painter, int width) const
{
    GlassLayout layout;
    layout.lay(m_texts, QFontMetrics(Theme::instance().textFont()), width);
    draw(painter, layout, Theme::instance().textFont(), QRect(0, 0, width, layout.height()));
}

void TextGlass::draw(QPainter& painter, const GlassLayout& layout, const QFont& font,
                     const QRect& area) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(font);
    painter.setPen(theme.mutedText());
    for (const GlassLayout::Head& head : layout.heads()) {
        if (head.place.y() + layout.lineHeight() >= area.top() && head.place.y() <= area.bottom())
            painter.drawText(QRect(head.place, QSize(layout.headWidth(), layout.lineHeight() - 4)),
                             Qt::AlignLeft | Qt::AlignVCenter, head.text);
    }
    const auto& pieces = layout.pieces();
    for (size_t i = layout.firstBelow(area.top());
         i < pieces.size() && pieces[i].place.top() <= area.bottom(); ++i)
        drawPiece(painter, pieces[i]);
    const QRect marked = current() >= 0 ? layout.placeOf(current()) : QRect();
    if (marked.isEmpty())
        return;
    painter.setPen(QPen(theme.accent(), 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(marked).adjusted(-0.5, -0.5, 0.5, 0.5));
}

void TextGlass::drawPiece(QPainter& painter, const GlassLayout::Piece& piece) const
{
    const Theme& theme = Theme::instance();
    const QColor plain = piece.token < 0 ? theme.mutedText() : theme.text();
    if (piece.token >= 0) {
        const core::ReadToken& read = token(piece.token);
        const int level = rankLevel(read.rank);
        const double share = lossShare(textOf(piece.token), read);
        const bool ranks = m_colours == Colours::Ranks;
        painter.fillRect(piece.place, ranks ? rankGround(level) : lossGround(share));
        if (ranks)
            drawRankMark(painter, piece.place, level);
        else
            drawLossMark(painter, piece.place, share);
    }
    if (piece.token >= 0 && isUnknown(token(piece.token))) {
        painter.setPen(QPen(theme.text(), 1.0, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(piece.place).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.setPen(plain);
    painter.drawText(piece.place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, piece.text);
}

std::optional<QPoint> TextGlass::itemByKey(int key) const
{
    const int page = std::max(1, viewport()->height() / m_layout.lineHeight() - 1);
    const std::map<int, int> lines{
        {Qt::Key_Up, -1}, {Qt::Key_Down, 1}, {Qt::Key_PageUp, -page}, {Qt::Key_PageDown, page}};
    const auto found = lines.find(key);
    if (found == lines.end() || tokens() == 0)
        return {};
    return QPoint(0, m_layout.tokenBeside(std::max(current(), 0), found->second));
}

} // namespace ui
