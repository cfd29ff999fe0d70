#include "ui/language/reading_table.h"

#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"

#include <algorithm>

namespace ui {

ReadingTable::ReadingTable(QWidget* parent)
    : RowTable(
        QStringLiteral("readingTable"), tr("Lines by their loss; Return opens one in Glass"),
        [](int shown, int all) {
            return shown == all ? tr("%1 lines. Click one to open it in Glass.").arg(count(all))
                                : tr("%1 of %2 lines shown.").arg(count(shown), count(all));
        },
        parent)
{
    view().setColumns(columns());
    connect(&view(), &RowView::rowActivated, this,
            [this](int row) { Q_EMIT textActivated(QString::fromStdString(at(row).text)); });
}

std::vector<RowColumn> ReadingTable::columns() const
{
    const auto number
        = [this](double Line::*part) { return [this, part](int row) { return at(row).*part; }; };
    const auto whole
        = [this](int64_t Line::*part) { return [this, part](int row) { return at(row).*part; }; };
    const auto plain = [](double x) { return value(x); };
    return {numberColumn("loss", tr("Loss"), tr("Nats a token: the mean of its tokens' losses"),
                         number(&Line::loss), plain, QStringLiteral("10.000")),
            textColumn("text", tr("Text"), {},
                       [this](int row) { return std::string_view(at(row).text); }),
            numberColumn("line", tr("Line"), tr("Its place in the set"), whole(&Line::number), {},
                         QStringLiteral("100,000")),
            numberColumn("tokens", tr("Tokens"), tr("That were expected: all but a first one"),
                         whole(&Line::tokens), {}, QStringLiteral("1,000")),
            writtenColumn("nats", number(&Line::nats)),
            numberColumn(
                "perplexity", tr("Perplexity"), tr("exp(loss)"), number(&Line::perplexity),
                [](double x) { return shortNumber(x); }, QStringLiteral("1000.0")),
            numberColumn("bits_per_character", tr("Bits"), tr("Bits a character"),
                         number(&Line::bits), plain, QStringLiteral("10.000")),
            numberColumn("top_10", tr("Rank \u2264 10"),
                         tr("Share of its tokens that were among the ten likeliest"),
                         number(&Line::expected), percent, QStringLiteral("100.0 %"))};
}

void ReadingTable::setTexts(const std::vector<core::ReadText>& texts)
{
    std::vector<Line> lines;
    for (const core::ReadText& text : texts) {
        const ReadingSums sums = sumOf(text);
        lines.push_back({int64_t(lines.size()) + 1, text.text, sums.tokens, sums.nats,
                         sums.perToken(), sums.perplexity(), sums.bitsPerCharacter(),
                         sums.tokens > 0 ? double(sums.levels[0]) / double(sums.tokens) : 0.0});
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.loss > b.loss; });
    reset(int(lines.size()), [&] { m_lines = std::move(lines); });
}

} // namespace ui
