#include "ui/decoding/written_text.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QTextDocument>
#include <QTextEdit>

#include <algorithm>
#include <climits>
#include <cmath>
#include <memory>
#include <utility>

namespace ui {

namespace {

constexpr double kWrittenSize = 1.45; ///< Times that of other texts.

QTextCharFormat formatOf(const QColor& colour)
{
    QTextCharFormat format;
    QFont font = Theme::instance().textFont();
    font.setPointSizeF(kWrittenSize * font.pointSizeF());
    format.setFont(font);
    format.setForeground(colour);
    return format;
}

/// Without the blank that parts a token from the one before.
QString withoutLead(const QString& text)
{
    return text.startsWith(u' ') && text.size() > 1 ? text.mid(1) : text;
}

} // namespace

WrittenText::WrittenText(QWidget* parent)
    : QWidget(parent)
    , m_search(std::make_shared<DecodingSteps>())
    , m_shape(new QLabel)
    , m_state(named(makeLabel({}, LabelRole::Group), "writtenState"))
    , m_text(new QTextEdit)
{
    setObjectName(QStringLiteral("writtenText"));
    m_state->setWordWrap(true);
    named(m_text, "writtenTextBox", tr("The text that was written, after its prompt"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeColumn(this, {makeRow(nullptr, {m_shape, {m_state, 1}}, kGrid), m_text}, 2);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        showState();
        showText();
    });
}

void WrittenText::show(ShownSearch search, int step, int32_t current)
{
    m_search = std::move(search);
    m_step = std::min(step, m_search->count());
    m_current = m_search->has(current) ? current : -1;
    m_shown = m_search->bestAt(m_step);
    if (m_current > 0 && !m_search->onPath(m_current, m_shown))
        m_shown = m_current;
    showState();
    showText();
}

void WrittenText::setWriter(const QString& writer)
{
    m_writer = writer;
    showState();
}

void WrittenText::showState()
{
    if (!m_search->has(m_shown)) {
        m_shape->clear();
        m_state->clear();
        return;
    }
    const core::Decoding& found = m_search->decoding();
    const core::Fate fate = m_search->fateAt(m_shown, m_step);
    const bool ended = fate == core::Fate::Chosen || fate == core::Fate::Finished;
    const int tokens = m_search->node(m_shown).step;
    const QString state = fate == core::Fate::CutOff ? tr("Cut off at %1 {token|tokens}")
        : ended                                      ? tr("Ended after %1 {token|tokens}")
                                                     : tr("%1 {token|tokens} so far");
    m_shape->setPixmap(TreePainter::shapePixmap(nodeShape(fate)));
    m_state->setText(filled(
        tr("%1 \u00b7 written by %2 %3"),
        {filled(state, {count(tokens)}), m_writer, afterUpdateText(found.step, found.epoch)}));
    setHelp(*m_state,
            filled(tr("%1 {row|rows} through the network in %2 ms. A text that is cut off would "
                      "have continued: the run's settings limit how many tokens are written."),
                   {count(found.trace.expansions), value(found.milliseconds)}));
}

void WrittenText::showText()
{
    m_text->clear();
    if (!m_search->has(m_shown)) {
        fitHeight();
        return;
    }
    const Theme& theme = Theme::instance();
    const QTextCharFormat plain = formatOf(theme.text());
    QTextCursor cursor(m_text->document());
    const QString prompt = QString::fromStdString(m_search->decoding().source);
    cursor.insertText(prompt, formatOf(theme.mutedText()));
    const bool parted = prompt.isEmpty() || prompt.back().isSpace();
    if (!parted && m_search->startsWord(m_shown))
        cursor.insertText(QStringLiteral(" "), plain);
    QTextCharFormat mark = formatOf(Theme::textOn(theme.accent()));
    mark.setBackground(theme.accent());
    const int32_t last = m_search->isEnd(m_shown) ? m_search->node(m_shown).parent : m_shown;
    int seen = m_search->fateAt(m_shown, m_step) == core::Fate::Kept ? INT_MAX : 0;
    bool first = true;
    for (const auto& [node, piece] : m_search->writtenPieces(last)) {
        const QString text = std::exchange(first, false) ? withoutLead(piece) : piece;
        const QString token = withoutLead(text);
        const bool current = node == m_current && m_current != m_shown && !token.isEmpty();
        cursor.insertText(current ? text.left(text.size() - token.size()) : text, plain);
        if (!current)
            continue;
        cursor.insertText(token, mark);
        seen = cursor.position();
    }
    cursor.setPosition(std::min(seen, cursor.position()));
    m_text->setTextCursor(cursor);
    fitHeight();
    m_text->ensureCursorVisible();
}

void WrittenText::fitHeight()
{
    constexpr double kMostShare = 0.28, kMostPresented = 0.6;
    const double most = Theme::instance().presentation() ? kMostPresented : kMostShare;
    // Measured on a copy: the box lays out its own document for its width and scroll bar.
    const std::unique_ptr<QTextDocument> copy(m_text->document()->clone());
    copy->setTextWidth(width());
    const int wanted = int(std::ceil(copy->size().height())) + 2;
    const int least = QFontMetrics(formatOf({}).font()).lineSpacing() + 8;
    const int room = int(most * window()->height());
    m_text->setFixedHeight(std::max(least, std::min(wanted, room)));
}

QString WrittenText::words() const
{
    return m_state->text() + QLatin1Char('\n') + m_text->toPlainText();
}

void WrittenText::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

} // namespace ui
