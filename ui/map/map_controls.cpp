#include "ui/map/map_controls.h"

#include "core/base/json.h"
#include "core/probe/question_kind.h"
#include "ui/text/sentences.h"
#include "ui/widgets/breaking_row.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/quiet_combo_box.h"

#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

const core::OptionDescription& mapOption(const std::string& name)
{
    static const auto options = core::AskMap::kind().options.options();
    return *std::find_if(options.begin(), options.end(),
                         [&](const auto& option) { return option.name == name; });
}

QuietComboBox::Choices choicesOf(const std::string& option)
{
    QuietComboBox::Choices choices;
    for (const core::Choice& each : mapOption(option).choices)
        choices.emplace_back(coreText(each.label), QString::fromStdString(each.value));
    return choices;
}

QuietComboBox* makeChoice(const std::string& option, const char* objectName)
{
    auto* box = named(new QuietComboBox, objectName, coreText(mapOption(option).label),
                      coreText(mapOption(option).help));
    box->setChoices(choicesOf(option));
    return box;
}

/// A control with its name before it.
QWidget* withName(QWidget* control, const QString& name)
{
    auto* part = new QWidget;
    makeRow(part, {makeNameLabel(name, *control), {control, 1}}, kGrid / 2);
    return part;
}

} // namespace

MapControls::MapControls(QWidget* parent) : QWidget(parent)
{
    m_what = makeChoice("what", "mapWhatBox");
    m_split = makeChoice("split", "mapSplitBox");
    m_split->setCurrentIndex(m_split->findData(QStringLiteral("valid")));
    m_method = makeChoice("method", "mapMethodBox");
    m_method->setCurrentIndex(m_method->findData(QStringLiteral("tsne")));
    m_layer
        = named(new QuietComboBox, "mapLayerBox", tr("Layer"), coreText(mapOption("layer").help));
    m_colour = named(new QuietComboBox, "mapColourBox", tr("Colour by"),
                     tr("The property that colours and shapes the points."));
    m_colour->setChoices(
        {{tr("nothing"), QString()}, {tr("Nearest cluster"), QStringLiteral("cluster")}});
    m_tool = named(new QuietComboBox, "mapToolBox", tr("Use of the mouse"),
                   tr("A drag moves the picture, or chooses the points inside a lasso or a "
                      "rectangle. With Shift it always chooses."));
    m_tool->setChoices({{tr("Move"), 0}, {tr("Lasso"), 1}, {tr("Rectangle"), 2}});
    m_count = makeNumber("count", "mapCountBox");
    m_count->setSpecialValueText(tr("all"));
    m_perplexity = makeNumber("perplexity", "mapPerplexityBox");
    m_iterations = makeNumber("iterations", "mapIterationsBox");
    m_seed = makeNumber("seed", "mapSeedBox");
    m_pause
        = named(new QToolButton, "mapPauseButton", {}, tr("Hold the points, or let them go on."));
    m_pause->setText(tr("Pause"));
    m_pause->setCheckable(true);
    m_pause->setEnabled(false);
    m_cancel
        = named(new QToolButton, "mapCancelButton", {}, tr("Leave the points where they are now."));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setEnabled(false);
    m_startOver = named(new QToolButton, "mapStartOverButton", {},
                        tr("Compute the map of this network from its principal components: the "
                           "same seed then gives the same map, whatever was shown before."));
    m_startOver->setText(tr("Start over"));
    m_startOver->setEnabled(false);
    m_whole = named(new QToolButton, "mapWholeButton", {},
                    tr("Show all points again; key 0 in the picture, or a double click beside the "
                       "points."));
    m_whole->setText(tr("Whole map"));
    makeColumn(this, {makeFirstRow(), makeFurtherRows()}, kGrid / 2);
    for (QuietComboBox* box : {m_what, m_split, m_layer})
        connect(box, &QComboBox::activated, this, [this] {
            showFitting();
            Q_EMIT questionChanged();
        });
    connect(m_count, &QSpinBox::valueChanged, this, &MapControls::questionChanged);
    connect(m_method, &QComboBox::activated, this, [this] {
        showFitting();
        Q_EMIT methodChanged();
    });
    for (QSpinBox* box : {m_perplexity, m_iterations, m_seed})
        connect(box, &QSpinBox::valueChanged, this, &MapControls::methodChanged);
    connect(m_colour, &QComboBox::activated, this, [this] {
        m_colourChosen = true;
        Q_EMIT colourChanged();
    });
    connect(m_tool, &QComboBox::activated, this,
            [this] { Q_EMIT toolChanged(m_tool->currentData().toInt()); });
    connect(m_pause, &QToolButton::toggled, this, &MapControls::pauseChanged);
    connect(m_cancel, &QToolButton::clicked, this, &MapControls::cancelRequested);
    connect(m_startOver, &QToolButton::clicked, this, &MapControls::startOverRequested);
    connect(m_whole, &QToolButton::clicked, this, &MapControls::wholeRequested);
    showFitting();
}

QSpinBox* MapControls::makeNumber(const char* option, const char* objectName)
{
    const core::OptionDescription& description = mapOption(option);
    auto* box
        = named(new QSpinBox, objectName, coreText(description.label), coreText(description.help));
    constexpr double kMost = 10e6;
    box->setRange(int(std::max(description.minimum, 0.0)),
                  int(std::min(description.maximum, kMost)));
    box->setValue(int(description.defaultValue.get<double>()));
    box->setKeyboardTracking(false);
    return box;
}

