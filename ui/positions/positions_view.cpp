#include "ui/positions/positions_view.h"

#include "core/probe/question_kind.h"
#include "ui/positions/dimension_chooser.h"
#include "ui/positions/position_plots.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr int kFirstPositions = 100; ///< Drawn at first: as many as a long sentence has.

} // namespace

/// Widgets and data of the view.
class PositionsView::State {
public:
    explicit State(PositionsView& owner);

    void setTables(const std::vector<core::PositionTable>& fresh);
    std::vector<Figure> figures() const;

    ViewFrame* frame;

private:
    QWidget* makeControls();
    QWidget* makePictures();
    const core::PositionTable& table() const { return m_tables[m_current]; }
    void choose(size_t index);
    void draw();
    void explain();
    void say(int position, int dimension);
    void paint(QCPPainter& painter) const;

    PositionsView& m_view;
    std::vector<core::PositionTable> m_tables;
    size_t m_current = 0;
    FormulaLabel* m_formula = nullptr;
    QLabel *m_text = nullptr, *m_cell = nullptr;
    QComboBox* m_which = nullptr;
    QSpinBox* m_positions = nullptr;
    DimensionChooser* m_dimensions = nullptr;
    PositionCurves* m_curves = nullptr;
    PositionMap* m_map = nullptr;
    ColourScale* m_scale = nullptr;
    QWidget* m_pictures = nullptr;
    double m_highest = 1.0; ///< End of the colour scale.
};

PositionsView::State::State(PositionsView& owner) : frame(new ViewFrame(owner)), m_view(owner)
{
    auto* content = new QWidget;
    auto* layout = makeColumn(content, {}, kGrid);
    m_formula = named(new FormulaLabel, "positionsFormula");
    m_text = named(makeLabel({}, LabelRole::Plain), "positionsText");
    for (QWidget* part :
         {static_cast<QWidget*>(m_formula), static_cast<QWidget*>(m_text), makeControls()}) {
        hideInPresentation(*part);
        layout->addWidget(part);
    }
    layout->addWidget(makePictures(), 1);
    frame->setContent(content);
}

QWidget* PositionsView::State::makeControls()
{
    auto* controls = new QWidget;
    m_which = named(new QuietComboBox(controls), "positionTableBox", tr("Table of positions"));
    m_positions = named(new QSpinBox(controls), "positionsBox", tr("Positions shown"));
    const QString help = tr("If the slow dimensions resemble straight lines, show more positions.");
    setHelp(*m_positions, help);
    m_dimensions = new DimensionChooser(controls);
    makeRow(
        controls,
        {m_which, makeNameLabel(tr("&Positions"), *m_positions), m_positions, {m_dimensions, 1}},
        kGrid);
    QObject::connect(m_which, &QComboBox::activated, &m_view,
                     [this](int index) { choose(static_cast<size_t>(index)); });
    QObject::connect(m_positions, &QSpinBox::valueChanged, &m_view, [this] { draw(); });
    QObject::connect(m_dimensions, &DimensionChooser::changed, &m_view, [this] { draw(); });
    return controls;
}

QWidget* PositionsView::State::makePictures()
{
    m_pictures = new QWidget;
    m_curves = new PositionCurves(m_pictures);
    m_map = new PositionMap(m_pictures);
    m_scale = new ColourScale(m_pictures);
    m_cell = named(makeLabel({}, LabelRole::Muted, m_pictures), "positionCellLabel");
    m_cell->setWordWrap(false);
    makeColumn(m_pictures, {{m_curves, 2}, {m_map, 3}, makeRow(nullptr, {{m_cell, 1}, m_scale})});
    QObject::connect(m_map, &PositionMap::pointed, &m_view,
                     [this](int position, int dimension) { say(position, dimension); });
    QObject::connect(m_map, &PositionMap::dimensionPicked, m_dimensions, &DimensionChooser::toggle);
    return m_pictures;
}

void PositionsView::State::setTables(const std::vector<core::PositionTable>& fresh)
{
    std::vector<core::PositionTable> usable = fresh;
    std::erase_if(usable, [](const auto& each) { return each.length < 1 || each.features < 1; });
    if (usable.empty()) {
        frame->showEmpty(tr("This network has no position vectors"),
                         tr("The network processes a sentence in its order, or ignores the order. "
                            "A Transformer needs position vectors: train one to see them here."));
        return;
    }
    const bool alike = m_tables.size() == usable.size()
        && std::equal(usable.begin(), usable.end(), m_tables.begin(),
                      [](const auto& one, const auto& other) {
                          return one.name == other.name && one.length == other.length
                              && one.features == other.features;
                      });
    m_tables = std::move(usable);
    frame->showContent();
    if (alike) {
        explain();
        draw();
        return;
    }
    m_which->clear();
    for (const core::PositionTable& each : m_tables)
        m_which->addItem(coreText(each.name));
    m_which->setVisible(m_tables.size() > 1);
    choose(0);
}

