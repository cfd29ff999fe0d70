#pragma once

#include "core/base/error.h"
#include "core/probe/live_model.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"

#include <memory>
#include <vector>

namespace ui {

/// The vectors that a network adds for the places of a sequence (V6): some dimensions as curves
/// over the positions, and all of them as a heat map around zero.
class PositionsView : public View {
    Q_OBJECT
public:
    explicit PositionsView(ViewContext& context, QWidget* parent = nullptr);
    ~PositionsView() override;

    /// Networks that add such vectors have an option that says which.
    static bool fits(const core::ExperimentSpec& spec);

    void follow(const Shown& shown) override;
    std::vector<Figure> figures() const override;
    void trained() override { m_asker.repeat(); }

    /// New values of the same shape keep the chosen dimensions. Empty: the network has none, which
    /// is said.
    void setPositions(const std::vector<core::PositionTable>& tables);
    void setFailure(const core::Failure& failure);
    void setNoModel(); ///< The empty state: what will appear and how to get it.

private:
    class State;
    std::unique_ptr<State> m_state;
    Asker m_asker;
    QString m_run; ///< That is shown.
};

} // namespace ui
