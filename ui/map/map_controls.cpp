#include "ui/map/map_controls.h"

#include "core/base/json.h"
#include "core/probe/question_kind.h"
#include "ui/text/sentences.h"
#include "ui/widgets/breaking_row.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/sentence_input.h"

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

/// Chooses the entry with these data. @return whether there is one.
bool choose(QComboBox& box, const std::string& data)
{
    const int index = box.findData(QString::fromStdString(data));
    if (index >= 0)
        box.setCurrentIndex(index);
    return index >= 0;
}

/// A control with its name before it.
QWidget* withName(QWidget* control, const QString& name)
{
    auto* part = new QWidget;
    makeRow(part, {makeNameLabel(name, *control), {control, 1}}, kGrid / 2);
    return part;
}

} // namespace

MapControls::MapControls(QWidget* parent)
    : QWidget(parent), m_further(new QWidget(this)), m_wishedWhat(core::AskMap().what)
{
    m_what = makeChoice("what", "mapWhatBox");
    m_split = makeChoice("split", "mapSplitBox");
    m_split->setCurrentIndex(m_split->findData(QStringLiteral("valid")));
    m_method = makeChoice("method", "mapMethodBox");
    m_method->setCurrentIndex(m_method->findData(QStringLiteral("tsne")));
    m_layer
        = named(new QuietComboBox, "mapLayerBox", tr("Layer"), coreText(mapOption("layer").help));
    m_layer->setChoices({{tr("last"), QString()}});
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
    makeButtons();
    makeFurtherRows();
    makeColumn(this, {makeFirstRow(), makeSentences(), m_further}, kGrid / 2);
    connectParts();
    showFitting();
}

void MapControls::makeButtons()
{
    const auto make = [](const char* objectName, const QString& text, const QString& help) {
        auto* button = named(new QToolButton, objectName, {}, help);
        button->setText(text);
        return button;
    };
    m_pause = make("mapPauseButton", tr("Pause"), tr("Hold the points, or let them go on."));
    m_pause->setCheckable(true);
    m_pause->setEnabled(false);
    m_cancel = make("mapCancelButton", tr("Cancel"), tr("Leave the points where they are now."));
    m_cancel->setEnabled(false);
    m_startOver = make("mapStartOverButton", tr("Start over"),
                       tr("Compute the map of this network from its principal components: the "
                          "same seed then gives the same map, whatever was shown before."));
    m_startOver->setEnabled(false);
    m_whole = make("mapWholeButton", tr("Whole map"),
                   tr("Show all points again; key 0 in the picture, or a double click beside the "
                      "points."));
    m_side = make("mapSideButton", tr("Details"),
                  tr("A search, the neighbours of the current point and the chosen points, beside "
                     "the map."));
    m_side->setCheckable(true);
}

void MapControls::connectParts()
{
    const auto follow = [this](QuietComboBox* box, std::string& wished) {
        connect(box, &QComboBox::activated, this, [this, box, &wished] {
            wished = box->currentData().toString().toStdString();
            showFitting();
            Q_EMIT questionChanged();
        });
    };
    follow(m_what, m_wishedWhat);
    follow(m_layer, m_wishedLayer);
    connect(m_split, &QComboBox::activated, this, &MapControls::questionChanged);
    connect(m_sentences, &TextBox::asked, this, [this] {
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
        m_wishedColour = colour().toStdString();
        Q_EMIT colourChanged();
    });
    connect(m_tool, &QComboBox::activated, this,
            [this] { Q_EMIT toolChanged(m_tool->currentData().toInt()); });
    connect(m_pause, &QToolButton::toggled, this, &MapControls::pauseChanged);
    connect(m_cancel, &QToolButton::clicked, this, &MapControls::cancelRequested);
    connect(m_startOver, &QToolButton::clicked, this, &MapControls::startOverRequested);
    connect(m_whole, &QToolButton::clicked, this, &MapControls::wholeRequested);
    connect(m_side, &QToolButton::clicked, this, &MapControls::sideToggled);
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
    auto* vectors = new QWidget;
    makeRow(vectors, {{withName(m_what, tr("&Vectors")), 3}, {m_layerPart, 2}}, kGrid);
    QToolButton* more = named(makeFold(tr("More"), tr("Settings that are rarely needed"),
                                       tr("More settings of the map, shown"),
                                       tr("More settings of the map, hidden"), m_further),
                              "mapMoreButton");
    auto* looks = new QWidget;
    makeRow(looks, {{withName(m_colour, tr("&Colour by")), 1}, m_side, more}, kGrid);
    return new BreakingRow(*vectors, *looks);
}

QWidget* MapControls::makeSentences()
{
    m_sentences = named(new TextBox(tr("Your own, in place of the data")), "mapSentencesBox",
                        tr("Sentences that the map shows in place of the data, one on each line"));
    m_sentencesPart = withName(m_sentences, tr("&Sentences"));
    return m_sentencesPart;
}

