#pragma once

#include "core/probe/updates/layer_series.h"
#include "ui/figure/figure.h"
#include "ui/series/run_curves.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QLabel;

namespace ui {

class ColourScale;
class FlowPlot;
class HeatMap;
class QuietComboBox;

/// The quantities of layers that the training of a run has measured.
class FollowedLayers {
public:
    /// Takes what has come to the run since it was last called with it.
    void follow(const RunCurves& run);
    const core::LayerSeries& series() const { return m_series; }

private:
    core::LayerSeries m_series;
    int64_t m_revision = -1; ///< Revision of the run.
    size_t m_taken = 0; ///< Number of its updates that were read.
};

/// Over the training of a run a quantity of each layer: the norm of its gradient, and what clipping
/// did; the size of its steps, the scale of the residual stream, ReZero's weights and RAdam's
/// rectification, where the run has them.
class TrainingGradients : public QWidget {
    Q_OBJECT
public:
    explicit TrainingGradients(QWidget* parent = nullptr);

    void setSeries(const core::LayerSeries& series);
    core::LayerQuantity quantity() const;
    QString words() const; ///< The sentences above the pictures.
    QString text() const; ///< The same, with the first and the last value of each place.
    std::vector<Figure> figures() const;

Q_SIGNALS:
    void shownChanged();

private:
    void fillQuantities();
    void showAll();
    void showMap();
    void showScaledMap(); ///< Powers of ten.
    void showSignedMap();
    void showNorms();
    void showPlaces();
    QString gradientWords() const;
    QString placeWords() const;

    core::LayerSeries m_series;
    double m_lowest = -5.0; ///< Power of ten at the map's darkest colour.
    QuietComboBox* m_quantity;
    QLabel* m_said;
    ColourScale* m_scale;
    HeatMap* m_map;
    FlowPlot* m_norms;
};

} // namespace ui
