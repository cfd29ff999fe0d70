#pragma once

#include "core/probe/updates/update_questions.h"
#include "ui/widgets/plot.h"

namespace ui {

/// A loss around weights: along a line as a curve, over a plane as colours with contour lines. The
/// place of the weights themselves is marked, along a step also where the step led.
class LandscapePlot : public Plot {
    Q_OBJECT
public:
    explicit LandscapePlot(QWidget* parent = nullptr);

    /// @param loss  the axis' title. @param x, y  of d₁ and d₂.
    void setLandscape(const core::Landscape& landscape, const QString& loss, const QString& x,
                      const QString& y);
    void clear();
    void setColour(int index); ///< That of the run.
    /// Of the colours; equal without any.
    QCPRange losses() const { return m_losses; }

protected:
    void applyTheme() override;

private:
    void keepSquare();
    void drawLine(const core::Landscape& landscape);
    void drawPlane(const core::Landscape& landscape);
    void drawContours(const core::Landscape& landscape);

    QCPGraph *m_line, *m_marks;
    QCPColorMap* m_map;
    std::vector<QCPCurve*> m_contours;
    QCPRange m_losses;
    int m_colour = 0;
    bool m_plane = false; ///< Its directions are of one length: it is drawn as a square.
};

} // namespace ui
