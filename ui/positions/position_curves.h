#pragma once

#include "core/probe/live_model.h"
#include "ui/widgets/plot.h"

#include <vector>

namespace ui {

/// Chosen dimensions of a position table as curves over the positions, told apart by colour and
/// line style. Each line's name stands at the right of the plot.
class PositionCurves : public Plot {
    Q_OBJECT
public:
    explicit PositionCurves(QWidget* parent = nullptr);

    /// @param positions  the first so many are drawn.
    void show(const core::PositionTable& table, const std::vector<int>& dimensions, int positions);

protected:
    void applyTheme() override;

private:
    void stylePlottables();
};

} // namespace ui
