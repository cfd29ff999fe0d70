#include "ui/states/states_view.h"

#include "core/base/read_json.h"
#include "core/probe/question_kind.h"
#include "ui/states/pattern_page.h"
#include "ui/states/state_map.h"
#include "ui/states/surgery_page.h"
#include "ui/states/unit_page.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QCheckBox>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr size_t kMostMaps = 3;

} // namespace

StatesView::StatesView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("states"), tr("States"), tr("Text to read; earlier texts are in the list"),
         tr("Then type a sentence above: the gates and states of a recurrent network "
            "appear here word by word, also while training runs.")},
        parent)
    , m_states(std::make_shared<core::States>())
    , m_besides(
          context, [this] { showBeside(); }, [this] { return isSeen(); })
    , m_patternAsker(
          context,
          [this](const core::Failure& failure) { m_pattern->setSearching(sentence(failure)); },
          [this](const core::Progress& progress) {
              m_pattern->setSearching(progressText(progress));
          })
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [](int whole) {
        const int upper = whole * (Theme::instance().presentation() ? 4 : 3) / 5;
        return QList<int>{upper, whole - upper, whole / 3};
    });
    connect(&context, &ViewContext::runsChanged, this, [this] {
        if (isSeen() && m_beside->isChecked() && shown().hasRun())
            askOthers();
    });
    showNoNetwork();
}

StatesView::~StatesView() = default;

/// Recurrent networks, and no others, have layers of a hidden size.
bool StatesView::fits(const core::ExperimentSpec& spec)
{
    const core::Json& options = spec.model.network.options;
    return options.contains("hidden_size") && options.contains("layers");
}

QWidget* StatesView::buildUpper()
{
    auto* upper = new QWidget;
    QWidget* controls = buildControls();
    hideInPresentation(*controls);
    m_equation = named(makeLabel({}, LabelRole::Plain), "stateEquationLabel");
    auto* column = makeColumn(upper, {controls, m_equation}, 4);
    auto* maps = new QWidget;
    auto* row = makeRow(maps, {}, 2 * kGrid);
    for (size_t i = 0; i < kMostMaps; ++i) {
        auto* map = new StateMap(QStringLiteral("state%1").arg(i + 1));
        connect(map, &StateMap::cellChosen, this,
                [this, map](int token, int unit) { chooseCell(*map, token, unit); });
        connect(map, &StateMap::tokensDragged, this, &StatesView::chooseTokens);
        row->addWidget(map, 1);
        m_maps.push_back(map);
    }
    column->addWidget(maps, 1);
    return upper;
}

QWidget* StatesView::buildControls()
{
    auto* controls = new QWidget;
    m_layer = named(new QuietComboBox, "stateLayerBox", tr("Layer and direction"));
    m_shownQuantity = named(new QuietComboBox, "stateQuantityBox", tr("Gate or state"));
    m_order = named(new QuietComboBox, "unitOrderBox", tr("Order of the units"),
                    tr("Order of the units: by their number, by mean absolute value, or with "
                       "similar units side by side."));
    m_order->addItems({tr("by number"), tr("by activity"), tr("by similarity")});
    m_beside
        = named(new QCheckBox(tr("&Beside ticked runs")), "besideRunsBox", {},
                tr("Evaluate the same sentence with up to two more runs of the same task that are "
                   "checked in the list of runs: for example RNN, LSTM and GRU side by side."));
    makeRow(controls,
            {makeNameLabel(tr("La&yer"), *m_layer),
             {m_layer, 4},
             makeNameLabel(tr("S&how"), *m_shownQuantity),
             {m_shownQuantity, 2},
             makeNameLabel(tr("U&nits"), *m_order),
             {m_order, 2},
             m_beside},
            kGrid);
    connect(m_layer, &QComboBox::activated, this, [this] {
        m_cell = {-1, -1};
        askAgain();
    });
    connect(m_shownQuantity, &QComboBox::activated, this, [this] {
        m_quantity = m_shownQuantity->currentData().toString();
        showMaps();
        showPages();
    });
    connect(m_order, &QComboBox::activated, this, &StatesView::showMaps);
    connect(m_beside, &QCheckBox::toggled, this, &StatesView::askOthers);
    return controls;
}

