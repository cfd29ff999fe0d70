#pragma once

#include "ui/widgets/plot.h"

namespace ui {

/// How many things fall into which bin, as a filled outline, with at most one place on the axis
/// marked in words. A last bin that is wider than the others, because it holds a long tail, is
/// drawn as wide as they are and says so: "300 or more".
class HistogramPlot : public Plot {
    Q_OBJECT
public:
    explicit HistogramPlot(QWidget* parent = nullptr);

protected:
    /// @param upperBounds  of the bins, ascending, each to be taken as the next one's lower bound.
    void setBins(const std::vector<double>& upperBounds, const std::vector<int64_t>& counts);
    /// A mark far beyond the bins would squeeze them: it then stands at the edge, in words.
    /// @param brief  in its place where there is no room for `text`.
    void setMark(double place, const QString& text, const QString& brief);
    void clearMark();
    void applyTheme() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeMark();
    void placeTail();

    QCPGraph* m_graph;
    QCPItemStraightLine* m_mark;
    QCPItemText* m_markText;
    QCPItemText* m_tailText;
    QCPItemRect* m_tail;
    double m_tailBegin = 0.0; ///< Of the last bin; 0: it is as wide as the others.
    double m_tailHeight = 0.0;
    double m_highest = 1.0; ///< Bin.
    double m_place = 0.0;
    QString m_text, m_brief;
    bool m_marked = false;
};

} // namespace ui
