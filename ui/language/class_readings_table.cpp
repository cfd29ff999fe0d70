#include "ui/language/class_readings_table.h"

#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"

#include <algorithm>
#include <map>

namespace ui {

ClassReadingsTable::ClassReadingsTable(QWidget* parent)
    : RowView(QStringLiteral("classReadingsTable"),
              tr("How well the texts of each class were expected"), parent)
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
            "names", tr("Names"), tr("How many of the set are of this class"),
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
