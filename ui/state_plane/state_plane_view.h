#pragma once

#include "core/probe/states/network_plane.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"

#include <optional>

class QCheckBox;
class QLabel;
class QPushButton;

namespace ui {

class FormulaLabel;
class PlanePlot;
class QuestionForm;
class TransportBar;
class ViewFrame;

/// The plane of a network with two units (V13): its matrix is typed or dragged, the grid of states
/// is mapped word after word, and the gradient's ellipse runs back. Needs no run, but can show the
/// network of the shown run on the shown text.
class StatePlaneView : public View {
    Q_OBJECT
public:
    explicit StatePlaneView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void trained() override;
    std::vector<Figure> figures() const override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;
    static KeyHelps keys(); ///< While the view has the focus.

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    core::AskStatePlane question() const;
    void takeEdit(); ///< The form has another value.
    void followNetwork(); ///< As the check box has it.
    void setNetwork(const core::NetworkPlane& network);
    void setFailure(const core::Failure& failure);
    void send(); ///< Sets U of the network that is trained.
    void followSending();
    void compute();
    void show(); ///< The answer, as far as the passes have come.
    void drag(int column, QPointF to);
    int step() const; ///< The pass is there.
    bool isBackwards() const;
    QString stepText() const;
    QString matrixText() const;
    QString networkText() const;

    core::StatePlane m_plane; ///< Without steps: there is no text.
    Shown m_shown;
    Asker m_asker, m_sender;
    std::optional<std::vector<core::PlaneInput>> m_inputs; ///< The network's, while it is followed.
    bool m_isEdited = false; ///< U is no longer the network's.
    ViewFrame* m_frame;
    QuestionForm* m_form;
    QCheckBox* m_network;
    QPushButton* m_send;
    TransportBar* m_transport;
    PlanePlot* m_plot;
    QLabel *m_stepSaid, *m_matrixSaid;
};

} // namespace ui
