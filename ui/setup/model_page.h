#pragma once

#include "core/base/option.h"
#include "core/model/model_summary.h"
#include "ui/setup/preview_page.h"

namespace ui {

class FormulaLabel;

class FactsRow;
class ModelFlow;
class RowView;
struct RowColumn;

/// The network as it would be built: its formula, a drawing, its layers with shapes and parameters,
/// and what it needs.
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
    QLabel* m_start; ///< What is taken over from another run, and what is not.
    FormulaLabel* m_formula;
    ModelFlow* m_flow;
    RowView* m_layers;
    std::vector<core::LayerSummary> m_rows; ///< Of that table.
};

} // namespace ui
