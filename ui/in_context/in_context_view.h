#pragma once

#include "core/probe/in_context/in_context_question.h"
#include "ui/sentence/inspection_view.h"
#include "ui/table/row_model.h"

class QLabel;

namespace ui {

class HeatMap;
class RowView;
class SentenceInput;
class TextBox;

/// One word in two or more sentences: how similar its vectors are at each layer, how similar they
/// are over the data, and the nearest uses. Follows the epochs and the training.
class InContextView : public InspectionView {
    Q_OBJECT
public:
    explicit InContextView(ViewContext& context, QWidget* parent = nullptr);

    void setFound(const core::InContext& found);

protected:
    bool showTexts(const Shown& shown) override;
    void ask(const Shown& shown) override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    /// A layer as a row of the table.
    struct Row {
        std::string layer;
        std::vector<double> pairs; ///< Cosines of the sentences 1-2, 1-3, 2-3 ...
        double similarity = 0.0, random = 0.0, sense = 0.0;
    };

    QWidget* buildInput();
    QWidget* buildUpper();
    std::vector<RowColumn> layerColumns();
    QWidget* buildPairs();
    QWidget* buildLower();
    void askTyped();
    void showLayers();
    bool hasNumbers(int column) const; ///< In the layers' table.
    bool hasMap() const; ///< There are too many pairs of uses for a column each.
    double pairCosine(int first, int second) const; ///< At the layer of the nearest uses.
    void showPairs();
    QString stateText() const;
    QString givenText() const; ///< The sentences, numbered, that the cosines are between.
    QString helpText() const;
    QString rowText(const Row& row) const;

    Shown m_shown;
    core::InContext m_found;
    std::vector<Row> m_rows;
    std::string m_layer; ///< Chosen for the nearest uses; empty: the last.
    SentenceInput* m_word = nullptr;
    TextBox* m_sentences = nullptr;
    QLabel *m_given = nullptr, *m_pairsTitle = nullptr, *m_help = nullptr, *m_nearest = nullptr;
    RowView *m_layers = nullptr, *m_uses = nullptr;
    QWidget *m_pairs = nullptr, *m_lower = nullptr;
    HeatMap* m_map = nullptr; ///< Cosines of the sentences x sentences.
};

} // namespace ui
