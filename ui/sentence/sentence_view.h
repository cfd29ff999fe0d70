#pragma once

#include "core/task/inspection.h"
#include "ui/sentence/inspection_view.h"

class QHBoxLayout;

namespace ui {

class AttentionPanel;
class ProbabilityBars;
class SentenceInput;
class TokenPanel;

/// One text opened up: tokens, ids, probabilities, attention (V2).
class SentenceView : public InspectionView {
    Q_OBJECT
public:
    explicit SentenceView(ViewContext& context, QWidget* parent = nullptr);

    void setText(const QString& text); ///< Shows it and has it looked at, here and elsewhere.
    QString text() const;
    void setInspection(const core::Inspection& inspection);

protected:
    bool showTexts(const Shown& shown) override;
    void ask(const Shown& shown) override;
    std::vector<Figure> contentFigures() const override;

private:
    QWidget* buildInput();
    QWidget* buildUpper();
    void lookAtTyped(); ///< At most every 150 ms while typing.
    void showState();
    void placeBars();
    void fitBars();
    QList<int> shares(int whole) const;
    void showTokens();
    void showText();
    QSize pictureSize() const;
    void draw(QCPPainter& painter) const;
    QString words() const;
    int shownMap() const; ///< -1: none.

    QString m_told; ///< Which text the view was last told to show.
    QString m_truth; ///< What the data say of it; empty: not known.
    core::Inspection m_inspection;
    double m_scaleEnd = 0.0; ///< Of the weights of tokens.
    SentenceInput* m_input = nullptr;
    TokenPanel* m_tokens = nullptr;
    ProbabilityBars* m_bars = nullptr;
    QHBoxLayout* m_besideTokens = nullptr;
    AttentionPanel* m_attention = nullptr;
};

} // namespace ui
