#pragma once

#include "core/probe/by_hand/state_plane.h"
#include "ui/view/view.h"

class QLabel;

namespace ui {

class FormulaLabel;
class PlanePlot;
class QuestionForm;
class TransportBar;
class ViewFrame;

/// The plane of a network with two units (V13): its matrix is typed or dragged, the grid of states
/// is mapped word after word, and the gradient's ellipse runs back. Needs no run.
class StatePlaneView : public View {
    Q_OBJECT
public:
    explicit StatePlaneView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown&) override { }
    std::vector<Figure> figures() const override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;
    static KeyHelps keys(); ///< While the view has the focus.

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    core::AskStatePlane question() const;
    void compute();
    void show(); ///< The answer, as far as the passes have come.
    void drag(int column, QPointF to);
    int step() const; ///< The pass is there.
    bool isBackwards() const;
    QString stepText() const;
    QString matrixText() const;

    core::StatePlane m_plane; ///< Without steps: there is no text.
    ViewFrame* m_frame;
    QuestionForm* m_form;
    TransportBar* m_transport;
    PlanePlot* m_plot;
    QLabel *m_stepSaid, *m_matrixSaid;
};

} // namespace ui
