#pragma once

#include "core/data/preview.h"
#include "ui/widgets/plot.h"

namespace ui {

/// How many texts have how many tokens, with the maximum length of the spec marked.
class LengthPlot : public Plot {
    Q_OBJECT
public:
    explicit LengthPlot(QWidget* parent = nullptr);

    void setLengths(const core::LengthHistogram& lengths);
    void setMaximumLength(qint64 tokens); ///< 0: no mark.

protected:
    void applyTheme() override;

private:
    void describe();

    core::LengthHistogram m_lengths;
    qint64 m_maximum = 0;
    QCPGraph* m_graph;
    QCPItemStraightLine* m_mark;
    QCPItemText* m_markText;
};

} // namespace ui
