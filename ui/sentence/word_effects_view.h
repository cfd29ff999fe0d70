#pragma once

#include "core/probe/texts/inspection.h"
#include "ui/sentence/text_inspection_view.h"

class QLabel;

namespace ui {

class EffectBars;
class TokenLine;

/// How the prediction of a sentence depends on its words: the prediction without each of them, and
/// with another word instead of the chosen one.
class WordEffectsView : public TextInspectionView {
    Q_OBJECT
public:
    explicit WordEffectsView(ViewContext& context, QWidget* parent = nullptr);

    void setEffects(const core::WordEffects& effects);

protected:
    void showOtherRun() override;
    void showOtherText() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildUpper();
    QWidget* buildLower();
    void choose(int token);
    void swap();
    void showTokens();
    void showRanking();
    void showChosen();
    void showSuggestions();

    core::WordEffects m_effects;
    int m_token = -1; ///< The chosen one.
    int m_tokenBefore = -1; ///< The chosen one of the run that was shown before.
    std::vector<int> m_ranked; ///< Tokens, the one that moves the prediction most first.
    TokenLine* m_line = nullptr;
    QLabel* m_sum = nullptr; ///< Prediction for the whole sentence.
    EffectBars* m_ranking = nullptr;
    QLabel* m_chosen = nullptr;
    EffectBars* m_without = nullptr;
    SentenceInput* m_other = nullptr;
    QLabel* m_swapSaid = nullptr;
    EffectBars* m_swapped = nullptr;
};

} // namespace ui
