#pragma once

#include "ui/curves/curve_settings.h"

#include <QWidget>

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QSlider;
class QToolButton;

namespace ui {

/// The row above the curves: what the x axis counts, smoothing, axes, which plots, export.
class CurveControls : public QWidget {
    Q_OBJECT
public:
    enum class Format { Png, Svg, Pdf, Csv };

    explicit CurveControls(QWidget* parent = nullptr);
    const CurveSettings& settings() const { return m_settings; }
    void setZoomed(bool zoomed); ///< Whether there is something to reset.

Q_SIGNALS:
    void changed(const ui::CurveSettings& settings);
    void resetRequested();
    void exportRequested(ui::CurveControls::Format format);

private:
    QWidget* smoothingControls();
    QToolButton* plotsButton();
    QToolButton* axesButton();
    QToolButton* exportButton();
    QAction* axisAction(const QString& text, const QString& help, bool CurveSettings::*setting);
    void setSmoothing(double weight);

    CurveSettings m_settings;
    QSlider* m_slider = nullptr;
    QDoubleSpinBox* m_box = nullptr;
    QToolButton* m_reset = nullptr;
};

} // namespace ui
