#include "ui/table/cosine_column.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace ui {

QString cosineText(double cosine)
{
    return std::isnan(cosine) ? QString() : QString::number(cosine, 'f', 3);
}

RowColumn cosineColumn(const QString& help, std::function<Cell(int row)> cosine)
{
    return numberColumn("cosine", QCoreApplication::translate("CosineColumn", "Cosine"), help,
                        std::move(cosine), &cosineText, QStringLiteral("-0.000"));
}

RowColumn cosineBars(const QString& help, std::function<Cell(int row)> cosine)
{
    return withBars(cosineColumn(help, std::move(cosine)));
}

RowColumn withBars(RowColumn column)
{
    column.bar = [value = column.value](int row) {
        const double number = std::get<double>(value(row));
        return std::isnan(number) ? -1.0 : std::max(number, 0.0);
    };
    column.share = 1.0;
    column.alignment = Qt::AlignLeft;
    return column;
}

} // namespace ui