QWidget* MapControls::makeFirstRow()
{
    m_layerPart = withName(m_layer, tr("La&yer"));
    m_splitPart = withName(m_split, tr("Spl&it"));
    auto* ofData = new QWidget;
    makeRow(ofData, {{m_splitPart, 1}, {m_layerPart, 1}}, kGrid);
    auto* vectors = new BreakingRow(*withName(m_what, tr("&Vectors")), *ofData);
    auto* points = new QWidget;
    makeRow(points, {withName(m_count, tr("&Points")), {withName(m_colour, tr("&Colour by")), 1}},
            kGrid);
    return new BreakingRow(*vectors, *points);
}

QWidget* MapControls::makeFurtherRows()
{
    m_tsnePart = new QWidget;
    makeRow(m_tsnePart,
            {withName(m_perplexity, tr("P&erplexity")), withName(m_iterations, tr("I&terations"))},
            kGrid);
    m_coursePart = new QWidget;
    makeRow(m_coursePart,
            {withName(m_seed, tr("See&d")), m_pause, m_cancel, m_startOver, freeSpace()}, kGrid);
    auto* choices = new QWidget;
    makeRow(
        choices,
        {withName(m_method, tr("&Method")), withName(m_tool, tr("M&ouse")), m_whole, freeSpace()},
        kGrid);
    auto* both = new QWidget;
    makeColumn(both, {new BreakingRow(*choices, *m_tsnePart), m_coursePart}, kGrid / 2);
    return both;
}

void MapControls::chooseFirstVectors()
{
    const int first = m_what->findData(QString::fromStdString(core::AskMap().what));
    if (first >= 0)
        m_what->setCurrentIndex(first);
    showFitting();
}

void MapControls::showFitting()
{
    const core::AskMap asked = question();
    m_splitPart->setVisible(asked.isOfData());
    m_layerPart->setVisible(asked.what == "tokens");
    m_tsnePart->setVisible(wantsTsne());
    m_coursePart->setVisible(wantsTsne());
}

core::AskMap MapControls::question() const
{
    core::AskMap question;
    question.what = m_what->currentData().toString().toStdString();
    question.count = m_count->value();
    question.split = m_split->currentData().toString().toStdString();
    if (question.what == "tokens")
        question.layer = m_layer->currentData().toString().toStdString();
    question.perplexity = m_perplexity->value();
    question.iterations = m_iterations->value();
    question.seed = m_seed->value();
    return question;
}

bool MapControls::wantsTsne() const
{
    return m_method->currentData().toString() == QLatin1String("tsne");
}

QString MapControls::colour() const
{
    return m_colour->currentData().toString();
}

QString MapControls::colourTitle() const
{
    return colour().isEmpty() ? QString() : m_colour->currentText();
}

bool MapControls::isPaused() const
{
    return m_pause->isChecked();
}

void MapControls::setChoices(const core::VectorMap& map)
{
    QuietComboBox::Choices kinds;
    for (const auto& each : choicesOf("what"))
        if (std::find(map.kinds.begin(), map.kinds.end(), each.second.toString().toStdString())
            != map.kinds.end())
            kinds.push_back(each);
    m_what->setChoices(kinds);
    QuietComboBox::Choices layers{{tr("last"), QString()}};
    for (const std::string& each : map.layers)
        layers.emplace_back(QString::fromStdString(each), QString::fromStdString(each));
    if (!map.layers.empty() || map.what == "tokens")
        m_layer->setChoices(layers);
    QuietComboBox::Choices colours{{tr("nothing"), QString()}};
    for (const core::MapColumn& each : map.columns)
        colours.emplace_back(coreText(each.title), QString::fromStdString(each.name));
    colours.emplace_back(tr("Nearest cluster"), QStringLiteral("cluster"));
    m_colour->setChoices(colours);
    if (!m_colourChosen) // Classes and meanings are worth seeing at once.
        m_colour->setCurrentIndex(std::max({m_colour->findData(QStringLiteral("class")),
                                            m_colour->findData(QStringLiteral("sense")), 0}));
}

void MapControls::setMovedOn(bool movedOn)
{
    m_startOver->setEnabled(movedOn);
}

void MapControls::setMoving(bool moving)
{
    m_pause->setEnabled(moving);
    m_cancel->setEnabled(moving);
    if (!moving) {
        const QSignalBlocker quiet(m_pause);
        m_pause->setChecked(false);
    }
}

core::Json MapControls::state() const
{
    const core::AskMap asked = question();
    return {{"what", asked.what},
            {"count", asked.count},
            {"split", asked.split},
            {"tsne", wantsTsne()},
            {"perplexity", m_perplexity->value()},
            {"iterations", m_iterations->value()},
            {"seed", m_seed->value()}};
}

void MapControls::setState(const core::Json& state)
{
    const auto choose = [&](QComboBox& box, const char* name) {
        if (const auto found = state.find(name); found != state.end() && found->is_string())
            if (const int index = box.findData(QString::fromStdString(found->get<std::string>()));
                index >= 0)
                box.setCurrentIndex(index);
    };
    const auto set = [&](QSpinBox& box, const char* name) {
        const QSignalBlocker quiet(box);
        if (const auto found = state.find(name); found != state.end() && found->is_number_integer())
            box.setValue(
                int(std::clamp<int64_t>(found->get<int64_t>(), box.minimum(), box.maximum())));
    };
    choose(*m_what, "what");
    choose(*m_split, "split");
    if (const auto tsne = state.find("tsne"); tsne != state.end() && tsne->is_boolean())
        m_method->setCurrentIndex(
            m_method->findData(tsne->get<bool>() ? QStringLiteral("tsne") : QStringLiteral("pca")));
    set(*m_count, "count");
    set(*m_perplexity, "perplexity");
    set(*m_iterations, "iterations");
    set(*m_seed, "seed");
    showFitting();
}

} // namespace ui
