#pragma once

#include "core/probe/question_answering/answer_questions.h"
#include "ui/sentence/inspection_view.h"

#include <vector>

namespace ui {

class RowView;
class SentenceInput;
class TextBox;
class TokenLine;

/// A question about a passage: the probability of each word to be the first and the last one of the
/// answer, the likeliest answer, and those that come next. Follows the epochs and the training.
class AnswerView : public InspectionView {
    Q_OBJECT
public:
    explicit AnswerView(ViewContext& context, QWidget* parent = nullptr);

    void setAnswer(const core::ReadPassage& read);

protected:
    bool showTexts(const Shown& shown) override;
    void ask(const Shown& shown) override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildInput();
    QWidget* buildUpper();
    QWidget* buildTable();
    void lookAtTyped();
    void showSpan(int row); ///< Marks its words.
    void showWordsOfPassage();
    QString stateText() const;
    QString referenceText() const; ///< Whether the answer is right, if that is known.
    bool isReference(const core::AnswerSpan& span) const;

    core::ReadPassage m_read;
    std::vector<core::AnswerSpan> m_rows; ///< Those of the table.
    int m_marked = 0; ///< The row whose words are marked.
    QString m_told, m_truth;
    SentenceInput* m_question = nullptr;
    TextBox* m_passage = nullptr;
    TokenLine* m_line = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
