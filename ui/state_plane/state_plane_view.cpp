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

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

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

/// A number of the form is selected or half typed: another value would come in between.
bool isBeingTyped(const QWidget& form)
{
    const auto* box = qobject_cast<QAbstractSpinBox*>(QApplication::focusWidget());
    const auto* line
        = box != nullptr && form.isAncestorOf(box) ? box->findChild<QLineEdit*>() : nullptr;
    return line != nullptr && (line->isModified() || line->hasSelectedText());
}

} // namespace

StatePlaneView::StatePlaneView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_asker(context, [this](const core::Failure& failure) { setFailure(failure); })
    , m_sender(context, [this](const core::Failure& failure) { m_frame->showFailure(failure); })
    , m_frame(new ViewFrame)
    , m_form(new QuestionForm(context.catalogue(), planeSchema().options(), "plane", planeValues()))
    , m_network(named(new QCheckBox(tr("&Network of the run")), "planeNetwork", {},
                      tr("Shows the matrix and the inputs of the shown run on the shown text, also "
                         "while it is trained. If it is refused, train an RNN with a hidden size "
                         "of 2.")))
    , m_send(named(new QPushButton(tr("&Set U in the training")), "planeSend", {},
                   tr("If you want to see what training makes of a matrix, change U while the "
                      "network of the run is shown and trained, and set it: training goes on with "
                      "it. The run's events say so.")))
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
               {0, 0, kGrid, kGrid});
    m_frame->setContent(content);
    auto* ofRun = new QWidget;
    makeRow(ofRun, {m_network, m_send, freeSpace()});
    m_frame->addAboveMessages(ofRun);
    m_frame->showEmpty(tr("No states"), tr("Type a text of a few words."));
    makeRow(this, {m_form, {m_frame, 1}}, kGrid, {kGrid, kGrid, 0, 0});
    connect(m_form, &QuestionForm::edited, this, &StatePlaneView::takeEdit);
    connect(m_network, &QCheckBox::toggled, this, [this] {
        m_isEdited = false; // The network's matrix takes the place of a typed one.
        followNetwork();
    });
    connect(m_send, &QPushButton::clicked, this, &StatePlaneView::send);
    connect(m_transport, &TransportBar::stepped, this, &StatePlaneView::show);
    connect(m_plot, &PlanePlot::columnDragged, this, &StatePlaneView::drag);
    compute();
}

core::AskStatePlane StatePlaneView::question() const
{
    return planeSchema().fromJson(m_form->value());
}

void StatePlaneView::takeEdit()
{
    m_isEdited = true;
    m_frame->hideFailure();
    compute();
}

void StatePlaneView::follow(const Shown& shown)
{
    m_shown = shown;
    m_network->setEnabled(shown.askable && shown.hasRun());
    if (!m_network->isEnabled())
        m_network->setChecked(false);
    followNetwork();
    followSending();
}

void StatePlaneView::trained()
{
    if (m_network->isChecked() && !m_isEdited)
        m_asker.repeat();
}

void StatePlaneView::followNetwork()
{
    if (!m_network->isChecked()) {
        m_asker.withdraw();
        m_isEdited = false;
        if (std::exchange(m_inputs, std::nullopt))
            compute();
        m_form->setIdle({}, {});
        return;
    }
    if (!isSeen() || m_isEdited)
        return;
    core::AskNetworkPlane asked;
    asked.example.text = m_shown.text.toStdString();
    m_asker.follow(m_shown, asked,
                   [this](const core::NetworkPlane& network) { setNetwork(network); });
}

void StatePlaneView::setNetwork(const core::NetworkPlane& network)
{
    if (m_isEdited || isBeingTyped(*m_form))
        return;
    core::AskStatePlane asked = question();
    asked.cell = network.plane.cell;
    // As many digits as the fields show: what is seen is what is computed.
    const auto rounded = [](double entry) { return std::round(1e4 * entry) / 1e4; };
    asked.u11 = rounded(network.plane.u11);
    asked.u12 = rounded(network.plane.u12);
    asked.u21 = rounded(network.plane.u21);
    asked.u22 = rounded(network.plane.u22);
    asked.h1 = asked.h2 = 0.0;
    m_inputs = network.inputs;
    m_form->setIdle({"text", "input_scale", "seed"},
                    tr("The network of the run reads the shown text."));
    m_form->setValue(planeSchema().toJson(asked));
    m_frame->hideFailure();
    compute();
}

/// Afterwards the network is followed again, which moves on from there.
void StatePlaneView::send()
{
    const core::AskStatePlane asked = question();
    core::AskSetPlane set;
    set.u11 = asked.u11;
    set.u12 = asked.u12;
    set.u21 = asked.u21;
    set.u22 = asked.u22;
    m_sender.ask(m_shown, set, [this](const core::PlaneSet&) {
        m_isEdited = false;
        m_frame->hideFailure();
        m_asker.withdraw(); // Its last answer is out of date.
        followNetwork();
    });
}

void StatePlaneView::followSending()
{
    m_send->setEnabled(m_inputs && m_isEdited && m_shown.learns());
}

/// Drawn inputs are shown again.
void StatePlaneView::setFailure(const core::Failure& failure)
{
    m_network->setChecked(false);
    m_frame->showFailure(failure);
}

void StatePlaneView::compute()
{
    const core::AskStatePlane asked = question();
    try {
        m_plane = m_inputs ? core::statePlane(asked, *m_inputs) : core::answerByHand(asked);
    } catch (const core::Error& error) { // There is no text, or it is too long.
        m_plane = {};
        m_frame->showEmpty();
        m_frame->showFailure(error.failure());
        return;
    }
    {
        const QSignalBlocker quiet(m_transport);
        const bool isRead = 2 * m_transport->step() == m_transport->count();
        const int words = int(m_plane.steps.size()) - 1;
        m_transport->setCount(2 * words); // Forwards, then backwards.
        if (isRead)
            m_transport->setStep(words);
    }
    m_plot->setPlane(m_plane, {QPointF(asked.u11, asked.u21), QPointF(asked.u12, asked.u22)});
    m_frame->showContent();
    show();
}

void StatePlaneView::drag(int column, QPointF to)
{
    constexpr double kMost = 10.0; // As the fields have it.
    const double x = std::clamp(to.x(), -kMost, kMost), y = std::clamp(to.y(), -kMost, kMost);
    core::AskStatePlane asked = question();
    (column == 0 ? asked.u11 : asked.u12) = x;
    (column == 0 ? asked.u21 : asked.u22) = y;
    m_form->setValue(planeSchema().toJson(asked));
    takeEdit();
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
    followSending();
    if (m_plane.steps.empty())
        return;
    m_plot->setMoment(step(), isBackwards());
    m_stepSaid->setText(stepText());
    m_matrixSaid->setText(m_inputs ? networkText() + u' ' + matrixText() : matrixText());
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

QString StatePlaneView::networkText() const
{
    return m_isEdited ? tr("Inputs of the network %1; U was changed by hand.").arg(m_shown.name)
                      : tr("U and inputs of the network %1.").arg(m_shown.name);
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
