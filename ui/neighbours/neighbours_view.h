#pragma once

#include "core/probe/texts/neighbours.h"
#include "ui/sentence/text_inspection_view.h"

class QLabel;

namespace ui {

class RowView;
class TokenLine;

/// The tokens of one text, and for the chosen one the tokens of the vocabulary whose embedding
/// vectors are most similar, which change while the network is trained.
class NeighboursView : public TextInspectionView {
    Q_OBJECT
public:
    explicit NeighboursView(ViewContext& context, QWidget* parent = nullptr);

    void setNeighbours(const core::Neighbours& neighbours);

protected:
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildUpper();
    QWidget* buildLower();
    void showToken(int token);
    QString stateText() const;

    core::Neighbours m_neighbours;
    std::vector<core::Neighbour> m_rows; ///< Neighbours of the chosen token.
    TokenLine* m_line = nullptr;
    QLabel* m_chosen = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
