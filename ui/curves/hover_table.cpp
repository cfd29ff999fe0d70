#include "ui/curves/hover_table.h"

#include "ui/curves/curve_style.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QPainter>

#include <limits>

namespace ui {

namespace {

constexpr int kMostRows = 5; ///< More runs scroll.
constexpr int kPadding = 10; ///< Between two columns.

QPixmap lineSample(int colourIndex, qreal ratio)
{
    QPixmap picture(QSize(28, 14) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(curveStyle(colourIndex).strong);
    painter.drawLine(QPointF(1, 7), QPointF(27, 7));
    return picture;
}

} // namespace

HoverTable::HoverTable(QWidget* parent) : QTableWidget(0, Columns, parent)
{
    setObjectName(QStringLiteral("hoverTable"));
    setAccessibleName(tr("Values at the cursor, one row a run"));
    setHorizontalHeaderLabels({tr("Run"), tr("Update"), tr("Epoch"), tr("Loss"), tr("smooth"),
                               tr("valid."), tr("Accuracy"), tr("smooth"), tr("valid."), tr("Rate"),
                               tr("Gradient"), tr("Tokens/s"), tr("Tokens"), tr("Time")});
    setEditTriggers(NoEditTriggers);
    setSelectionMode(NoSelection);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    setIconSize({28, 14});
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeaderItem(Run)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setMinimumSectionSize(30);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, &HoverTable::restyle);
    restyle();
}

/// Widths come from the longest text to be expected, so that columns stand still while numbers run.
void HoverTable::restyle()
{
    const Theme& theme = Theme::instance();
    setFont(theme.numberFont());
    horizontalHeader()->setFont(theme.textFont());
    QFont bold = theme.numberFont(); // of the nearest run
    bold.setBold(true);
    const QFontMetrics numbers(bold), words(theme.textFont());
    const std::array<const char*, Columns> widest{
        "reviews-bilstm-001", "100,000", "99.99",   "9.999e-05", "9.999e-05",
        "9.999e-05",          "100.0 %", "100.0 %", "100.0 %",   "1.000e-05",
        "0.0000 \u00d7",      "99.9k",   "9.99M",   "9 h 59 min"};
    for (int column = 0; column < Columns; ++column) {
        const int text = numbers.horizontalAdvance(QString::fromUtf8(widest[size_t(column)]));
        const int head = words.horizontalAdvance(horizontalHeaderItem(column)->text());
        setColumnWidth(column, std::max(text, head) + kPadding + (column == Run ? 34 : 0));
    }
    fitColumns();
    verticalHeader()->setDefaultSectionSize(numbers.height() + 6);
    for (int row = 0; row < rowCount(); ++row) {
        if (QTableWidgetItem* name = item(row, Run))
            name->setData(Qt::DecorationRole,
                          lineSample(name->data(Qt::UserRole).toInt(), devicePixelRatioF()));
    }
    updateGeometry();
}

/// Hides what can also be read elsewhere, until the rest fits.
void HoverTable::fitColumns()
{
    constexpr std::array kLeastWanted{Tokens,       Time,         Speed,         Epoch,
                                      LearningRate, GradientNorm, SmoothAccuracy};
    int wide = 0;
    for (int column = 0; column < Columns; ++column) {
        setColumnHidden(column, false);
        wide += columnWidth(column);
    }
    for (const Column column : kLeastWanted) {
        if (wide <= viewport()->width())
            return;
        wide -= columnWidth(column);
        setColumnHidden(column, true);
    }
}

void HoverTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitColumns();
}

int HoverTable::heightOf(int rows) const
{
    return horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize()
        + (horizontalScrollBar()->isVisible() ? horizontalScrollBar()->sizeHint().height() : 0) + 2;
}

QSize HoverTable::sizeHint() const
{
    return {600, heightOf(std::clamp(rowCount(), 1, kMostRows))};
}

QSize HoverTable::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

void HoverTable::setText(int row, Column column, const QString& text)
{
    QTableWidgetItem* cell = item(row, column);
    if (!cell) {
        cell = new QTableWidgetItem;
        cell->setTextAlignment((column == Run ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        setItem(row, column, cell);
    }
    if (cell->text() != text)
        cell->setText(text);
}

void HoverTable::showValues(const std::vector<CurveSource>& sources, XAxis axis,
                            std::optional<double> cursor)
{
    if (rowCount() != int(sources.size())) {
        setRowCount(int(sources.size()));
        updateGeometry();
    }
    int nearest = -1;
    double distance = std::numeric_limits<double>::infinity();
    for (int row = 0; row < rowCount(); ++row) {
        const CurveSource& source = sources[size_t(row)];
        fillRow(row, source, axis, cursor);
        if (!cursor || source.curves->size() == 0)
            continue;
        const size_t index = source.curves->nearest(axis, *cursor);
        const double apart = std::abs(source.curves->x(axis)[index] - *cursor);
        if (apart < distance) {
            distance = apart;
            nearest = row;
        }
    }
    for (int row = 0; row < rowCount(); ++row) {
        QFont font = Theme::instance().numberFont();
        font.setBold(row == nearest && rowCount() > 1);
        for (int column = 0; column < Columns; ++column) {
            if (item(row, column)->font() != font)
                item(row, column)->setFont(font);
        }
    }
}

void HoverTable::fillRow(int row, const CurveSource& source, XAxis axis,
                         std::optional<double> cursor)
{
    RunCurves& curves = *source.curves;
    setText(row, Run, source.name);
    QTableWidgetItem* name = item(row, Run);
    const bool styled = !name->data(Qt::DecorationRole).isNull()
        && name->data(Qt::UserRole).toInt() == source.colourIndex;
    if (!styled) {
        name->setData(Qt::UserRole, source.colourIndex);
        name->setData(Qt::DecorationRole, lineSample(source.colourIndex, devicePixelRatioF()));
    }
    if (curves.size() == 0) {
        for (int column = Update; column < Columns; ++column)
            setText(row, Column(column), {});
        return;
    }
    const size_t i = cursor ? curves.nearest(axis, *cursor) : curves.size() - 1;
    const auto raw = [&](Quantity quantity) { return value(curves.raw(quantity).at(i)); };
    const auto smooth = [&](Quantity quantity) { return value(curves.smoothed(quantity).at(i)); };
    setText(row, Update, count(curves.step(i)));
    setText(row, Epoch, QString::number(curves.x(XAxis::Epoch)[i], 'f', 2));
    setText(row, Tokens, compact(curves.x(XAxis::Tokens)[i]));
    setText(row, Time, duration(curves.x(XAxis::Time)[i]));
    setText(row, Loss, raw(Quantity::Loss));
    setText(row, SmoothLoss, smooth(Quantity::Loss));
    setText(row, Accuracy, percent(curves.raw(Quantity::Accuracy).at(i)));
    setText(row, SmoothAccuracy, percent(curves.smoothed(Quantity::Accuracy).at(i)));
    setText(row, LearningRate, raw(Quantity::LearningRate));
    setText(row, GradientNorm,
            raw(Quantity::GradientNorm)
                + (curves.clipped(i) ? QStringLiteral(" \u00d7") : QString()));
    setText(row, Speed, compact(curves.raw(Quantity::Speed).at(i)));
    const core::EpochReport* epoch = curves.epochBefore(XAxis::Update, double(curves.step(i)));
    const bool validated = epoch && std::isfinite(epoch->validLoss);
    setText(row, ValidLoss, validated ? value(epoch->validLoss) : QString());
    setText(row, ValidAccuracy, validated ? percent(epoch->validAccuracy) : QString());
}

} // namespace ui
