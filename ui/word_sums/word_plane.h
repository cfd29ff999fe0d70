#pragma once

#include "core/probe/texts/neighbours.h"
#include "ui/widgets/plot.h"

#include <vector>

namespace ui {

/// The words of a sum, the nearest token and the sum itself in the plane of their first two
/// principal components. The four words of a - b + c are the corners of a parallelogram.
class WordPlane : public Plot {
    Q_OBJECT
public:
    explicit WordPlane(QWidget* parent = nullptr);

    void show(const core::WordSum& sum);

protected:
    void applyTheme() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Place {
        QString name;
        double x = 0.0, y = 0.0;
    };
    void draw();
    void addLine(const Place& from, const Place& to, Qt::PenStyle style);
    void addPoint(const Place& place, QCPScatterStyle::ScatterShape shape, const QColor& colour,
                  bool above);
    void fitRanges(); ///< One unit is as long on both axes.

    core::WordSum m_sum;
    std::vector<Place> m_places; ///< The words, the nearest token, the sum.
};

} // namespace ui
