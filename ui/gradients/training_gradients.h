#pragma once

#include "ui/figure/figure.h"
#include "ui/series/run_curves.h"

#include <QWidget>

#include <cstdint>
#include <string>
#include <vector>

class QLabel;

namespace ui {

class ColourScale;
class FlowPlot;
class HeatMap;

/// Gradient norms over a whole training in a few columns: each stands for as many updates as it
/// takes, twice as many whenever there are too many columns.
class LayerGradients {
public:
    static constexpr size_t kMostColumns = 48;

    /// Some updates after each other; norms are root mean squares over them.
    struct Column {
        int64_t first = 0, last = 0; ///< Updates.
        int64_t updates = 0, clipped = 0;
        double before = 0.0, after = 0.0; ///< Squares of norms over all layers, added up.
        std::vector<double> layers; ///< The same of each layer.

        double normBefore() const;
        double normAfter() const;
        double norm(size_t layer) const;
    };

    /// Takes what has come to the run since it was last called with it.
    void follow(const RunCurves& run);
    const std::vector<std::string>& layers() const { return m_layers; }
    const std::vector<Column>& columns() const { return m_columns; }
    int64_t updates() const;
    int64_t clipped() const;
    /// Mean of norm after / norm before over all clipped updates; 1: none was.
    double meanFactor() const;

private:
    void append(const core::UpdateReport& update);
    void halve();

    std::vector<std::string> m_layers;
    int64_t m_revision = -1; ///< Revision of the run.
    size_t m_taken = 0; ///< Number of its updates that were read.
    std::vector<Column> m_columns;
    int64_t m_each = 1; ///< Updates of a column.
    double m_factors = 0.0;
};

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
