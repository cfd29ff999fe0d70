#pragma once

#include "core/probe/both_sides/both_sides_question.h"
#include "ui/sentence/text_inspection_view.h"

#include <string>
#include <vector>

namespace ui {

class RowView;
class TokenLine;

/// Each token of a text as a bidirectional language model predicts it from the tokens before it and
/// from those behind it. Follows the epochs and the training.
class BothSidesView : public TextInspectionView {
    Q_OBJECT
public:
    explicit BothSidesView(ViewContext& context, QWidget* parent = nullptr);

    void setSides(const core::BothSides& found);

protected:
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    struct Row {
        std::string token, leftBest, rightBest;
        double left = 0.0, right = 0.0; ///< Probabilities of the token; NaN: it is unknown.
        bool unknown = false;
    };

    QWidget* buildUpper();
    QWidget* buildTable();
    QString stateText() const;
    std::vector<std::string> unknownTokens() const;

    core::BothSides m_found;
    std::vector<Row> m_rows;
    TokenLine* m_line = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