QWidget* StatesView::buildLower()
{
    m_tabs = named(new QTabWidget, "statesTabs");
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_unit = new UnitPage;
    m_pattern = new PatternPage;
    m_surgery = new SurgeryPage;
    m_tabs->addTab(m_unit, tr("Unit"));
    m_tabs->addTab(m_pattern, tr("Pattern"));
    m_tabs->addTab(m_surgery, tr("Set by hand"));
    connect(m_unit, &UnitPage::markToggled, this, [this](int unit, bool on) { mark({unit}, on); });
    connect(m_pattern, &PatternPage::rangeChosen, this, &StatesView::chooseTokens);
    connect(m_pattern, &PatternPage::searchRequested, this, &StatesView::searchPattern);
    connect(m_pattern, &PatternPage::markRequested, this,
            [this](const std::vector<int>& units) { mark(units, true); });
    connect(m_pattern, &PatternPage::textChosen, this,
            [this](const QString& text, const QString& label) { context().look(text, label); });
    connect(m_surgery, &SurgeryPage::edited, this, &StatesView::askAgain);
    return m_tabs;
}

void StatesView::showOtherRun()
{
    asker().withdraw(); // An answer of the other run may be under way.
    m_cell = {-1, -1};
    forgetStates();
    m_patternAsker.withdraw();
    m_pattern->setFound({});
    m_pattern->setSearching({});
}

void StatesView::forgetStates()
{
    m_states = std::make_shared<core::States>();
    m_surgery->clear();
    m_pattern->setMatrix({}, {});
    m_unit->clear();
    showMaps();
}

/// The shown states stay until the answer comes; only the selection is cleared.
void StatesView::showOtherText()
{
    m_cell = {-1, -1};
    setTokenRange(-1, -1);
}

/// Texts of the data may be divided into fewer tokens than typed ones.
void StatesView::showOtherTruth()
{
    m_cell = {-1, -1};
}

int StatesView::layer() const
{
    return std::max(m_layer->currentData().toPoint().x(), 0);
}

int StatesView::direction() const
{
    return std::max(m_layer->currentData().toPoint().y(), 0);
}

void StatesView::askShown()
{
    core::AskStates question;
    question.example = example();
    question.layer = layer();
    question.direction = direction();
    question.edits = m_surgery->edits();
    question.unit = m_cell.y();
    question.token = m_cell.x();
    asker().follow(shown(), std::move(question),
                   [this](const core::States& states) { setStates(states); });
    askOthers();
}

void StatesView::askOthers()
{
    const core::AskStates question{
        .example = example(), .layer = layer(), .direction = direction()};
    const bool wanted = m_beside->isChecked() && shown().hasRun();
    m_besides.follow(shown(), question, wanted ? kMostMaps - 1 : 0);
    showMaps();
}

void StatesView::showBeside()
{
    showMaps();
    if (!m_states->tokens.empty())
        showContent(stateText());
}

void StatesView::searchPattern()
{
    core::AskStatePattern question;
    question.split = "train";
    question.quantity
        = m_states->cell.quantities[size_t(quantityPlace(*m_states, m_quantity))].name;
    question.layer = m_states->layer;
    question.direction = m_states->direction;
    question.units = m_pattern->units();
    question.threshold = m_pattern->threshold();
    question.length = m_pattern->last() - m_pattern->first() + 1;
    m_pattern->setSearching(tr("Searching the data ..."));
    m_patternAsker.ask(shown(), std::move(question),
                       [this](const core::FoundPattern& found) { m_pattern->setFound(found); });
}

void StatesView::setStates(const core::States& states)
{
    if (states.cell.title.empty() || states.tokens.empty()) {
        frame().showEmpty(tr("This network has no recurrent layers"),
                          tr("Train an RNN, LSTM or GRU, or choose a run of one: its gates and "
                             "states appear here word by word."));
        return;
    }
    m_states = std::make_shared<core::States>(states);
    showContent(stateText());
    fillChoices();
    if (m_cell.x() >= int(states.tokens.size()))
        m_cell = {-1, -1};
    showMaps();
    showPages();
    showWords();
}

