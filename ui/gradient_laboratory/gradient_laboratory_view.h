#pragma once

#include "core/probe/by_hand/gradient_laboratory.h"
#include "ui/gradient_laboratory/laboratory_text.h"
#include "ui/gradients/flow_plot.h"
#include "ui/view/view.h"

#include <array>

class QLabel;
class QSlider;

namespace ui {

class FormulaLabel;
class LaboratoryForm;
class LaboratoryPlot;
class QuietComboBox;
class TransportBar;
class ViewFrame;

/// Vanishing and exploding gradients without training (V13): cells side by side, their states
/// forwards and their gradients backwards step by step, and the part of each step in the gradient
/// of a matrix. Needs no run.
class GradientLaboratoryView : public View {
    Q_OBJECT
public:
    explicit GradientLaboratoryView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown&) override { }
    std::vector<Figure> figures() const override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;
    static KeyHelps keys(); ///< While the view has the focus.

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Panel { States, Gradients, Parts, kPanels };

    QWidget* makePanels();
    QWidget* makeControls();
    void compute();
    void show(); ///< The answer, as far as the passes have come.
    void turnSingularValue(int hundredths);
    int step() const; ///< The pass is there.
    LaboratoryMatrix matrix() const;
    std::vector<FlowPlot::Line> linesOf(Panel panel) const;
    QString titleOf(Panel panel) const;
    static QString wholeName(); ///< With a place for the name of a cell.
    QString clipName() const;
    QString words() const;

    core::GradientLaboratory m_laboratory; ///< No cells: the typed equations have a fault.
    ViewFrame* m_frame;
    LaboratoryForm* m_form;
    QSlider* m_singular;
    QuietComboBox* m_matrix;
    TransportBar* m_transport;
    std::array<LaboratoryPlot*, kPanels> m_plots{};
    QLabel *m_summary, *m_stepSaid;
    FormulaLabel* m_formula;
};

} // namespace ui
