#pragma once

#include "core/base/option.h"
#include "core/model/model_summary.h"
#include "ui/setup/model_stack.h"
#include "ui/setup/preview_page.h"

#include <QWidget>

namespace ui {

class FactsRow;
class FormulaLabel;
class RowView;
struct RowColumn;

/// The network drawn over four tokens, from the tokens at the bottom to the classes at the top. An
/// encoder-decoder is two stacks side by side; the inputs of the decoder from the encoder cross the
/// gap: its initial state dashed, attention in solid lines.
class ModelFlow : public QWidget {
    Q_OBJECT
public:
    explicit ModelFlow(QWidget* parent = nullptr);

    void setSummary(const core::ModelSummary& summary);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool hasSides() const { return m_stacks.size() == 2; }
    bool has(core::SourceUse use) const; ///< Some layer of the target side.
    void place();
    void drawCrossing(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;

    std::vector<ModelStack> m_stacks; ///< One, or those of source and target.
};

/// The network as it would be built: formula, drawing, layers with shapes and parameters, and
/// memory.
class ModelPage : public PreviewPage {
    Q_OBJECT
public:
    explicit ModelPage(QWidget* parent = nullptr);

    void setSummary(const core::ModelSummary& summary);
    /// The chosen network; nullptr: unknown.
    void setNetwork(const core::KindDescription* network);

private:
    void showFacts(const core::ModelSummary& summary);
    std::vector<RowColumn> layerColumns() const;

    FactsRow* m_facts;
    QLabel* m_text;
    QLabel* m_start; ///< Notes on weights taken from another run.
    FormulaLabel* m_formula;
    ModelFlow* m_flow;
    RowView* m_layers;
    std::vector<core::LayerSummary> m_rows; ///< Rows of that table.
};

} // namespace ui
