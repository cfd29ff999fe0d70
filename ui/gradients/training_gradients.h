#pragma once

#include "ui/figure/figure.h"
#include "ui/gradients/layer_gradients.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace ui {

class ColourScale;
class FlowPlot;
class HeatMap;

/// Over the training of a run the gradient norm of each layer, and what clipping did.
class TrainingGradients : public QWidget {
    Q_OBJECT
public:
    explicit TrainingGradients(QWidget* parent = nullptr);

    void setGradients(const LayerGradients& gradients);
    QString words() const; ///< Text on clipping.
    std::vector<Figure> figures() const;

private:
    void showMap();
    void showNorms();

    LayerGradients m_gradients;
    double m_lowest = -5.0; ///< Power of ten at the map's darkest colour.
    QLabel* m_said;
    ColourScale* m_scale;
    HeatMap* m_map;
    FlowPlot* m_norms;
};

} // namespace ui
