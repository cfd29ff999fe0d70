#include "ui/language/reading_table.h"

#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"

#include <algorithm>
#include <map>

namespace ui {

namespace {

constexpr int kClassColumn = 2, kLineColumn = 3;

} // namespace

ReadingTable::ReadingTable(QWidget* parent)
    : RowTable(
        QStringLiteral("readingTable"), tr("Lines by their loss; Return opens one in Glass"),
        [this](int shown, int all) {
            if (m_areNames)
                return shown == all ? tr("%1 names. Click one to open it in Glass.").arg(count(all))
                                    : tr("%1 of %2 names shown.").arg(count(shown), count(all));
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
    RowColumn className{"class", tr("Class"), tr("Class that it was written for"),
                        [this](int row) { return std::string_view(at(row).className); }};
    className.letters = 14;
    return {
        numberColumn("loss", tr("Loss"), tr("Nats per token: the mean of its tokens' losses"),
                     number(&Line::loss), threeDecimals, QStringLiteral("10.000")),
        textColumn("text", tr("Text"), {},
                   [this](int row) { return std::string_view(at(row).text); }),
        className,
        numberColumn("line", tr("Line"), tr("Position in the set"), whole(&Line::number), {},
                     QStringLiteral("100,000")),
        numberColumn("tokens", tr("Tokens"), tr("Tokens that were predicted: all but a first one"),
                     whole(&Line::tokens), {}, QStringLiteral("1,000")),
        writtenColumn("nats", number(&Line::nats)),
        numberColumn("perplexity", tr("Perplexity"), tr("exp(loss)"), number(&Line::perplexity),
                     twoDecimals, QStringLiteral("1,000.00")),
        numberColumn("unknown", tr("Unknown"), tr("Share of its tokens that the vocabulary lacks"),
                     number(&Line::unknown), percent, QStringLiteral("100.0 %")),
        numberColumn("bits_per_character", tr("Bits"), tr("Bits per character"),
                     number(&Line::bits), threeDecimals, QStringLiteral("10.000")),
        numberColumn("top_10", tr("Rank \u2264 10"),
                     tr("Share of its tokens that were among the ten likeliest"),
                     number(&Line::expected), percent, QStringLiteral("100.0 %"))};
}

void ReadingTable::setTexts(const std::vector<core::ReadText>& texts)
{
    std::vector<Line> lines;
    int64_t number = 0;
    bool areNames = false;
    for (const core::ReadText& text : texts) {
        ++number;
        if (isBlank(text))
            continue;
        areNames = areNames || !text.className.empty();
        const ReadingSums sums = sumOf(text);
        lines.push_back({number, text.text, text.className, sums.tokens, sums.nats, sums.perToken(),
                         sums.perplexity(), sums.unknownShare(), sums.bitsPerCharacter(),
                         sums.tokens > 0 ? double(sums.levels[0]) / double(sums.tokens) : 0.0});
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.loss > b.loss; });
    m_areNames = areNames;
    view().showColumn(kClassColumn, areNames);
    view().showColumn(kLineColumn, !areNames);
    reset(int(lines.size()), [&] { m_lines = std::move(lines); });
}

ClassReadingsTable::ClassReadingsTable(QWidget* parent)
    : RowView(QStringLiteral("classReadingsTable"), tr("Loss of the texts of each class"), parent)
{
    constexpr int kMostRows = 12;
    setColumns(columns());
    setMostRows(kMostRows);
}

std::vector<RowColumn> ClassReadingsTable::columns() const
{
    const auto number = [this](double Row::*part) {
        return [this, part](int row) { return m_classes[size_t(row)].*part; };
    };
    return {
        textColumn("class", tr("Class"), tr("Class that the texts were written for"),
                   [this](int row) { return std::string_view(m_classes[size_t(row)].name); }),
        numberColumn(
            "names", tr("Names"), tr("Number of texts of this class in the set"),
            [this](int row) { return m_classes[size_t(row)].texts; }, {}, QStringLiteral("10,000")),
        numberColumn("loss", tr("Loss"), tr("Nats per token, over all texts of the class"),
                     number(&Row::loss), threeDecimals, QStringLiteral("10.000")),
        numberColumn("perplexity", tr("Perplexity"), tr("exp(loss)"), number(&Row::perplexity),
                     twoDecimals, QStringLiteral("1000.00")),
        numberColumn("unknown", tr("Unknown"), tr("Share of the tokens that the vocabulary lacks"),
                     number(&Row::unknown), percent, QStringLiteral("100.0 %")),
        numberColumn("bits_per_character", tr("Bits"), tr("Bits per character"), number(&Row::bits),
                     threeDecimals, QStringLiteral("10.000"))};
}

void ClassReadingsTable::setTexts(const std::vector<core::ReadText>& texts)
{
    std::map<std::string, std::vector<const core::ReadText*>> byClass;
    for (const core::ReadText& text : texts)
        byClass[text.className].push_back(&text);
    std::vector<Row> classes;
    for (const auto& [name, own] : byClass) {
        const ReadingSums sums = sumOf(own);
        classes.push_back({name, int64_t(own.size()), sums.perToken(), sums.perplexity(),
                           sums.unknownShare(), sums.bitsPerCharacter()});
    }
    std::stable_sort(classes.begin(), classes.end(),
                     [](const Row& a, const Row& b) { return a.loss > b.loss; });
    reset(int(classes.size()), [&] { m_classes = std::move(classes); });
}

} // namespace ui
