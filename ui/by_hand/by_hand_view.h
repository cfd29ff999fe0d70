#pragma once

#include "ui/view/view.h"

#include <memory>

namespace ui {

/// Attention computed by hand (V12): queries, keys and values are typed, and scores, scaling, mask,
/// softmax and output follow step by step, with derivatives on request. Needs no run; the tables of
/// a trained head can be taken into it, changed, and set in the network.
class ByHandView : public View {
    Q_OBJECT
public:
    explicit ByHandView(ViewContext& context, QWidget* parent = nullptr);
    ~ByHandView() override;

    void follow(const Shown& shown) override;
    void trained() override;
    std::vector<Figure> figures() const override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
