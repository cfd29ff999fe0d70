#include "ui/language/suggestion_bar.h"

#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int kSuggestionPadding = 10, kSuggestionGap = 8;

QString keyOf(int index)
{
    return index == 0 ? SuggestionBar::tr("Tab") : SuggestionBar::tr("Ctrl+%1").arg(index + 1);
}

QFont wordFont()
{
    const Theme& theme = Theme::instance();
    return theme.sized(theme.textFont(), 1.25);
}

QFont smallFont()
{
    const Theme& theme = Theme::instance();
    return theme.sized(theme.numberFont(), 0.85);
}

} // namespace

SuggestionBar::SuggestionBar(QWidget* parent) : Canvas(parent)
{
    new Items(*this,
              {.rows = [this] { return int(m_suggestions.size()); },
               .text = [this](int index, int) { return describe(index); },
               .place = [this](int index, int) { return chipRect(index); },
               .choose = [this](int index, int) { Q_EMIT chosen(index); }});
    setFocusPolicy(Qt::NoFocus); // Its keys are those of the text above.
    setAccessibleName(tr("Words that could come next"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void SuggestionBar::setSuggestions(std::vector<core::Suggestion> suggestions)
{
    m_suggestions = std::move(suggestions);
    if (m_suggestions.size() > kMost)
        m_suggestions.resize(kMost);
    QStringList all;
    for (int index = 0; index < int(m_suggestions.size()); ++index)
        all << describe(index);
    setAccessibleDescription(all.join(QStringLiteral("; ")));
    update();
}

void SuggestionBar::narrow(const QString& typed)
{
    const std::string begun = typed.toStdString();
    std::vector<core::Suggestion> left;
    for (core::Suggestion& each : m_suggestions) {
        if (each.text.size() > begun.size() && each.text.starts_with(begun)) {
            each.text.erase(0, begun.size());
            left.push_back(std::move(each));
        }
    }
    setSuggestions(std::move(left));
}

QString SuggestionBar::describe(int index) const
{
    if (index < 0 || size_t(index) >= m_suggestions.size())
        return {};
    const core::Suggestion& one = m_suggestions[size_t(index)];
    return tr("\u201c%1\u201d, %2, %3")
        .arg(readableToken(one.shown), smallShare(one.probability), keyOf(index));
}

std::vector<QRect> SuggestionBar::places() const
{
    const QFontMetrics words(wordFont()), numbers(smallFont());
    const int tall = height() - 2;
    std::vector<QRect> all;
    int left = 1;
    for (int index = 0; index < int(m_suggestions.size()); ++index) {
        const core::Suggestion& one = m_suggestions[size_t(index)];
        const QString below
            = smallShare(one.probability) + QStringLiteral(" \u00b7 ") + keyOf(index);
        const int wide = std::max(words.horizontalAdvance(readableToken(one.shown)),
                                  numbers.horizontalAdvance(below))
            + 2 * kSuggestionPadding;
        if (left + wide > width() && index > 0)
            break;
        all.emplace_back(left, 1, wide, tall);
        left += wide + kSuggestionGap;
    }
    return all;
}

QRect SuggestionBar::chipRect(int index) const
{
    const std::vector<QRect> all = places();
    return index >= 0 && size_t(index) < all.size() ? all[size_t(index)] : QRect();
}

QSize SuggestionBar::sizeHint() const
{
    const int words = QFontMetrics(wordFont()).height();
    const int numbers = QFontMetrics(smallFont()).height();
    return {480, words + numbers + kSuggestionPadding + 4};
}

void SuggestionBar::draw(QPainter& painter, const QRect&) const
{
    const Theme& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<QRect> all = places();
    const int words = QFontMetrics(wordFont()).height() + kSuggestionPadding / 2;
    for (size_t index = 0; index < all.size(); ++index) {
        const QRect& chip = all[index];
        const core::Suggestion& one = m_suggestions[index];
        painter.setPen(QPen(index == 0 ? theme.accent() : theme.line(), index == 0 ? 2.0 : 1.0));
        painter.setBrush(theme.base());
        painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        painter.setPen(theme.text());
        painter.setFont(wordFont());
        painter.drawText(QRect(chip.left(), chip.top(), chip.width(), words), Qt::AlignCenter,
                         readableToken(one.shown));
        painter.setPen(theme.mutedText());
        painter.setFont(smallFont());
        painter.drawText(
            QRect(chip.left(), chip.top() + words, chip.width(), chip.height() - words),
            Qt::AlignHCenter | Qt::AlignTop,
            smallShare(one.probability) + QStringLiteral(" \u00b7 ") + keyOf(int(index)));
    }
}

} // namespace ui
