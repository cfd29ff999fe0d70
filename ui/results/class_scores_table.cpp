#include "ui/results/class_scores_table.h"

#include "ui/text/sentences.h"

#include <QLocale>

namespace ui {

namespace {

constexpr int kMostRows = 8;

QString share(double number)
{
    return QLocale().toString(number, 'f', 3);
}

} // namespace

ClassScoresTable::ClassScoresTable(QWidget* parent)
    : RowView(QStringLiteral("classTable"), tr("Scores of every class"), parent)
{
    setColumns(columns());
    rows().setLook(
        [this](int row, int) { return RowLook{.bold = size_t(row) + 1 == m_scores.size()}; });
    setMostRows(kMostRows);
}

std::vector<RowColumn> ClassScoresTable::columns() const
{
    const auto number = [this](const char* name, const QString& title, const QString& help,
                               double core::ClassScore::*part) {
        return numberColumn(
            name, title, help,
            [this, part](int row) -> Cell { return m_scores[size_t(row)].*part; }, share,
            QStringLiteral("0.000"));
    };
    RowColumn name = textColumn("class", tr("Class"), {}, [this](int row) {
        return std::string_view(m_scores[size_t(row)].name);
    });
    name.tip = [this](int row) {
        return size_t(row) + 1 == m_scores.size()
            ? tr("Mean over the classes (macro); every class counts the same")
            : QString::fromStdString(m_scores[size_t(row)].name);
    };
    return {name,
            number("precision", tr("Precision"),
                   tr("Of the texts predicted as this class, the share that are it"),
                   &core::ClassScore::precision),
            number("recall", tr("Recall"), tr("Of the texts that are this class, the share found"),
                   &core::ClassScore::recall),
            number("f1", tr("F1"),
                   tr("2 p r / (p + r): high only where precision and recall both are"),
                   &core::ClassScore::f1),
            numberColumn(
                "support", tr("Support"), tr("Texts whose true class this is"),
                [this](int row) -> Cell { return int64_t{m_scores[size_t(row)].support}; }, {},
                QStringLiteral("00,000"))};
}

void ClassScoresTable::setScores(const core::ClassificationScores& scores)
{
    reset(int(scores.classes.size()) + 1, [&] {
        m_scores = scores.classes;
        m_scores.push_back({tr("mean").toStdString(), scores.macroPrecision, scores.macroRecall,
                            scores.macroF1, scores.count});
    });
}

} // namespace ui
