#pragma once

#include "core/probe/by_hand/bleu_by_hand.h"
#include "ui/view/view.h"

#include <optional>

class QLabel;

namespace ui {

class BleuForm;
class BleuTables;
class FormulaLabel;
class ViewFrame;

/// BLEU of typed sentences (M4): which n-grams are counted, the precisions, the brevity penalty and
/// the score, with chrF beside it. Needs no run.
class BleuByHandView : public View {
    Q_OBJECT
public:
    explicit BleuByHandView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown&) override { }
    std::vector<Figure> figures() const override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;

private:
    void compute();
    QString scoreText() const;
    QString penaltyText() const;

    std::optional<core::BleuByHand> m_sentence; ///< None: there is no reference.
    ViewFrame* m_frame;
    BleuForm* m_form;
    BleuTables* m_tables;
    QLabel *m_score, *m_penalty;
};

} // namespace ui
