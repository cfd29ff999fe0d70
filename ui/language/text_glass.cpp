#include "ui/language/text_glass.h"

#include "ui/language/rank_level.h"
#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/readable.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kFilled = 0.8; ///< Of the pane: a text in large type.
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
        return TextGlass::tr("\u201c%1\u201d: nothing was expected here").arg(looks);
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
    : QAbstractScrollArea(parent)
    , m_readable(new Readable(*this,
                              {.rows = [this] { return tokens(); },
                               .text = [this](int index, int) { return describe(index); },
                               .place = [this](int index, int) { return placeOf(index); },
                               .current = [this] { return QPoint(0, m_current); },
                               .choose = [this](int index, int) { setCurrent(index); }}))
{
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, &TextGlass::layOut);
}

void TextGlass::setTexts(std::vector<GlassText> texts)
{
    const bool same = sameTokens(texts, m_texts);
    const int scrolled = verticalScrollBar()->value();
    m_texts = std::move(texts);
    m_places.clear();
    for (size_t text = 0; text < m_texts.size(); ++text) {
        for (size_t token = 0; token < m_texts[text].read.tokens.size(); ++token)
            m_places.push_back({int(text), int(token)});
    }
    if (!same)
        m_current = -1;
    layOut();
    if (same)
        verticalScrollBar()->setValue(scrolled);
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

QPoint TextGlass::scrolled() const
{
    return {0, verticalScrollBar()->value()};
}

QRect TextGlass::placeOf(int index) const
{
    return m_layout.placeOf(index).translated(-scrolled());
}

void TextGlass::setCurrent(int index)
{
    index = std::min(index, tokens() - 1);
    if (index == m_current)
        return;
    m_current = index;
    const QRect place = placeOf(index);
    QScrollBar& bar = *verticalScrollBar();
    if (!place.isEmpty() && place.top() < 0)
        bar.setValue(bar.value() + place.top() - m_layout.lineHeight());
    else if (place.bottom() > viewport()->height())
        bar.setValue(bar.value() + place.bottom() - viewport()->height() + m_layout.lineHeight());
    viewport()->update();
    Q_EMIT tokenPointed(index);
    m_readable->announce();
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
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - room));
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(m_layout.lineHeight());
    updateGeometry();
    viewport()->update();
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

void TextGlass::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TextGlass::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::instance().base());
    painter.translate(-scrolled());
    draw(painter, m_layout, m_font, viewport()->rect().translated(scrolled()));
    painter.translate(scrolled());
    if (hasFocus() && m_current < 0)
        drawFocusFrame(painter, viewport()->rect());
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
    const QRect current = m_current >= 0 ? layout.placeOf(m_current) : QRect();
    if (current.isEmpty())
        return;
    painter.setPen(QPen(theme.accent(), 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(current).adjusted(-0.5, -0.5, 0.5, 0.5));
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

void TextGlass::mouseMoveEvent(QMouseEvent* event)
{
    const int index = m_layout.tokenAt(event->pos() + scrolled());
    Q_EMIT tokenPointed(index >= 0 ? index : m_current);
}

void TextGlass::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setCurrent(m_layout.tokenAt(event->pos() + scrolled()));
}

void TextGlass::keyPressEvent(QKeyEvent* event)
{
    if (tokens() == 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const int page = std::max(1, viewport()->height() / m_layout.lineHeight() - 1);
    const auto beside
        = [&](int lines) { setCurrent(m_layout.tokenBeside(std::max(m_current, 0), lines)); };
    switch (event->key()) {
    case Qt::Key_Left:
        return setCurrent(std::max(m_current - 1, 0));
    case Qt::Key_Right:
        return setCurrent(m_current + 1);
    case Qt::Key_Up:
        return beside(-1);
    case Qt::Key_Down:
        return beside(1);
    case Qt::Key_PageUp:
        return beside(-page);
    case Qt::Key_PageDown:
        return beside(page);
    case Qt::Key_Home:
        return setCurrent(0);
    case Qt::Key_End:
        return setCurrent(tokens() - 1);
    case Qt::Key_Escape:
        return setCurrent(-1);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool TextGlass::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        Q_EMIT tokenPointed(m_current);
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int index = m_layout.tokenAt(help->pos() + scrolled());
    if (index >= 0)
        QToolTip::showText(help->globalPos(), toolTipText(describe(index)), viewport(),
                           placeOf(index));
    else
        QToolTip::hideText();
    return true;
}

} // namespace ui
