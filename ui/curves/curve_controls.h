#pragma once

#include "ui/curves/curve_settings.h"

#include <QWidget>

#include <map>

class QAction;
class QComboBox;
class QMenu;
class QSlider;
class QToolButton;

namespace ui {

class NumberBox;

/// The row above the curves: unit of the x axis, smoothing, axes, and choice of plots.
class CurveControls : public QWidget {
    Q_OBJECT
public:
    explicit CurveControls(QWidget* parent = nullptr);
    const CurveSettings& settings() const { return m_settings; }
    void setZoomed(bool zoomed); ///< Whether there is something to reset.
    /// Offers one more plot; shown at once if its kind says so. Without changed().
    void addPlot(const CurvePlotKind& kind);
    void setOffered(const QString& plot, bool offered); ///< False: no run has it.

Q_SIGNALS:
    void changed(const ui::CurveSettings& settings);
    void resetRequested();

private:
    QWidget* smoothingControls();
    QToolButton* plotsButton();
    QToolButton* axesButton();
    QAction* axisAction(const QString& text, const QString& help, bool CurveSettings::*setting);
    void setSmoothing(double weight);

    CurveSettings m_settings;
    std::map<QString, QAction*> m_plots; ///< By id.
    QMenu* m_plotsMenu = nullptr;
    QSlider* m_slider = nullptr;
    NumberBox* m_box = nullptr;
    QToolButton* m_reset = nullptr;
};

} // namespace ui