void PositionsView::State::choose(size_t index)
{
    m_current = index;
    const auto length = static_cast<int>(table().length);
    const QSignalBlocker quiet(m_positions);
    m_positions->setRange(std::min(2, length), length);
    m_positions->setValue(std::min(kFirstPositions, length));
    m_dimensions->setDimensions(firstDimensions(table().features),
                                static_cast<int>(table().features));
    explain();
    draw();
}

void PositionsView::State::explain()
{
    if (isSinusoidal(table())) {
        m_formula->setFormula(
            {"p_{t,2i} = sin(t / 10000^(2i / d)),  p_{t,2i+1} = cos(t / 10000^(2i / d))",
             R"tex(p_{t,2i} = \sin\frac{t}{10000^{2i/d}},
\quad p_{t,2i+1} = \cos\frac{t}{10000^{2i/d}})tex",
             {}});
        m_text->setText(
            tr("d is %1. Each pair of dimensions rotates like the hand of a clock, the first pairs "
               "quickly, the last ones slowly: together they identify the position. A shift by k "
               "positions is the same rotation everywhere, so that an attention head can attend to "
               "the token k positions before (Vaswani et al., 2017).")
                .arg(table().features));
        return;
    }
    m_formula->setFormula({"x_t = e(w_t) + p_t", R"tex(x_t = e(w_t) + p_t)tex", {}});
    m_text->setText(
        tr("p_t: one vector of %1 numbers for each position, learned like the embedding of a word "
           "and added to it. Watch them during training: positions that are used alike become "
           "similar, and positions beyond the training texts keep their initial values.")
            .arg(table().features));
}

void PositionsView::State::draw()
{
    if (m_tables.empty())
        return;
    double highest = 0.0;
    for (const float number : table().values) {
        if (std::isfinite(number))
            highest = std::max(highest, std::abs(static_cast<double>(number)));
    }
    m_highest = highest > 0.0 ? highest : 1.0;
    m_curves->show(table(), m_dimensions->dimensions(), m_positions->value());
    m_map->show(table(), m_positions->value(), m_highest);
    m_scale->setScale(m_highest, tr("value"), ColourMap::Signed);
    say(-1, -1);
}

void PositionsView::State::say(int position, int dimension)
{
    if (m_tables.empty() || position < 0) {
        m_cell->setText(tr("Point at a cell for its number; click to draw its dimension."));
        return;
    }
    const auto index = static_cast<size_t>(position * table().features + dimension);
    m_cell->setText(tr("position %1, dimension %2: %3")
                        .arg(position)
                        .arg(dimension)
                        .arg(value(static_cast<double>(table().values[index]))));
}

std::vector<Figure> PositionsView::State::figures() const
{
    if (!frame->hasContent())
        return {};
    return {{.title = tr("Positions"),
             .name = QStringLiteral("positions"),
             .size = m_pictures->size(),
             .paint = [this](QCPPainter& painter) { paint(painter); },
             .words =
                 [this] {
                     return QStringList{m_formula->accessibleName(), m_text->text(),
                                        m_curves->accessibleDescription(),
                                        m_map->accessibleDescription()}
                         .join(QLatin1Char('\n'));
                 },
             .answer = [this] { return core::readoutOf<core::AskPositions>(m_tables); }}};
}

void PositionsView::State::paint(QCPPainter& painter) const
{
    for (Plot* plot : {static_cast<Plot*>(m_curves), static_cast<Plot*>(m_map)}) {
        painter.save();
        painter.translate(plot->pos());
        plot->toPainter(&painter, plot->width(), plot->height());
        painter.restore();
    }
    m_scale->draw(painter, m_scale->geometry());
}

PositionsView::PositionsView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_state(std::make_unique<State>(*this))
    , m_asker(context, [this](const core::Failure& failure) { setFailure(failure); })
{
    setAccessibleName(tr("Positions"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setNoModel();
}

bool PositionsView::fits(const core::ExperimentSpec& spec)
{
    const core::Json& options = spec.model.network.options;
    if (!options.contains("positions"))
        return false;
    const auto positions = options.at("positions").get<std::string>();
    return positions != "rotary" && positions != "none";
}

PositionsView::~PositionsView() = default;

void PositionsView::follow(const Shown& shown)
{
    const bool otherRun = std::exchange(m_run, shown.choice.run) != shown.choice.run;
    if (otherRun)
        m_asker.withdraw();
    if (!shown.hasRun())
        return setNoModel();
    if (otherRun) // Nothing of the former run stays in sight.
        m_state->frame->showOpening(shown.name);
    if (isSeen() && shown.askable)
        m_asker.follow(shown, core::AskPositions(),
                       [this](const auto& tables) { setPositions(tables); });
}

void PositionsView::setPositions(const std::vector<core::PositionTable>& tables)
{
    m_state->setTables(tables);
}

void PositionsView::setFailure(const core::Failure& failure)
{
    m_state->frame->showEmpty(tr("The positions cannot be shown"), sentence(failure));
}

void PositionsView::setNoModel()
{
    m_state->frame->showEmpty(
        tr("No network yet"),
        tr("Train a Transformer, or choose a run of one: its position vectors are drawn here."));
}

std::vector<Figure> PositionsView::figures() const
{
    return m_state->figures();
}

} // namespace ui
