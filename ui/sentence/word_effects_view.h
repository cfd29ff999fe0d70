#pragma once

#include "core/task/word_effects.h"
#include "ui/sentence/inspection_view.h"

class QLabel;

namespace ui {

class EffectBars;
class SentenceInput;
class TokenLine;

/// How the prediction of a sentence hangs on its words: what it becomes without each of them, and
/// with another word in the place of the chosen one.
class WordEffectsView : public InspectionView {
    Q_OBJECT
public:
    explicit WordEffectsView(ViewContext& context, QWidget* parent = nullptr);

    void setEffects(const core::WordEffects& effects);

protected:
    bool showTexts(const Shown& shown) override;
    void ask(const Shown& shown) override;
    std::vector<Figure> contentFigures() const override;

private:
    QWidget* buildInput();
    QWidget* buildUpper();
    QWidget* buildLower();
    void choose(int token);
    void swap();
    void askAgain();
    void showTokens();
    void showRanking();
    void showChosen();
    void showSuggestions();
    QString words() const;

    QString m_told; ///< Which text the view was last told to show.
    Shown m_shown;
    core::WordEffects m_effects;
    int m_token = -1; ///< The chosen one.
    std::vector<int> m_ranked; ///< Tokens, the one that moves the prediction most first.
    SentenceInput* m_input = nullptr;
    TokenLine* m_line = nullptr;
    QLabel* m_sum = nullptr; ///< What the whole sentence gives.
    EffectBars* m_ranking = nullptr;
    QLabel* m_chosen = nullptr;
    EffectBars* m_without = nullptr;
    SentenceInput* m_other = nullptr;
    QLabel* m_swapSaid = nullptr;
    EffectBars* m_swapped = nullptr;
};

} // namespace ui
