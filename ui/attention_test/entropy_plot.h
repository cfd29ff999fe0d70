#pragma once

#include "ui/widgets/plot.h"

#include <QString>

#include <vector>

namespace ui {

/// How spread each head is over the epochs: relative entropy, 0 to 1, a line a head; those of a
/// layer have its colour.
class EntropyPlot : public Plot {
    Q_OBJECT
public:
    explicit EntropyPlot(QWidget* parent = nullptr);

    struct Line {
        QString name;
        int colour = 0; ///< Theme::seriesPen.
        QString legend = {}; ///< Empty: it is not in the legend.
        std::vector<double> epochs, values;
    };
    void setLines(std::vector<Line> lines);

protected:
    void applyTheme() override;

private:
    void style();
    std::vector<Line> m_lines;
};

} // namespace ui
