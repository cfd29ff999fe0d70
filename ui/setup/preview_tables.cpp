#include "ui/setup/preview_tables.h"

#include "ui/table/row_view.h"
#include "ui/tagging/tag_names.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/readable.h"
#include "ui/widgets/theme.h"

#include <QFontMetrics>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kMostBadRows = 6;
constexpr int kFileLetters = 40;

constexpr size_t kMostSentences = 6;
constexpr size_t kMostTaggedWords = 60; ///< Words shown of a sentence.
constexpr int kTaggedGap = 6; ///< Between words,
constexpr int kLineGap = 8; ///< lines,
constexpr int kSentenceGap = 14; ///< and sentences.
constexpr int kTaggedPadding = 5;
constexpr double kTagType = 0.78; ///< Share of the words' type.

QFont tagFont()
{
    const Theme& theme = Theme::instance();
    return theme.sized(theme.textFont(), kTagType);
}

int stripHeight()
{
    return QFontMetrics(tagFont()).height() + 2;
}

int lineHeight()
{
    return QFontMetrics(Theme::instance().textFont()).height() + 2 + stripHeight();
}

QString wordsBetween(const std::vector<std::string>& tokens, int64_t first, int64_t last)
{
    QStringList words;
    for (int64_t i = first; i < last; ++i)
        words << QString::fromStdString(tokens[size_t(i)]);
    return words.join(u' ');
}

/// Tags, or types of spans, in the order of their colours: that of a network's views.
QStringList kindsOfTags(const core::DataPreview& preview)
{
    std::vector<std::string> tags;
    for (const core::ClassCount& tag : preview.classes)
        tags.push_back(tag.name);
    const std::vector<int> swatches = swatchesOf(tags);
    QStringList kinds;
    for (size_t i = 0; i < tags.size(); ++i) {
        if (swatches[i] != kinds.size())
            continue;
        const QString tag = QString::fromStdString(tags[i]);
        const bool ofSpan = !preview.tagScheme.empty() && tag.size() > 2 && tag[1] == u'-';
        kinds << (ofSpan ? tag.sliced(2) : tag);
    }
    return kinds;
}

} // namespace

BadRowsTable::BadRowsTable(QWidget* parent)
    : QWidget(parent)
    , m_title(makeLabel({}, LabelRole::Group, this))
    , m_skip(named(new QPushButton(tr("Skip these rows"), this), "skipBadRowsButton"))
    , m_table(new RowView(QStringLiteral("badRowsTable"), tr("Rows that cannot be used"), this))
{
    m_skip->setAccessibleDescription(tr("Train without the rows that cannot be used"));
    RowColumn file = textColumn({}, tr("File"), {},
                                [this](int row) { return std::string_view(at(row).file); });
    file.letters = kFileLetters;
    m_table->setColumns({file,
                         numberColumn(
                             {}, tr("Line"), {}, [this](int row) { return int64_t{at(row).line}; },
                             {}, QStringLiteral("1,000,000")),
                         textColumn({}, tr("Why"), {}, [this](int row) {
                             return sentence(at(row).reason).toStdString();
                         })});
    m_table->fitRows(kMostBadRows);
    makeColumn(this, {makeRow(nullptr, {{m_title, 1}, m_skip}), m_table}, -1, {0, kGrid, 0, 0});
    connect(m_skip, &QPushButton::clicked, this, &BadRowsTable::skipRequested);
    hide();
}

void BadRowsTable::setRows(const std::vector<core::BadRow>& rows, qint64 total)
{
    m_total = total;
    m_table->reset(int(rows.size()), [&] { m_rows = rows; });
    showState();
}

void BadRowsTable::setSkipping(bool skipping)
{
    m_skipping = skipping;
    showState();
}

void BadRowsTable::setEditable(bool editable)
{
    m_editable = editable;
    showState();
}

void BadRowsTable::showState()
{
    setVisible(m_total > 0);
    m_skip->setVisible(!m_skipping);
    m_skip->setEnabled(m_editable);
    m_title->setText((m_skipping ? tr("Rows that cannot be used and are skipped: %1")
                                 : tr("Rows that cannot be used: %1"))
                         .arg(count(m_total)));
}

