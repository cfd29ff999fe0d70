#include "ui/sentence/embedding_panel.h"

#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/value_strip.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int kStripHeight = 14;
constexpr int kLeastMark = 4; ///< Width at which the one is still seen among 250,000 places.
constexpr int kStripMargin = 2;

} // namespace

OneHotStrip::OneHotStrip(QWidget* parent) : Canvas(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void OneHotStrip::setPlace(int64_t index, int64_t size)
{
    m_index = index;
    m_size = size;
    const QString text
        = filled(tr("One-hot vector of %1 {entry|entries}: 1 at entry %2, 0 everywhere else"),
                 {count(size), count(index)});
    setAccessibleName(text);
    setHelp(*this, text);
    update();
}

QRect OneHotStrip::bar() const
{
    return {kStripMargin, kStripMargin, std::max(width() - 2 * kStripMargin, 1), kStripHeight};
}

QRect OneHotStrip::markRect() const
{
    const QRect all = bar();
    if (m_size <= 0)
        return {};
    const int wide = std::max(int(all.width() / m_size), kLeastMark);
    const int left = all.left() + int(m_index * all.width() / m_size);
    return {std::min(left, all.right() - wide + 1), all.top(), wide, all.height()};
}

QSize OneHotStrip::sizeHint() const
{
    const int line = QFontMetrics(Theme::instance().numberFont()).height();
    return {320, kStripHeight + 2 * kStripMargin + line};
}

void OneHotStrip::draw(QPainter& painter, const QRect&) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics numbers(theme.numberFont());
    painter.setFont(theme.numberFont());
    const QRect all = bar(), mark = markRect();
    painter.setPen(QPen(theme.line(), 1));
    painter.drawRect(all.adjusted(-1, -1, 0, 0));
    painter.fillRect(mark, theme.text());
    painter.setPen(theme.text());
    const QString index = count(m_index);
    const int wide = numbers.horizontalAdvance(index) + 2;
    const int left = std::clamp(mark.center().x() - wide / 2, 0, std::max(width() - wide, 0));
    const int top = all.bottom() + kStripMargin;
    painter.drawText(QRect(left, top, wide, numbers.height()), Qt::AlignCenter, index);
    painter.setPen(theme.mutedText());
    const QString zero = QStringLiteral("0"), last = count(m_size - 1);
    const int lastWide = numbers.horizontalAdvance(last) + 2;
    const int gap = numbers.averageCharWidth();
    if (left > numbers.horizontalAdvance(zero) + gap)
        painter.drawText(QPoint(all.left(), top + numbers.ascent()), zero);
    if (left + wide + gap < width() - lastWide)
        painter.drawText(QPoint(width() - lastWide, top + numbers.ascent()), last);
}

EmbeddingPanel::EmbeddingPanel(QWidget* parent)
    : QWidget(parent)
    , m_way(named(makeLabel({}, LabelRole::Plain), "embeddingWay"))
    , m_rowName(named(makeLabel({}, LabelRole::Muted), "embeddingRow"))
    , m_number(named(makeLabel({}, LabelRole::Plain), "embeddingNumber"))
    , m_oneHot(new OneHotStrip)
    , m_vector(new ValueStrip)
    , m_scale(new ColourScale)
{
    setObjectName(QStringLiteral("embeddingPanel"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, kGrid / 2, 0, 0);
    grid->setHorizontalSpacing(kGrid);
    grid->setVerticalSpacing(kGrid / 4);
    grid->setColumnStretch(1, 1);
    QLabel* oneHotName = makeLabel(tr("one-hot x"), LabelRole::Muted);
    for (QLabel* name : {oneHotName, m_rowName})
        name->setWordWrap(false);
    grid->addWidget(m_way, 0, 0, 1, 2);
    grid->addWidget(oneHotName, 1, 0, Qt::AlignTop);
    grid->addWidget(m_oneHot, 1, 1);
    grid->addWidget(m_rowName, 2, 0);
    grid->addWidget(m_vector, 2, 1);
    auto* below = makeRow(nullptr, {{m_number, 1}, m_scale});
    grid->addLayout(below, 3, 1);
    grid->addWidget(makeLabel(tr("Many words with id 1 share one vector: enlarge the vocabulary or "
                                 "use subwords. A row that never changes: its word is too rare to "
                                 "be learned; load pretrained vectors or raise the minimum "
                                 "frequency."),
                              LabelRole::Muted),
                    4, 0, 1, 2);
    connect(m_vector, &ValueStrip::valuePointed, this, &EmbeddingPanel::showNumber);
}

void EmbeddingPanel::setToken(const Token& token)
{
    m_way->setText(tr("\u201c%1\u201d \u2192 id %2 \u2192 one-hot vector x of %3 entries \u2192 "
                      "E\u1d40x = row %2 of the table E \u2192 %4 numbers")
                       .arg(token.text)
                       .arg(token.id)
                       .arg(count(token.vocabularySize), count(qint64(token.vector.size()))));
    m_rowName->setText(tr("E\u1d40x = row %1").arg(token.id));
    m_oneHot->setPlace(token.id, token.vocabularySize);
    m_scale->setScale(token.largest, tr("number"), ColourMap::Signed);
    m_vector->setValues(token.vector, token.largest);
    showNumber(m_vector->current());
}

void EmbeddingPanel::showNumber(int index)
{
    m_number->setText(index >= 0 ? m_vector->describe(index)
                                 : tr("Point at the strip, or use the arrow keys, to read a "
                                      "number."));
}

} // namespace ui
