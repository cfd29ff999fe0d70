#pragma once

#include "core/probe/texts/inspection.h"
#include "ui/sentence/text_inspection_view.h"

class QHBoxLayout;

namespace ui {

class AttentionPanel;
class ProbabilityBars;
class TokenPanel;

/// One text opened up: tokens, ids, probabilities, attention (V2).
class SentenceView : public TextInspectionView {
    Q_OBJECT
public:
    explicit SentenceView(ViewContext& context, QWidget* parent = nullptr);

    void setInspection(const core::Inspection& inspection);

protected:
    void showOtherTruth() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;
    void showWords() override;

private:
    QWidget* buildUpper();
    void showState();
    void placeBars();
    void fitBars();
    QList<int> shares(int whole) const;
    void showTokens();
    QSize pictureSize() const;
    void draw(QCPPainter& painter) const;
    int shownMap() const; ///< -1: none.

    core::Inspection m_inspection;
    double m_scaleEnd = 0.0; ///< End of the scale of token weights.
    TokenPanel* m_tokens = nullptr;
    ProbabilityBars* m_bars = nullptr;
    QHBoxLayout* m_besideTokens = nullptr;
    AttentionPanel* m_attention = nullptr;
};

} // namespace ui
