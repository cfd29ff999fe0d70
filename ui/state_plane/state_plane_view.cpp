#include "ui/state_plane/state_plane_view.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "ui/decoding/transport_bar.h"
#include "ui/state_plane/plane_plot.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/question_form.h"

#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <numbers>

namespace ui {

namespace {

constexpr double kSecondsPerWord = 0.7;

const core::Schema<core::AskStatePlane>& planeSchema()
{
    static const core::Schema<core::AskStatePlane> schema = core::AskStatePlane::kind().options;
    return schema;
}

QuestionForm::Examples planeValues()
{
    QuestionForm::Examples values;
    for (const core::PlaneExample& each : core::planeExamples())
        values.emplace_back(coreText(each.title), planeSchema().toJson(each.question));
    return values;
}

core::Formula planeFormula()
{
    return {"h_t = phi(U h_{t-1} + W x_t),  dL/dh_{t-1} = U^T (phi' dL/dh_t)",
            R"tex(h_t = \varphi\left(U h_{t-1} + W x_t\right) \qquad
\frac{\partial L}{\partial h_{t-1}} = U^{\top} \left(\varphi'(U h_{t-1} + W x_t) \odot
\frac{\partial L}{\partial h_t}\right))tex"};
}

} // namespace

StatePlaneView::StatePlaneView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_frame(new ViewFrame)
    , m_form(new QuestionForm(context.catalogue(), planeSchema().options(), "plane", planeValues()))
    , m_transport(named(new TransportBar, "planeTransport"))
    , m_plot(new PlanePlot(QStringLiteral("planePlot")))
    , m_stepSaid(named(makeLabel({}, LabelRole::Plain), "planeStep"))
    , m_matrixSaid(named(makeLabel({}, LabelRole::Plain), "planeMatrix"))
{
    setAccessibleName(tr("State plane"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    hideInPresentation(*m_form);
    m_transport->setIntervalSeconds(kSecondsPerWord);
    auto* formula = named(new FormulaLabel, "planeFormula");
    formula->setFormula(planeFormula());
    auto* content = new QWidget;
    makeColumn(content, {m_transport, {m_plot, 1}, m_stepSaid, m_matrixSaid, formula}, 4,
               {0, kGrid, kGrid, kGrid});
    m_frame->setContent(content);
    m_frame->showEmpty(tr("No states"), tr("Type a text of a few words."));
    makeRow(this, {m_form, {m_frame, 1}}, kGrid, {kGrid, kGrid, 0, 0});
    connect(m_form, &QuestionForm::edited, this, &StatePlaneView::compute);
    connect(m_transport, &TransportBar::stepped, this, &StatePlaneView::show);
    connect(m_plot, &PlanePlot::columnDragged, this, &StatePlaneView::drag);
    compute();
    m_transport->goTo(int(m_plane.steps.size()) - 1); // All words are read.
}

core::AskStatePlane StatePlaneView::question() const
{
    return planeSchema().fromJson(m_form->value());
}

void StatePlaneView::compute()
{
    const core::AskStatePlane asked = question();
    m_frame->hideFailure();
    try {
        m_plane = core::answerByHand(asked);
    } catch (const core::Error& error) { // There is no text, or it is too long.
        m_plane = {};
        m_frame->showEmpty();
        m_frame->showFailure(error.failure());
        return;
    }
    {
        const QSignalBlocker quiet(m_transport);
        m_transport->setCount(2 * (int(m_plane.steps.size()) - 1)); // Forwards, then backwards.
    }
    m_plot->setPlane(m_plane, {QPointF(asked.u11, asked.u21), QPointF(asked.u12, asked.u22)});
    m_frame->showContent();
    show();
}

void StatePlaneView::drag(int column, QPointF to)
{
    constexpr double kMost = 3.0; // As the fields have it.
    const double x = std::clamp(to.x(), -kMost, kMost), y = std::clamp(to.y(), -kMost, kMost);
    core::AskStatePlane asked = question();
    (column == 0 ? asked.u11 : asked.u12) = x;
    (column == 0 ? asked.u21 : asked.u22) = y;
    m_form->setValue(planeSchema().toJson(asked));
    compute();
}

bool StatePlaneView::isBackwards() const
{
    return m_transport->step() > m_transport->count() / 2;
}

int StatePlaneView::step() const
{
    return isBackwards() ? m_transport->count() - m_transport->step() : m_transport->step();
}

void StatePlaneView::show()
{
    if (m_plane.steps.empty())
        return;
    m_plot->setMoment(step(), isBackwards());
    m_stepSaid->setText(stepText());
    m_matrixSaid->setText(matrixText());
    m_plot->setAccessibleTexts(tr("State plane"), stepText());
}

QString StatePlaneView::stepText() const
{
    const core::PlaneStep& at = m_plane.steps[size_t(step())];
    const QString where = at.step == 0
        ? tr("Before the first word")
        : tr("Word %1, \u201c%2\u201d").arg(count(at.step), QString::fromStdString(at.word));
    const QString state = tr("h = (%1, %2)").arg(value(at.h1), value(at.h2));
    const auto words = qint64(m_plane.steps.size()) - 1;
    if (!isBackwards())
        return tr("%1: %2. The grid is where the states of the plane are now.").arg(where, state);
    return filled(tr("%1: %2. After %3 {word|words} on the way back, all gradients of length 1 at "
                     "the end are an ellipse with the half axes %4 and %5."),
                  {where, state, count(words - at.step), value(at.largest), value(at.smallest)});
}

QString StatePlaneView::matrixText() const
{
    const QString singular = tr("U has the singular values %1 and %2.")
                                 .arg(value(m_plane.largest), value(m_plane.smallest));
    const double degrees = m_plane.angle * 180.0 / std::numbers::pi;
    if (m_plane.angle > 0.0 && m_plane.angle < std::numbers::pi - 1e-9)
        return tr("%1 Its eigenvalues have the modulus %2: it turns by %3\u00b0 a step.")
            .arg(singular, value(m_plane.modulus1), value(degrees));
    return tr("%1 Its eigenvalues have the moduli %2 and %3.")
        .arg(singular, value(m_plane.modulus1), value(m_plane.modulus2));
}

std::vector<Figure> StatePlaneView::figures() const
{
    if (m_plane.steps.empty())
        return {};
    Figure figure = figureOf(*m_plot, tr("State plane"), QStringLiteral("state_plane"));
    figure.words = [this] { return stepText() + u'\n' + matrixText(); };
    figure.answer = [this] { return core::readoutOf<core::AskStatePlane>(m_plane); };
    return {figure};
}

KeyHelps StatePlaneView::keys()
{
    return TransportBar::keys(tr("State plane: step"));
}

void StatePlaneView::keyPressEvent(QKeyEvent* event)
{
    if (!m_transport->handleKey(event->key(), event->modifiers()))
        View::keyPressEvent(event);
}

QByteArray StatePlaneView::state() const
{
    return QByteArray::fromStdString(m_form->value().dump());
}

void StatePlaneView::setState(const QByteArray& state)
{
    m_form->setState(core::readJson(state.toStdString()).value.value_or(core::Json()));
    compute();
}

} // namespace ui
