#include "ui/gradient_laboratory/gradient_laboratory_view.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "ui/decoding/transport_bar.h"
#include "ui/gradient_laboratory/laboratory_form.h"
#include "ui/gradient_laboratory/laboratory_plot.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"

#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

namespace ui {

namespace {

constexpr double kPerSingularValue = 100.0; ///< Steps of the slider.
constexpr double kSecondsPerStep = 0.1;

core::Formula chainFormula()
{
    return {"dL/dh_{t-1} = (dh_t/dh_{t-1})^T dL/dh_t,  dL/dU = sum over t of dL/da_t h_{t-1}^T",
            R"tex(\frac{\partial L}{\partial h_{t-1}} =
\left(\frac{\partial h_t}{\partial h_{t-1}}\right)^{\!\top} \frac{\partial L}{\partial h_t} \qquad
\frac{\partial L}{\partial U} = \sum_{t=1}^{T} \frac{\partial L}{\partial a_t}\, h_{t-1}^{\top}
\qquad a_t = U h_{t-1} + W x_t + b)tex"};
}

} // namespace

GradientLaboratoryView::GradientLaboratoryView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_frame(new ViewFrame)
    , m_form(new LaboratoryForm(context.catalogue()))
    , m_singular(named(new QSlider(Qt::Horizontal), "laboratorySingular",
                       tr("Largest singular value of U, in hundredths"),
                       tr("If gradients vanish, raise it; if they explode, lower it.")))
    , m_matrix(named(new QuietComboBox, "laboratoryMatrix", tr("Matrix of the parts"),
                     tr("U multiplies the state, W the input. If early steps have no part in the "
                        "gradient, the network cannot learn what depends on them.")))
    , m_transport(named(new TransportBar, "laboratoryTransport"))
    , m_summary(named(makeLabel({}, LabelRole::Plain), "laboratorySummary"))
    , m_stepSaid(named(makeLabel({}, LabelRole::Plain), "laboratoryStep"))
    , m_formula(named(new FormulaLabel, "laboratoryFormula"))
{
    setAccessibleName(tr("Gradient laboratory"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    hideInPresentation(*m_form);
    m_frame->setContent(makePanels());
    m_frame->showEmpty(tr("No gradients"), tr("Correct the equations of the typed cell."));
    makeRow(this, {m_form, {m_frame, 1}}, kGrid, {kGrid, kGrid, 0, 0});
    connect(m_form, &LaboratoryForm::edited, this, &GradientLaboratoryView::compute);
    compute();
    m_transport->goTo(m_transport->count());
}

QWidget* GradientLaboratoryView::makeControls()
{
    m_singular->setRange(0, int(2.0 * kPerSingularValue));
    m_singular->setPageStep(10);
    m_matrix->addItems(
        {derivativeName(LaboratoryMatrix::Recurrent), derivativeName(LaboratoryMatrix::Input)});
    m_matrix->setMinimumContentsLength(6);
    m_transport->setIntervalSeconds(kSecondsPerStep);
    auto* controls = new QWidget;
    auto* dial = new QWidget;
    makeRow(dial,
            {makeNameLabel(tr("Singular &value of U"), *m_singular),
             {m_singular, 1},
             makeNameLabel(tr("&Parts of"), *m_matrix),
             m_matrix});
    makeColumn(controls, {dial, m_transport}, 4);
    connect(m_singular, &QSlider::valueChanged, this, &GradientLaboratoryView::turnSingularValue);
    connect(m_matrix, &QComboBox::currentIndexChanged, this, &GradientLaboratoryView::show);
    connect(m_transport, &TransportBar::stepped, this, &GradientLaboratoryView::show);
    return controls;
}

QWidget* GradientLaboratoryView::makePanels()
{
    constexpr std::array kNames{"laboratoryStates", "laboratoryGradients", "laboratoryParts"};
    auto* content = new QWidget;
    auto* column = makeColumn(content, {makeControls()}, 4, {0, kGrid, kGrid, kGrid});
    for (size_t i = 0; i < m_plots.size(); ++i) {
        m_plots[i] = new LaboratoryPlot(QLatin1String(kNames[i]));
        if (i != Parts)
            m_plots[i]->leaveOutStepTitle();
        column->addWidget(m_plots[i], i == States ? 3 : 4);
        // A step that is clicked is shown with all lines: the passes are not played.
        connect(m_plots[i], &LaboratoryPlot::stepChosen, this,
                [this](int at) { m_transport->goTo(m_transport->count() - at); });
    }
    m_plots[Gradients]->leaveOutLegend();
    m_formula->setFormula(chainFormula());
    column->addWidget(m_stepSaid);
    column->addWidget(m_summary);
    column->addWidget(m_formula);
    return content;
}

void GradientLaboratoryView::turnSingularValue(int hundredths)
{
    core::AskGradientLaboratory question = m_form->question();
    question.singularValue = hundredths / kPerSingularValue;
    m_form->setQuestion(question);
    compute();
}

void GradientLaboratoryView::compute()
{
    const core::AskGradientLaboratory question = m_form->question();
    const bool atEnd = m_transport->step() == m_transport->count();
    m_frame->hideFailure();
    try {
        m_laboratory = core::answerByHand(question);
    } catch (const core::Error& error) { // The typed equations have a fault.
        m_laboratory = {};
        m_frame->showEmpty();
        m_frame->showFailure(error.failure());
        return;
    }
    {
        const QSignalBlocker quiet(m_singular);
        m_singular->setValue(int(std::lround(question.singularValue * kPerSingularValue)));
    }
    {
        const QSignalBlocker quiet(m_transport);
        m_transport->setCount(2 * int(question.steps)); // Forwards, then backwards.
        if (atEnd)
            m_transport->setStep(m_transport->count());
    }
    m_frame->showContent();
    show();
}

int GradientLaboratoryView::step() const
{
    const int steps = int(m_laboratory.steps), passed = m_transport->step();
    return passed <= steps ? passed : 2 * steps - passed;
}

LaboratoryMatrix GradientLaboratoryView::matrix() const
{
    return LaboratoryMatrix(std::max(0, m_matrix->currentIndex()));
}

void GradientLaboratoryView::show()
{
    if (m_laboratory.cells.empty())
        return;
    const int steps = int(m_laboratory.steps), passed = m_transport->step();
    const bool backwards = passed >= steps;
    for (int i = 0; i < kPanels; ++i) {
        LaboratoryPlot& plot = *m_plots[size_t(i)];
        const auto panel = Panel(i);
        plot.setNorms(linesOf(panel), steps, titleOf(panel));
        if (panel == States)
            plot.showOnly(0, std::min(passed, steps));
        else
            plot.showOnly(backwards ? 2 * steps - passed : steps + 1, steps);
        plot.setMark(step());
    }
    QStringList wholes{clipName()}; // The others are named above.
    for (const core::LaboratoryCell& cell : m_laboratory.cells)
        wholes << wholeName().arg(coreText(cell.title));
    m_plots[Parts]->setLegend(wholes);
    m_stepSaid->setText(laboratoryStepText(m_laboratory, step(), matrix()));
    m_summary->setText(laboratorySummary(m_laboratory));
}

QString GradientLaboratoryView::titleOf(Panel panel) const
{
    switch (panel) {
    case States:
        return QStringLiteral("\u2016h\u2016");
    case Gradients:
        return QStringLiteral("\u2016dL/dh\u2016");
    default:
        return u'\u2016' + derivativeName(matrix()) + u'\u2016';
    }
}

std::vector<FlowPlot::Line> GradientLaboratoryView::linesOf(Panel panel) const
{
    using Step = core::LaboratoryStep;
    std::vector<FlowPlot::Line> lines;
    const auto add = [&](const core::LaboratoryCell& cell, int colour, int pattern,
                         const QString& name, const auto& value) {
        FlowPlot::Line line{name.arg(coreText(cell.title)), colour, pattern, {}, {}};
        line.marked = true;
        for (const Step& each : cell.steps)
            line.values.push_back(value(each));
        lines.push_back(std::move(line));
    };
    const bool recurrent = matrix() == LaboratoryMatrix::Recurrent;
    const auto name = QStringLiteral("%1");
    for (int i = 0; i < int(m_laboratory.cells.size()); ++i) {
        const core::LaboratoryCell& cell = m_laboratory.cells[size_t(i)];
        const bool hasMemory = cell.steps.front().memory.has_value();
        if (panel == States) {
            add(cell, i, 0, hasMemory ? QStringLiteral("%1 h") : name,
                [](const Step& each) { return each.state; });
            if (hasMemory)
                add(cell, i, 1, QStringLiteral("%1 c"),
                    [](const Step& each) { return each.memory.value_or(0.0); });
        } else if (panel == Gradients) {
            add(cell, i, 0, hasMemory ? QStringLiteral("%1 h") : name,
                [](const Step& each) { return each.gradient; });
            if (hasMemory)
                add(cell, i, 1, QStringLiteral("%1 c"),
                    [](const Step& each) { return each.memoryGradient.value_or(0.0); });
        } else {
            add(cell, i, 0, name, [recurrent](const Step& each) {
                return (recurrent ? each.recurrentPart : each.inputPart).value_or(0.0);
            });
            add(cell, i, 1, wholeName(), [&cell](const Step&) { return cell.gradientNorm; });
        }
    }
    if (panel == Parts) {
        constexpr int kClipColour = 6;
        lines.push_back({clipName(), kClipColour, 2,
                         std::vector<double>(size_t(m_laboratory.steps) + 1, m_laboratory.clip)});
    }
    return lines;
}

QString GradientLaboratoryView::wholeName()
{
    return tr("%1, whole gradient");
}

QString GradientLaboratoryView::clipName() const
{
    return tr("clip at %1").arg(value(m_laboratory.clip));
}

QString GradientLaboratoryView::words() const
{
    return m_stepSaid->text() + u'\n' + m_summary->text();
}

std::vector<Figure> GradientLaboratoryView::figures() const
{
    if (m_laboratory.cells.empty())
        return {};
    constexpr std::array kFiles{"laboratory_states", "laboratory_gradients", "laboratory_parts"};
    const std::array titles{tr("States of the laboratory"), tr("Gradients of the laboratory"),
                            tr("Parts of the gradient")};
    std::vector<Figure> all;
    for (size_t i = 0; i < m_plots.size(); ++i) {
        Figure figure = figureOf(*m_plots[i], titles[i], QLatin1String(kFiles[i]));
        figure.words = [this] { return words(); };
        figure.answer = [this] {
            core::GradientLaboratory whole = m_laboratory;
            whole.numbers = true;
            return core::readoutOf<core::AskGradientLaboratory>(whole);
        };
        all.push_back(std::move(figure));
    }
    return all;
}

KeyHelps GradientLaboratoryView::keys()
{
    return TransportBar::keys(tr("Gradient laboratory: step"));
}

void GradientLaboratoryView::keyPressEvent(QKeyEvent* event)
{
    if (!m_transport->handleKey(event->key(), event->modifiers()))
        View::keyPressEvent(event);
}

/// In little room the plots need that of the formula.
void GradientLaboratoryView::resizeEvent(QResizeEvent* event)
{
    constexpr int kLines = 46;
    m_formula->setVisible(height() > kLines * fontMetrics().lineSpacing());
    View::resizeEvent(event);
}

QByteArray GradientLaboratoryView::state() const
{
    return QByteArray::fromStdString(m_form->value().dump());
}

void GradientLaboratoryView::setState(const QByteArray& state)
{
    m_form->setState(core::readJson(state.toStdString()).value.value_or(core::Json()));
    compute();
}

} // namespace ui
