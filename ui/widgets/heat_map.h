#pragma once

#include "ui/widgets/canvas.h"
#include "ui/widgets/theme.h"

#include <QImage>
#include <QStringList>

#include <functional>
#include <utility>
#include <vector>

namespace ui {

/// A matrix to be shown in colours.
struct HeatMapContent {
    int rows = 0, columns = 0;
    std::vector<float> values; ///< Row-major, 0 to `high`; signed colours: -high to high.
    double high = 1.0; ///< Value of the last colour.
    ColourMap colours = ColourMap::Weights;
    QStringList rowLabels, columnLabels;
    QString rowTitle, columnTitle; ///< Titles of the axes.
    MarkOf rowMark = {}, columnMark = {}; ///< Links them to other views; empty: not linked.
    QStringList cellTexts; ///< Row-major; empty: colours only.
    bool textsWhereTheyFit = false; ///< Colours only where cells with texts had to be scrolled.
    std::vector<char> outlined; ///< Row-major, 1: a frame inside the cell; empty: none.
    std::vector<char> hatched; ///< Row-major, 1: strokes over the colour; empty: none.
    std::vector<char> struck; ///< Row-major, 1: a stroke in place of the colour; empty: none.
    /// For hundreds of rows: rows may be thinner than their labels, some labels are then omitted,
    /// and cells may be wider than two heights.
    bool dense = false;
    bool thinColumns = false; ///< The same for columns. Only where `dense`.
    std::vector<char> markedRows; ///< 1: the row's label is always there, with a sign; empty: none.
    int firstColumn = -1, lastColumn = -1; ///< Columns between two lines; -1: none.
    QStringList rowTips, columnTips; ///< Tool tips of the labels; empty: the whole label.
};

/// A matrix in colours with labels that stay in sight while the cells scroll. Labels
/// never overlap: where there is no room for all, cells keep the height of a line and the map
/// scrolls. New values of the same shape change neither scrolling nor the current cell; while the
/// columns stay the same, as for a sentence whose translation is still being learnt, cells keep
/// their size until the rows no longer fit or take less than half of the room. In a presentation
/// cells fill the room, and their texts grow with them.
///
/// Hover shows the cell's text; click or Return activates; arrow keys move the current cell.
class HeatMap : public ScrollCanvas {
    Q_OBJECT
public:
    explicit HeatMap(QWidget* parent = nullptr);

    void setContent(HeatMapContent content);
    const HeatMapContent& content() const { return m_content; }
    /// Sets the text of a cell: '"film" -> "not": 0.123'.
    void setDescriber(std::function<QString(int row, int column)> describe);
    QString describe(int row, int column) const;
    /// Column and row of the current cell; (-1, -1): none.
    QPoint currentCell() const { return m_items->current(); }
    void setCurrentCell(QPoint cell) { m_items->setCurrent(cell); }
    QRect cellRect(int row, int column) const; ///< In the viewport.
    /// Where the label of a column (Horizontal) or a row stands, in the viewport.
    QRect labelRect(Qt::Orientation side, int index) const;

    QSize wholeSize() const; ///< With labels, nothing scrolled away.
    void drawWhole(QPainter& painter) const; ///< For exported pictures.
    QSize sizeHint() const override { return {420, 360}; }

Q_SIGNALS:
    void cellPointed(int row, int column); ///< Under the pointer, else the current one; -1: none.
    void cellActivated(int row, int column);
    void columnsDragged(int first, int last); ///< The mouse was pulled over these columns.

protected:
    void paintEvent(QPaintEvent* event) override;
    void layOut() override;
    void restyle() override;

private:
    static constexpr int kGap = 4; ///< Between cells, labels and titles.

    /// Sizes in device-independent pixels.
    struct Measures {
        bool texts = false; ///< Cells have theirs.
        double textFactor = 1.0; ///< Their size relative to the type of the program.
        QSize cell;
        int left = 0, top = 0; ///< Room for labels and titles.
        int rowLabels = 0, columnLabels = 0; ///< Longest length of a label.
        bool rotated = false; ///< Column labels run upwards.
    };
    Measures measured(const QSize& room) const;
    Measures measured(const QSize& room, bool texts) const;
    void keepRoom(const HeatMapContent& content);
    std::pair<QSize, QSize> cellLimits(int line, bool texts) const;
    double textFactor(const QSize& cell) const;
    QSize textSize() const;
    bool isMarked(int row) const
    {
        return size_t(row) < m_content.markedRows.size() && m_content.markedRows[size_t(row)] != 0;
    }
    /// Rows whose labels stand clear of each other, the current and marked ones first.
    std::vector<int> labelledRows(const Measures& measures, const QRect& shown) const;
    QPoint cellAt(const QPoint& position) const;
    QRect cellsInSight() const
    {
        return viewport()->rect().adjusted(m_measures.left, m_measures.top, 0, 0);
    }
    /// "" where there is no label.
    QString labelTip(const QPoint& position) const;
    /// Rows and columns that are at least partly visible in `area`.
    QRect seen(const Measures& measures, const QPoint& offset, const QSize& area) const;
    void draw(QPainter& painter, const Measures& measures, const QPoint& offset,
              const QSize& area) const;
    void drawCells(QPainter& painter, const Measures& measures, const QPoint& offset,
                   const QSize& area) const;
    void drawColumnRange(QPainter& painter, const QRect& whole, int width) const;
    void drawCell(QPainter& painter, const QRect& place, int row, int column) const;
    void drawRowLabels(QPainter& painter, const Measures& measures, const QPoint& offset,
                       const QSize& area) const;
    void drawColumnLabels(QPainter& painter, const Measures& measures, const QPoint& offset,
                          const QSize& area) const;
    void drawTitles(QPainter& painter, const Measures& measures, const QSize& area) const;

    HeatMapContent m_content;
    std::function<QString(int, int)> m_describe;
    QImage m_colours; ///< One pixel a cell.
    int m_roomRows = 0; ///< Number of rows that the cells leave room for.
    QString m_roomLabel; ///< The widest of the rows that there is room for.
    Measures m_measures;
    Items* m_items;
};

} // namespace ui
