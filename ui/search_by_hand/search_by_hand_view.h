#pragma once

#include "ui/decoding/decoding_view.h"

namespace ui {

class TreeForm;

/// Searches over typed probabilities (B4): Decoding whose answers come from a tree that is typed on
/// the left; greedy, beam, sampling and exhaustive search walk over it. Needs no run.
class SearchByHandView : public DecodingView {
    Q_OBJECT
public:
    explicit SearchByHandView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown&) override { }
    void trained() override { }
    std::vector<Figure> figures() const override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;

private:
    Words treeWords() const;
    void compare();

    const core::Catalogue& m_catalogue;
    TreeForm* m_form = nullptr;
};

} // namespace ui
