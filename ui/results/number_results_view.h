#pragma once

#include "core/task/regression/regression_questions.h"
#include "ui/view/view.h"

#include <memory>

namespace ui {

/// Scores of the chosen run on a set of texts with numbers, predicted against true, and each text
/// (N13, V10).
class NumberResultsView : public View {
    Q_OBJECT
public:
    explicit NumberResultsView(ViewContext& context, QWidget* parent = nullptr);
    ~NumberResultsView() override;

    void follow(const Shown& shown) override;
    std::vector<Figure> figures() const override;

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
