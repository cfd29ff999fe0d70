#pragma once

#include "ui/curves/curve_plot.h"

#include <QWidget>

#include <vector>

namespace ui {

/// The legend above the plots, where it covers no data: one entry for each of the first runs, then
/// the meanings of the line styles and marks. Wraps into as many lines as it needs.
class CurveLegend : public QWidget {
    Q_OBJECT
public:
    explicit CurveLegend(QWidget* parent = nullptr);
    /// @param baseline  a plot has the line of one.
    void setSources(const std::vector<CurveSource>& sources, bool baseline = false);
    QStringList entries() const; ///< Their texts.
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Draws the legend as if the widget were `width` wide; for exported pictures.
    void draw(QPainter& painter, int width) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        QString text;
        int colourIndex = -1; ///< A run; -1: one of the meanings.
        int meaning = 0;
        bool current = false;
    };
    std::vector<QPoint> places(int width, int* height) const;
    int entryWidth(const Entry& entry) const;
    void drawSample(QPainter& painter, const Entry& entry, const QRect& box) const;
    std::vector<Entry> m_entries;
};

} // namespace ui
