#pragma once

#include "core/metric/regression.h"
#include "ui/widgets/plot.h"

#include <vector>

namespace ui {

/// Predicted against true numbers, one dot per text; on the diagonal they are equal. A click, or
/// the arrow keys and Return, choose a dot.
class ScatterPlot : public Plot {
    Q_OBJECT
public:
    explicit ScatterPlot(QWidget* parent = nullptr);

    void setPredictions(const std::vector<core::NumberPrediction>& predictions);
    int current() const; ///< Index of the prediction that is marked; -1: none.
    void setCurrent(int index); ///< Without pointed().
    QPointF placeOf(int index) const; ///< In the widget.

Q_SIGNALS:
    void pointed(int index);
    void activated(int index); ///< Double click or Return.

protected:
    void applyTheme() override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    int nearest(const QPointF& place) const; ///< In m_order; -1: none is near.
    void choose(int place);
    void mark();

    std::vector<core::NumberPrediction> m_predictions;
    std::vector<int> m_order; ///< By true numbers, without those that are not known.
    int m_place = -1; ///< In m_order.
    QCPGraph* m_dots = nullptr;
    QCPGraph* m_marked = nullptr;
    QCPItemStraightLine* m_diagonal = nullptr;
};

} // namespace ui