TaggedRows::TaggedRows(QWidget* parent) : QWidget(parent)
{
    named(this, "taggedRows", tr("Tagged sentences"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    new Readable(*this,
                 {.rows = [this] { return int(m_sentences.size()); },
                  .text = [this](int row, int) { return textOf(row); }});
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void TaggedRows::setPreview(const core::DataPreview& preview)
{
    m_sentences.clear();
    QStringList known = kindsOfTags(preview);
    const size_t count = std::min(kMostSentences, preview.taggedRows.size());
    for (size_t i = 0; i < count; ++i)
        m_sentences.push_back(
            groupsOf(preview.taggedRows[i * preview.taggedRows.size() / count], known));
    updateGeometry();
    update();
}

/// @param known  tags and types, in the order of their colours.
TaggedRows::Sentence TaggedRows::groupsOf(const core::TaggedRow& row, QStringList& known)
{
    Sentence groups;
    auto span = row.spans.begin();
    const auto end = int64_t(std::min(kMostTaggedWords, row.tokens.size()));
    for (int64_t i = 0; i < end;) {
        const bool inSpan = span != row.spans.end() && span->first == i;
        const std::string& tag = row.tags[size_t(i)];
        const int64_t next = inSpan ? span->last : i + 1;
        Group group{wordsBetween(row.tokens, i, next), {}, 0};
        if (inSpan)
            group.tag = QString::fromStdString(span->type.empty() ? tag : span->type);
        else if (row.spans.empty() && tag != "O")
            group.tag = QString::fromStdString(tag);
        if (!group.tag.isEmpty() && !known.contains(group.tag))
            known << group.tag;
        group.colour = int(known.indexOf(group.tag));
        groups.push_back(std::move(group));
        span += inSpan ? 1 : 0;
        i = next;
    }
    if (row.tokens.size() > kMostTaggedWords)
        groups.push_back({QStringLiteral("\u2026"), {}, 0});
    return groups;
}

std::vector<QRect> TaggedRows::places(int width) const
{
    const QFontMetrics words(Theme::instance().textFont()), tags(tagFont());
    const int line = lineHeight();
    std::vector<QRect> all;
    QPoint at(0, 0);
    for (const Sentence& sentence : m_sentences) {
        for (const Group& group : sentence) {
            const int strip
                = group.tag.isEmpty() ? 0 : tags.horizontalAdvance(group.tag) + 2 * kTaggedPadding;
            const int wide = std::min(std::max(words.horizontalAdvance(group.words) + 2, strip),
                                      std::max(width, 1));
            if (at.x() > 0 && at.x() + wide > width)
                at = {0, at.y() + line + kLineGap};
            all.emplace_back(at, QSize(wide, line));
            at.rx() += wide + kTaggedGap;
        }
        at = {0, at.y() + line + kSentenceGap};
    }
    return all;
}

int TaggedRows::heightForWidth(int width) const
{
    const std::vector<QRect> all = places(width);
    return all.empty() ? 0 : all.back().bottom() + 2;
}

QSize TaggedRows::sizeHint() const
{
    return {400, heightForWidth(std::max(width(), 400))};
}

QSize TaggedRows::minimumSizeHint() const
{
    return {120, 20};
}

void TaggedRows::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<QRect> all = places(width());
    size_t index = 0;
    for (const Sentence& sentence : m_sentences)
        for (const Group& group : sentence)
            drawGroup(painter, group, all[index++]);
}

void TaggedRows::drawGroup(QPainter& painter, const Group& group, const QRect& place) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics words(theme.textFont()), tags(tagFont());
    const QRect text(place.left(), place.top(), place.width(), words.height());
    painter.setFont(theme.textFont());
    painter.setPen(theme.text());
    painter.drawText(text, Qt::AlignCenter,
                     words.elidedText(group.words, Qt::ElideRight, place.width()));
    if (group.tag.isEmpty())
        return;
    const QRect strip(place.left(), text.bottom() + 2, place.width(), stripHeight());
    const QColor ground = theme.series(group.colour);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(strip, 3, 3);
    painter.setPen(Theme::textOn(ground));
    painter.setFont(tagFont());
    painter.drawText(strip, Qt::AlignCenter,
                     tags.elidedText(group.tag, Qt::ElideRight, strip.width()));
}

/// "Jordan Banks (PER) flew to Amman (LOC)"
QString TaggedRows::textOf(int row) const
{
    QStringList parts;
    for (const Group& group : m_sentences[size_t(row)])
        parts << (group.tag.isEmpty() ? group.words : tr("%1 (%2)").arg(group.words, group.tag));
    return parts.join(u' ');
}

} // namespace ui