void StatesView::fillChoices()
{
    const QSignalBlocker quietLayers(m_layer), quietQuantities(m_shownQuantity);
    m_layer->setChoices(layerChoices(m_states->cell));
    m_layer->setCurrentIndex(
        m_layer->findData(QPoint(int(m_states->layer), int(m_states->direction))));
    m_layer->setEnabled(m_layer->count() > 1);
    QuietComboBox::Choices quantities;
    for (const core::StateQuantity& each : m_states->cell.quantities)
        quantities.emplace_back(tr("%1 (%2)").arg(QString::fromStdString(each.text),
                                                  each.gate        ? tr("gate")
                                                      : each.state ? tr("state")
                                                                   : tr("candidate")),
                                QString::fromStdString(each.name));
    m_shownQuantity->setChoices(quantities);
    m_shownQuantity->setCurrentIndex(quantityPlace(*m_states, m_quantity));
}

std::vector<StatesView::Panel> StatesView::panels() const
{
    if (m_states->tokens.empty())
        return {};
    if (m_states->edited)
        return {{tr("As computed"), m_states, StateSide::Plain},
                {tr("Edited"), m_states, StateSide::Edited},
                {tr("Difference"), m_states, StateSide::Difference}};
    std::vector<Panel> all{
        {QString::fromStdString(m_states->cell.title), m_states, StateSide::Plain}};
    for (const auto& other : m_besides.runs())
        if (other.answer != nullptr && !other.answer->cell.title.empty())
            all.push_back({other.name, other.answer, StateSide::Plain});
    if (all.size() > 1)
        all.front().title = shown().name;
    return all;
}

void StatesView::showMaps()
{
    const std::vector<Panel> all = panels();
    for (size_t i = 0; i < m_maps.size(); ++i) {
        m_maps[i]->setVisible(i < all.size());
        if (i >= all.size())
            continue;
        const Panel& panel = all[i];
        const int quantity = quantityPlace(*panel.states, m_quantity);
        StateMatrix matrix = stateMatrix(*panel.states, quantity, panel.side);
        const StateMatrix plain = stateMatrix(*panel.states, quantity, StateSide::Plain);
        std::vector<int> order = orderedUnits(plain.values, plain.tokens, plain.units,
                                              static_cast<UnitOrder>(m_order->currentIndex()));
        const bool ours = panel.states == m_states;
        // The effect on other units is far smaller than the value that was set.
        if (panel.side == StateSide::Difference)
            matrix.colourEnd = matrix.largestBeyond(shownEdits(quantity));
        QStringList names{panel.title};
        if (m_layer->count() > 1) // In a presentation nothing else says which.
            names << m_layer->currentText();
        const QString title = (names << matrix.name).join(QStringLiteral(" \u00b7 "));
        const core::StateCell& cell = panel.states->cell;
        const bool decodes = layer() >= cell.layers - cell.decoderLayers;
        m_maps[i]->setMarks(int(2 * layer() + direction()),
                            decodes ? Mark::Kind::None : Mark::Kind::Source);
        m_maps[i]->setMatrix(title, std::move(matrix), tokenLabels(panel.states->tokens),
                             std::move(order), ours ? marks() : std::set<int>());
        m_maps[i]->setTokenRange(m_pattern->first(), m_pattern->last());
        m_maps[i]->setCurrent(ours ? m_cell.x() : -1, ours ? m_cell.y() : -1);
    }
}

/// Edits of the quantity that the maps show.
std::vector<core::StateEdit> StatesView::shownEdits(int quantity) const
{
    std::vector<core::StateEdit> edits = m_surgery->edits();
    std::erase_if(edits, [&](const core::StateEdit& edit) {
        return edit.quantity != m_states->cell.quantities[size_t(quantity)].name
            || edit.layer != m_states->layer || edit.direction != m_states->direction;
    });
    return edits;
}

void StatesView::showPages()
{
    if (m_states->tokens.empty())
        return;
    const int quantity = quantityPlace(*m_states, m_quantity);
    const core::StateQuantity& described = m_states->cell.quantities[size_t(quantity)];
    showEquations(*m_equation, QString::fromStdString(described.equation));
    m_unit->show(m_states, quantity, m_cell.y() >= 0 ? m_cell : QPoint(-1, activeUnit()), marks());
    m_pattern->setMatrix(stateMatrix(*m_states, quantity, StateSide::Plain), m_states->tokens);
    m_surgery->setStates(m_states);
    m_surgery->setPlace(QString::fromStdString(described.name), int(m_states->layer),
                        int(m_states->direction), m_cell, m_pattern->first(), m_pattern->last());
}

