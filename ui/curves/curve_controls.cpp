#include "ui/curves/curve_controls.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kSliderSteps = 99; ///< 0 ... 0.99 by 0.01

QToolButton* makeMenuButton(const QString& text, const QString& name)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setObjectName(name);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    button->setMenu(menu);
    return button;
}

} // namespace

CurveControls::CurveControls(QWidget* parent) : QWidget(parent)
{
    auto* axis = named(new QComboBox, "xAxisBox", tr("Unit of the x axis"));
    axis->addItems({tr("by update"), tr("by epoch"), tr("by tokens"), tr("by time")});
    connect(axis, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_settings.x = XAxis(index);
        Q_EMIT changed(m_settings);
    });
    m_reset = named(new QToolButton, "resetButton");
    m_reset->setText(tr("Show all"));
    m_reset->setFocusPolicy(Qt::StrongFocus);
    connect(m_reset, &QToolButton::clicked, this, &CurveControls::resetRequested);
    setZoomed(false);
    makeRow(this, {axis, smoothingControls(), freeSpace(), m_reset, axesButton(), plotsButton()},
            kGrid);
}

void CurveControls::setZoomed(bool zoomed)
{
    m_reset->setEnabled(zoomed);
    setHelp(*m_reset,
            zoomed ? tr("Back to the whole run (double click or 0)")
                   : tr("The whole run is shown already"));
}

QWidget* CurveControls::smoothingControls()
{
    auto* group = new QWidget;
    m_slider = named(new QSlider(Qt::Horizontal), "smoothingSlider", tr("Smoothing"));
    m_slider->setRange(0, kSliderSteps);
    m_slider->setMinimumWidth(80);
    m_slider->setMaximumWidth(160);
    core::OptionDescription weight;
    weight.type = core::OptionType::Real;
    weight.minimum = 0.0;
    weight.maximum = DebiasedSmoother::kLargestWeight;
    m_box = named(new NumberBox(weight), "smoothingBox", tr("Smoothing weight"));
    m_box->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    const QString help
        = tr("Weight of the past in the smoothed line: 0 draws every update as it is, 0.99 "
             "averages over about a hundred. If noise hides the trend, raise the weight.");
    setHelp(*m_slider, help);
    setHelp(*m_box, help);
    makeRow(group, {makeNameLabel(tr("S&moothing"), *m_box), {m_slider, 1}, m_box});
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int value) { setSmoothing(value / 100.0); });
    connect(m_box, &NumberBox::edited, this, &CurveControls::setSmoothing);
    const QSignalBlocker sliderQuiet(m_slider);
    m_slider->setValue(int(std::lround(m_settings.smoothing * 100.0)));
    m_box->setValue(m_settings.smoothing);
    return group;
}

void CurveControls::setSmoothing(double weight)
{
    const QSignalBlocker sliderQuiet(m_slider);
    m_slider->setValue(std::min(int(std::lround(weight * 100.0)), kSliderSteps));
    m_box->setValue(weight);
    m_settings.smoothing = weight;
    Q_EMIT changed(m_settings);
}

QToolButton* CurveControls::plotsButton()
{
    QToolButton* button = makeMenuButton(tr("Plots"), QStringLiteral("plotsButton"));
    m_plotsMenu = button->menu();
    return button;
}

void CurveControls::addPlot(const CurvePlotKind& kind)
{
    QAction* action = m_plotsMenu->addAction(kind.title);
    action->setObjectName(kind.id + QStringLiteral("Action"));
    action->setToolTip(toolTipText(kind.help));
    action->setCheckable(true);
    action->setChecked(kind.shownAtFirst);
    if (kind.shownAtFirst)
        m_settings.plots << kind.id;
    m_plots[kind.id] = action;
    connect(action, &QAction::toggled, this, [this, id = kind.id](bool on) {
        m_settings.plots.removeAll(id);
        if (on)
            m_settings.plots << id;
        Q_EMIT changed(m_settings);
    });
}

void CurveControls::setOffered(const QString& plot, bool offered)
{
    m_plots.at(plot)->setVisible(offered);
}

QToolButton* CurveControls::axesButton()
{
    QToolButton* button = makeMenuButton(tr("Axes"), QStringLiteral("axesButton"));
    button->menu()->addAction(
        axisAction(tr("Logarithmic values"),
                   tr("Draws loss, learning rate and gradient norm on a logarithmic scale. If "
                      "changes near zero matter, switch this on."),
                   &CurveSettings::logarithmicY));
    button->menu()->addAction(axisAction(tr("Logarithmic x axis"),
                                         tr("Gives more space to the first updates."),
                                         &CurveSettings::logarithmicX));
    button->menu()->addAction(
        axisAction(tr("Fit axis to middle 90 %"),
                   tr("If a few spikes flatten the curve, switch this on: the axis runs from the "
                      "5th to the 95th percentile of the visible values. No point is removed."),
                   &CurveSettings::middleOnly));
    return button;
}

QAction* CurveControls::axisAction(const QString& text, const QString& help,
                                   bool CurveSettings::*setting)
{
    auto* action = new QAction(text, this);
    action->setCheckable(true);
    action->setToolTip(toolTipText(help));
    connect(action, &QAction::toggled, this, [this, setting](bool on) {
        m_settings.*setting = on;
        Q_EMIT changed(m_settings);
    });
    return action;
}

} // namespace ui
