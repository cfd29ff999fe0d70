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
    RowColumn column = cosineColumn(help, cosine);
    column.bar = [cosine = std::move(cosine)](int row) {
        return std::max(std::get<double>(cosine(row)), 0.0);
    };
    column.share = 1.0;
    column.alignment = Qt::AlignLeft;
    return column;
}

} // namespace ui
