#pragma once

#include "core/probe/fill_in/fill_in_question.h"
#include "ui/sentence/text_inspection_view.h"

#include <set>

class QCheckBox;
class QLabel;

namespace ui {

class RowView;
class TokenLine;

/// The words of a sentence; those that are chosen are hidden from the network, whose predictions in
/// their place are listed; a prediction that is chosen takes their place. Without a chosen word
/// each token is hidden in turn. Follows the epochs and the training.
class FillInView : public TextInspectionView {
    Q_OBJECT
public:
    explicit FillInView(ViewContext& context, QWidget* parent = nullptr);

    /// The answer for the chosen words, or for each token in turn.
    void setFilled(const core::FillIn& filled);
    void setInTurn(const core::FillIn& filled); ///< Probabilities of all words, beside an answer.

protected:
    void showOtherRun() override;
    void showOtherText() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    /// A prediction as a row of the table.
    struct Row {
        int64_t token = 0; ///< In the text.
        std::string hidden, prediction;
        double own = 0.0, rank = 0.0; ///< The token in the text; NaN: it is unknown.
        double probability = 0.0;
    };

    QWidget* buildUpper();
    QWidget* buildLower();
    void chooseWord();
    void putIn(int row); ///< A prediction, in place of what stands in the text.
    void askInTurn();
    void showSentence();
    void showPredictions();
    QString inTurnText() const;
    QString spelled(const std::string& token) const; ///< Its blank is visible.
    QString chosenText() const;
    QString stateText() const;
    std::vector<int64_t> hiddenWords() const { return {m_hidden.begin(), m_hidden.end()}; }
    bool hasTurn() const; ///< Whether m_turn is of the sentence and the network that are shown.

    core::FillIn m_filled, m_turn;
    std::set<int64_t> m_hidden; ///< Chosen words.
    int64_t m_word = -1; ///< The last that was chosen of these.
    std::set<int64_t> m_hiddenNext; ///< Those of the text that is shown next.
    std::vector<Row> m_rows;
    Asker m_turnAsker;
    QCheckBox *m_several = nullptr, *m_all = nullptr;
    TokenLine* m_line = nullptr;
    QLabel* m_chosen = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