/// The one with the largest values, as long as run, layer and direction are the same.
int StatesView::activeUnit()
{
    if (std::exchange(m_activeOf, markKey()) != markKey()) {
        const StateMatrix matrix
            = stateMatrix(*m_states, quantityPlace(*m_states, m_quantity), StateSide::Plain);
        m_activeUnit
            = orderedUnits(matrix.values, matrix.tokens, matrix.units, UnitOrder::Activity).front();
    }
    return m_activeUnit;
}

/// Only cells of the run that all views show have numbers.
void StatesView::chooseCell(const StateMap& map, int token, int unit)
{
    if (!m_states->edited && &map != m_maps.front())
        return;
    m_cell = {token, unit};
    showPages();
    askAgain();
}

void StatesView::setTokenRange(int first, int last)
{
    m_pattern->setRange(first, last);
    for (StateMap* map : m_maps)
        if (map->isVisibleTo(this))
            map->setTokenRange(first, last);
}

void StatesView::chooseTokens(int first, int last)
{
    setTokenRange(first, last);
    if (first >= 0 && m_tabs->currentWidget() == m_unit)
        m_tabs->setCurrentWidget(m_pattern);
    showPages();
}

QString StatesView::markKey() const
{
    return QStringLiteral("%1|%2|%3").arg(run()).arg(m_states->layer).arg(m_states->direction);
}

std::set<int> StatesView::marks() const
{
    const auto found = m_marks.find(markKey());
    return found == m_marks.end() ? std::set<int>() : found->second;
}

void StatesView::mark(const std::vector<int>& units, bool on)
{
    std::set<int>& marked = m_marks[markKey()];
    for (const int unit : units)
        if (on)
            marked.insert(unit);
        else
            marked.erase(unit);
    showMaps();
    showPages();
}

QByteArray StatesView::state() const
{
    core::Json marks = core::Json::object();
    for (const auto& [key, units] : m_marks)
        if (!units.empty())
            marks[key.toStdString()] = units;
    return QByteArray::fromStdString(marks.dump());
}

void StatesView::setState(const QByteArray& state)
{
    m_marks.clear();
    const core::Json marks
        = core::readJson(state.toStdString()).value.value_or(core::Json::object());
    for (const auto& [key, units] : marks.items())
        for (const core::Json& unit : units.is_array() ? units : core::Json::array())
            if (unit.is_number_unsigned() && unit.get<uint64_t>() < 1000000U)
                m_marks[QString::fromStdString(key)].insert(unit.get<int>());
    showMaps();
    showPages();
}

QString StatesView::stateText() const
{
    QStringList parts{updateText(m_states->step, m_states->epoch)};
    parts << QString::fromStdString(m_states->cell.title)
          << tr("cell of %1 units").arg(count(m_states->plain.units))
          << predictionText(m_states->plain.verdict) << m_besides.missing();
    if (!m_states->unknown.empty())
        parts << unknownText(m_states->unknown);
    if (m_states->cutTokens > 0)
        parts << tr("%1 tokens beyond the maximum length are not read")
                     .arg(count(m_states->cutTokens));
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString StatesView::words() const
{
    return QStringList{stateText(),
                       statesWords(*m_states, quantityPlace(*m_states, m_quantity), marks()),
                       m_pattern->words()}
        .join(QLatin1Char('\n'));
}

std::vector<Figure> StatesView::contentFigures() const
{
    if (m_states->tokens.empty()) // The answer of another run has not come yet.
        return {};
    QSize size;
    std::vector<const StateMap*> shown;
    for (const StateMap* map : m_maps)
        if (map->isVisibleTo(this)) {
            const QSize one = map->wholeSize();
            size = {size.width() + one.width() + 24, std::max(size.height(), one.height())};
            shown.push_back(map);
        }
    return {
        {.title = told(),
         .name = QStringLiteral("states"),
         .size = size,
         .paint =
             [shown](QCPPainter& painter) {
                 painter.save();
                 for (const StateMap* map : shown) {
                     map->drawWhole(painter);
                     painter.translate(map->wholeSize().width() + 24, 0);
                 }
                 painter.restore();
             },
         .words = [this] { return words(); },
         .answer = [this] { return core::readoutOf<core::AskStates>(*m_states); }},
        figureOf(m_unit->curves(), tr("Unit over the words"), QStringLiteral("unit")),
        {.title = tr("Pattern"),
         .name = QStringLiteral("pattern"),
         .words = [this] { return m_pattern->words(); },
         .answer = [this] { return core::readoutOf<core::AskStatePattern>(m_pattern->found()); }}};
}

} // namespace ui
