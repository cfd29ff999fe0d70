#include "ui/curves/hover_table.h"

#include "core/metric/score.h"
#include "ui/curves/curve_settings.h"
#include "ui/curves/curve_table.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <limits>
#include <utility>

namespace ui {

namespace {

constexpr int kMostHoverRows = 5; ///< More runs scroll.
constexpr int kTablePadding = 10; ///< Between two columns.
constexpr int kAlwaysWanted = 7;

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

HoverTable::HoverTable(QWidget* parent) : QTableWidget(parent)
{
    named(this, "hoverTable", tr("Values at the cursor, one row per run"));
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
    horizontalHeader()->setMinimumSectionSize(30);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setScores({"accuracy"}); // what is most often shown, until there are runs
    connect(&Theme::instance(), &Theme::changed, this, &HoverTable::restyle);
}

std::array<HoverTable::Content, 3> HoverTable::scoreContents(const std::string& score)
{
    const core::ScoreDescription description = core::scoreDescription(score);
    QString title = coreText(description.title);
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    const QString widest
        = description.share ? QStringLiteral("100.0 %") : QStringLiteral("0.0009999");
    const auto at = [score](const Series& series, size_t point) {
        return point < series.size() ? scoreValueText({score, series.at(point)}) : QString();
    };
    return {Content{title, widest,
                    [=](RunCurves& curves, size_t point, const core::EpochReport*) {
                        return at(curves.raw(score), point);
                    },
                    kAlwaysWanted},
            Content{tr("smooth"), widest,
                    [=](RunCurves& curves, size_t point, const core::EpochReport*) {
                        return at(curves.smoothed(score), point);
                    },
                    6},
            Content{tr("valid."), widest,
                    [=](RunCurves&, size_t, const core::EpochReport* epoch) {
                        const double value = epoch ? core::scoreValue(epoch->validScores, score)
                                                   : std::numeric_limits<double>::quiet_NaN();
                        return scoreValueText({score, value}); // A dash if there is none.
                    },
                    kAlwaysWanted}};
}

std::vector<HoverTable::Content> HoverTable::contentsFor(const std::vector<std::string>& scores)
{
    using Curves = RunCurves&;
    using Epoch = const core::EpochReport*;
    const auto number = [](const Quantity& quantity) {
        return [quantity](Curves curves, size_t i, Epoch) {
            return value(curves.raw(quantity).at(i));
        };
    };
    const QString real = QStringLiteral("0.0009999");
    std::vector<Content> all{
        {tr("Run"), QStringLiteral("reviews-bilstm-001"), nullptr, kAlwaysWanted},
        {tr("Update"), QStringLiteral("100,000"),
         [](Curves curves, size_t i, Epoch) { return count(curves.step(i)); }, kAlwaysWanted},
        {tr("Epoch"), QStringLiteral("99.99"),
         [](Curves curves, size_t i, Epoch) {
             return QLocale().toString(curves.x(XAxis::Epoch)[i], 'f', 2);
         },
         3},
        {tr("Loss"), real, number(quantity::kLoss), kAlwaysWanted},
        {tr("smooth"), real,
         [](Curves curves, size_t i, Epoch) {
             return value(curves.smoothed(quantity::kLoss).at(i));
         },
         kAlwaysWanted},
        {tr("valid."), real,
         [](Curves, size_t, Epoch epoch) {
             return value(epoch ? epoch->validLoss : std::numeric_limits<double>::quiet_NaN());
         },
         kAlwaysWanted}};
    for (const std::string& score : scores)
        for (Content& content : scoreContents(score))
            all.push_back(std::move(content));
    all.push_back({tr("Rate"), real, number(quantity::kLearningRate), 4});
    all.push_back({tr("Gradient"), real,
                   [](Curves curves, size_t i, Epoch) {
                       return value(curves.raw(quantity::kGradientNorm).at(i))
                           + (curves.clipped(i) ? QStringLiteral(" \u00d7") : QString());
                   },
                   5});
    all.push_back(
        {tr("Tokens/s"), QStringLiteral("99.9k"),
         [](Curves curves, size_t i, Epoch) { return compact(curves.raw(quantity::kSpeed).at(i)); },
         2});
    all.push_back(
        {tr("Tokens"), QStringLiteral("9.99M"),
         [](Curves curves, size_t i, Epoch) { return compact(curves.x(XAxis::Tokens)[i]); }, 0});
    all.push_back(
        {tr("Time"), QStringLiteral("9 h 59 min"),
         [](Curves curves, size_t i, Epoch) { return duration(curves.x(XAxis::Time)[i]); }, 1});
    return all;
}

void HoverTable::setScores(const std::vector<std::string>& scores)
{
    if (scores == m_scores)
        return;
    m_scores = scores;
    m_contents = contentsFor(scores);
    setRowCount(0);
    setColumnCount(int(m_contents.size()));
    QStringList titles;
    for (const Content& content : m_contents)
        titles << content.title;
    setHorizontalHeaderLabels(titles);
    horizontalHeaderItem(Run)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    restyle();
}

/// Widths are those of the longest expected texts, so that columns do not move while numbers
/// change.
void HoverTable::restyle()
{
    const Theme& theme = Theme::instance();
    setFont(theme.numberFont());
    horizontalHeader()->setFont(theme.textFont());
    const QFontMetrics numbers(bold(theme.numberFont())); // Of the nearest run.
    const QFontMetrics words(theme.textFont());
    for (int column = 0; column < columnCount(); ++column) {
        const int text = numbers.horizontalAdvance(m_contents[size_t(column)].widest);
        const int head = words.horizontalAdvance(horizontalHeaderItem(column)->text());
        setColumnWidth(column, std::max(text, head) + kTablePadding);
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

/// Hides columns of low priority until the rest fits; names get the remaining width.
void HoverTable::fitColumns()
{
    const int name = nameWidth(m_contents[Run].widest);
    setColumnWidth(Run, name);
    hideColumns();
    int longest = name, wide = 0;
    for (int row = 0; row < rowCount(); ++row)
        if (const QTableWidgetItem* cell = item(row, Run))
            longest = std::max(longest, nameWidth(cell->text()));
    for (int column = 0; column < columnCount(); ++column)
        wide += columnWidth(column); // 0: hidden
    setColumnWidth(Run, std::clamp(name + viewport()->width() - wide, name, longest));
}

/// With the sample of its line.
int HoverTable::nameWidth(const QString& name) const
{
    QFont bold = Theme::instance().numberFont();
    bold.setBold(true);
    const int head = QFontMetrics(Theme::instance().textFont())
                         .horizontalAdvance(horizontalHeaderItem(Run)->text());
    return std::max(QFontMetrics(bold).horizontalAdvance(name), head) + kTablePadding + 34;
}

void HoverTable::hideColumns()
{
    int wide = 0;
    std::vector<int> leastWanted;
    for (int column = 0; column < columnCount(); ++column) {
        setColumnHidden(column, false);
        wide += columnWidth(column);
        leastWanted.push_back(column);
    }
    std::stable_sort(leastWanted.begin(), leastWanted.end(), [this](int a, int b) {
        return m_contents[size_t(a)].wanted < m_contents[size_t(b)].wanted;
    });
    for (const int column : leastWanted) {
        if (wide <= viewport()->width() || m_contents[size_t(column)].wanted == kAlwaysWanted)
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
    return {600, heightOf(std::clamp(rowCount(), 1, kMostHoverRows))};
}

QSize HoverTable::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

void HoverTable::setText(int row, int column, const QString& text)
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
    std::vector<std::string> scores = scoreNames(sources);
    std::erase_if(
        scores, [](const std::string& score) { return !core::scoreDescription(score).eachUpdate; });
    if (!sources.empty())
        setScores(scores);
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
    const auto current = std::find_if(sources.begin(), sources.end(),
                                      [](const CurveSource& source) { return source.current; });
    const int bold = cursor || current == sources.end() ? nearest : int(current - sources.begin());
    QFont font = Theme::instance().numberFont();
    for (int row = 0; row < rowCount(); ++row) {
        font.setBold(row == bold && rowCount() > 1);
        for (int column = 0; column < columnCount(); ++column) {
            if (item(row, column)->font() != font)
                item(row, column)->setFont(font);
        }
    }
    if (current != sources.end() && m_current != current->run)
        scrollToItem(item(int(current - sources.begin()), Run));
    m_current = current != sources.end() ? current->run : QString();
    QStringList names;
    for (const CurveSource& source : sources)
        names << source.name;
    if (std::exchange(m_names, names) != names)
        fitColumns();
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
    for (int column = Update; column < columnCount(); ++column) {
        if (curves.size() == 0) {
            setText(row, column, {});
            continue;
        }
        const size_t point = cursor ? curves.nearest(axis, *cursor) : curves.size() - 1;
        const core::EpochReport* epoch
            = curves.epochBefore(XAxis::Update, double(curves.step(point)));
        setText(row, column, m_contents[size_t(column)].text(curves, point, epoch));
    }
}

} // namespace ui
