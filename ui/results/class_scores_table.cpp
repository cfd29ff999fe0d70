#include "ui/results/class_scores_table.h"

#include "ui/text/sentences.h"

#include <QLocale>

namespace ui {

namespace {

constexpr int kMostClassRows = 8;

QString scoreFigure(double number)
{
    return QLocale().toString(number, 'f', 3);
}

} // namespace

ClassScoresTable::ClassScoresTable(ClassScoresWords words, QWidget* parent)
    : RowView(QStringLiteral("classTable"), words.title, parent), m_words(std::move(words))
{
    setColumns(columns());
    rows().setLook(
        [this](int row, int) { return RowLook{.bold = size_t(row) + 1 == m_scores.size()}; });
    setMostRows(kMostClassRows);
}

std::vector<RowColumn> ClassScoresTable::columns() const
{
    const auto number = [this](const char* name, const QString& title, const QString& help,
                               double core::ClassScore::*part) {
        return numberColumn(
            name, title, help,
            [this, part](int row) -> Cell { return m_scores[size_t(row)].*part; }, scoreFigure,
            QStringLiteral("0.000"));
    };
    RowColumn name = textColumn("class", m_words.name, {}, [this](int row) {
        return std::string_view(m_scores[size_t(row)].name);
    });
    name.tip = [this](int row) {
        return size_t(row) + 1 == m_scores.size()
            ? m_words.last
            : QString::fromStdString(m_scores[size_t(row)].name);
    };
    return {
        name, number("precision", tr("Precision"), m_words.precision, &core::ClassScore::precision),
        number("recall", tr("Recall"), m_words.recall, &core::ClassScore::recall),
        number("f1", tr("F1"), tr("2 p r / (p + r): high only where precision and recall both are"),
               &core::ClassScore::f1),
        numberColumn(
            "support", tr("Support"), m_words.support,
            [this](int row) -> Cell { return int64_t{m_scores[size_t(row)].support}; }, {},
            QStringLiteral("00,000"))};
}

void ClassScoresTable::setScores(std::vector<core::ClassScore> scores, core::ClassScore last)
{
    scores.push_back(std::move(last));
    reset(int(scores.size()), [&] { m_scores = std::move(scores); });
}

} // namespace ui
