#include "ui/language/glass_layout.h"

#include "ui/widgets/token_line.h"

#include <algorithm>

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

/// What a token looks like in the text: as it is written there, or as the model names it where
/// nothing whole is written (an end mark, one byte of several).
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

} // namespace ui
