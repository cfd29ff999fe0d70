#include "ui/results/number_table.h"

#include <QLocale>

#include <cmath>

namespace ui {

namespace {

Cell knownOrNone(double number)
{
    return std::isnan(number) ? Cell() : Cell(number);
}

} // namespace

QString numberAsData(double number)
{
    return std::isnan(number) ? QString()
                              : QString::number(number, 'g', QLocale::FloatingPointShortest);
}

NumberTable::NumberTable(QWidget* parent)
    : RowTable(QStringLiteral("numberTable"), tr("Texts and numbers; Return opens a text"),
               &RowTable::countOfTexts, parent)
{
    const QString widest = QStringLiteral("-9.999e-05");
    view().setColumns(
        {textColumn("text", tr("Text"), {},
                    [this](int row) { return std::string_view(at(row).text); }),
         numberColumn(
             "true", tr("True"), {}, [this](int row) { return knownOrNone(at(row).number); }, {},
             widest),
         numberColumn(
             "predicted", tr("Predicted"), {}, [this](int row) { return Cell(at(row).predicted); },
             {}, widest),
         numberColumn(
             "error", tr("Error"), tr("Predicted minus true"),
             [this](int row) { return knownOrNone(at(row).predicted - at(row).number); }, {},
             widest)});
    connect(&view(), &RowView::rowChosen, this, &NumberTable::pointed);
    connect(&view(), &RowView::rowActivated, this, [this](int row) {
        Q_EMIT textActivated(QString::fromStdString(at(row).text), numberAsData(at(row).number));
    });
}

void NumberTable::setPredictions(const std::vector<core::NumberPrediction>& predictions)
{
    reset(int(predictions.size()), [&] { m_predictions = predictions; });
}

} // namespace ui