void MapControls::makeFurtherRows()
{
    m_splitPart = withName(m_split, tr("Spl&it"));
    auto* points = new QWidget;
    makeRow(points, {withName(m_count, tr("&Points")), {m_splitPart, 1}}, kGrid);
    auto* looks = new QWidget;
    makeRow(looks, {withName(m_method, tr("&Method")), withName(m_tool, tr("M&ouse")), m_whole},
            kGrid);
    m_tsnePart = new QWidget;
    makeRow(m_tsnePart,
            {withName(m_perplexity, tr("P&erplexity")), withName(m_iterations, tr("I&terations"))},
            kGrid);
    m_coursePart = new QWidget;
    makeRow(m_coursePart,
            {withName(m_seed, tr("See&d")), m_pause, m_cancel, m_startOver, freeSpace()}, kGrid);
    makeColumn(m_further,
               {new BreakingRow(*points, *looks), new BreakingRow(*m_coursePart, *m_tsnePart)},
               kGrid / 2);
}

void MapControls::showFitting()
{
    const core::AskMap asked = question();
    m_sentencesPart->setVisible(asked.isOfData());
    m_splitPart->setVisible(asked.isOfData());
    m_split->setEnabled(asked.sentences.empty());
    const bool hasLayers = asked.what == "tokens";
    m_layerPart->setEnabled(hasLayers);
    const QString help = coreText(mapOption("layer").help);
    for (QWidget* each : QWidgetList{m_layer, m_layerPart}) // A disabled box shows its part's.
        setHelp(*each,
                hasLayers ? help
                          : tr("These vectors are not those of a chosen layer. To choose one, show "
                               "the states of tokens."));
    m_tsnePart->setVisible(wantsTsne());
    m_coursePart->setVisible(wantsTsne());
}

void MapControls::chooseWished()
{
    m_what->setChoices(choicesOf("what"));
    choose(*m_what, m_wishedWhat);
    if (!choose(*m_layer, m_wishedLayer)) {
        const QString layer = QString::fromStdString(m_wishedLayer);
        m_layer->addItem(layer, layer);
        choose(*m_layer, m_wishedLayer);
    }
    showFitting();
}

bool MapControls::giveWay()
{
    const core::AskMap asked = question(), first;
    const bool less = asked.layer != first.layer || asked.what != first.what;
    if (asked.layer == first.layer)
        choose(*m_what, first.what);
    choose(*m_layer, first.layer);
    showFitting();
    return less;
}

core::AskMap MapControls::question() const
{
    core::AskMap question;
    question.what = m_what->currentData().toString().toStdString();
    question.count = m_count->value();
    question.split = m_split->currentData().toString().toStdString();
    if (question.isOfData())
        question.sentences = m_sentences->lines();
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
    if (!m_wishedColour || !choose(*m_colour, *m_wishedColour)) // Those are worth seeing at once.
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

void MapControls::setSideShown(bool shown)
{
    m_side->setChecked(shown);
}

core::Json MapControls::state() const
{
    core::Json state{{"what", m_wishedWhat},
                     {"layer", m_wishedLayer},
                     {"count", m_count->value()},
                     {"split", m_split->currentData().toString().toStdString()},
                     {"sentences", m_sentences->text().toStdString()},
                     {"tsne", wantsTsne()},
                     {"perplexity", m_perplexity->value()},
                     {"iterations", m_iterations->value()},
                     {"seed", m_seed->value()}};
    if (m_wishedColour)
        state["colour"] = *m_wishedColour;
    return state;
}

void MapControls::setState(const core::Json& state)
{
    const auto text = [&](const char* name) -> std::optional<std::string> {
        const auto found = state.find(name);
        return found != state.end() && found->is_string() ? std::optional(found->get<std::string>())
                                                          : std::nullopt;
    };
    const auto set = [&](QSpinBox& box, const char* name) {
        const QSignalBlocker quiet(box);
        if (const auto found = state.find(name); found != state.end() && found->is_number_integer())
            box.setValue(
                int(std::clamp<int64_t>(found->get<int64_t>(), box.minimum(), box.maximum())));
    };
    if (const auto what = text("what");
        what && m_what->findData(QString::fromStdString(*what)) >= 0)
        m_wishedWhat = *what;
    m_wishedLayer = text("layer").value_or(m_wishedLayer);
    if (const auto colour = text("colour"))
        m_wishedColour = colour;
    choose(*m_split, text("split").value_or("valid"));
    m_sentences->setText(QString::fromStdString(text("sentences").value_or("")));
    if (const auto tsne = state.find("tsne"); tsne != state.end() && tsne->is_boolean())
        choose(*m_method, tsne->get<bool>() ? "tsne" : "pca");
    set(*m_count, "count");
    set(*m_perplexity, "perplexity");
    set(*m_iterations, "iterations");
    set(*m_seed, "seed");
    chooseWished();
}

} // namespace ui
