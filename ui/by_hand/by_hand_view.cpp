#include "ui/by_hand/by_hand_view.h"

#include "core/base/read_json.h"
#include "ui/by_hand/by_hand_form.h"
#include "ui/by_hand/by_hand_steps.h"
#include "ui/by_hand/head_panel.h"
#include "ui/decoding/transport_bar.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ui {

namespace {

double largestOf(const core::NumberTable& table)
{
    double largest = 0.0;
    for (const double value : table.values)
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    return largest > 0.0 ? largest : 1.0;
}

/// "k2 film", "k2" where the rows are no tokens.
QString withToken(const QString& name, const QStringList& tokens, int64_t index)
{
    const QString token = tokens.value(index);
    return token.isEmpty() ? name : name + QLatin1Char(' ') + token;
}

} // namespace

/// Derivatives are read for their size: more digits would not fit beside each other.
QString slopeText(double number)
{
    return QLocale().toString(number, 'g', 3);
}

/// Derivatives by the typed numbers; rows are named q1, k1, v1.
HeatMapContent slopesOf(const core::NumberTable& table, QChar name)
{
    HeatMapContent content;
    content.rows = static_cast<int>(table.rows);
    content.columns = static_cast<int>(table.columns);
    content.colours = ColourMap::Signed;
    content.high = largestOf(table);
    for (int64_t row = 0; row < table.rows; ++row) {
        content.rowLabels << name + QString::number(row + 1);
        for (int64_t column = 0; column < table.columns; ++column) {
            content.values.push_back(static_cast<float>(table.at(row, column)));
            content.cellTexts << slopeText(table.at(row, column));
        }
    }
    for (int64_t column = 0; column < table.columns; ++column)
        content.columnLabels << QString::number(column + 1);
    return content;
}

/// Widgets and what they show.
class ByHandView::State {
public:
    State(ByHandView& view, ViewContext& context);

    void compute();
    std::vector<Figure> figures() const;
    ByHandForm* form;
    HeadPanel* headPanel;

private:
    /// The picture of a step.
    struct Pane {
        QWidget *whole = nullptr, *headings = nullptr;
        QLabel* title = nullptr;
        FormulaLabel* formula = nullptr;
        HeatMap* map = nullptr;
    };

    QWidget* makeSteps();
    QWidget* makePanes();
    Pane makePane(const QString& title, const QString& name);
    Pane makeStepPane(AttentionStep step);
    void chooseCell(AttentionStep step, int row, int column);
    void pointAt(AttentionStep step, int row, int column);
    void show();
    void showStep(AttentionStep step);
    void showSlopes();
    static void fit(const Pane& pane, int rows, bool formulas);
    HeatMapContent contentOf(AttentionStep step) const;
    size_t shownHead() const { return static_cast<size_t>(std::max(0, m_head->currentIndex())); }
    QString words() const;
    void paint(QCPPainter& painter) const;

    ByHandView& m_view;
    std::unique_ptr<ComputedAttention> m_computed;
    std::optional<std::pair<int64_t, int64_t>> m_cell; ///< Output cell of the gradients.
    QComboBox* m_head = nullptr;
    QWidget *m_headRow = nullptr, *m_panesWidget = nullptr;
    TransportBar* m_transport = nullptr;
    QLabel* m_said = nullptr;
    std::array<Pane, kAttentionSteps> m_panes;
    std::array<Pane, 3> m_slopes; ///< Derivatives by queries, keys and values.
};

ByHandView::State::State(ByHandView& view, ViewContext& context)
    : form(new ByHandForm), headPanel(new HeadPanel(context)), m_view(view)
{
    auto* scroll = new QScrollArea;
    scroll->setWidget(form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(form->minimumSizeHint().width()
                          + scroll->verticalScrollBar()->sizeHint().width() + kGrid);
    hideInPresentation(*scroll);
    makeRow(&view, {scroll, {makeSteps(), 1}}, 2 * kGrid, {kGrid, kGrid, kGrid, kGrid});
    QObject::connect(form, &ByHandForm::edited, &view, [this] { compute(); });
    QObject::connect(headPanel, &HeadPanel::taken, &view,
                     [this](const core::AttentionByHand& attention) {
                         form->setTables(attention, headPanel->queryNames(), headPanel->keyNames());
                         compute();
                     });
    QObject::connect(&Theme::instance(), &Theme::changed, &view, [this] { show(); });
    compute();
}

QWidget* ByHandView::State::makeSteps()
{
    m_transport = named(new TransportBar, "byHandTransport");
    m_transport->setCount(kAttentionSteps);
    m_transport->setStep(kAttentionSteps);
    m_head = named(new QuietComboBox, "byHandHead", tr("Head shown"));
    m_headRow = new QWidget;
    makeRow(m_headRow, {makeNameLabel(tr("Hea&d shown"), *m_head), m_head, freeSpace()});
    m_said = named(makeLabel({}, LabelRole::Plain), "byHandSaid");
    m_said->setMinimumHeight(4 * m_said->fontMetrics().lineSpacing()); // Nothing jumps.
    m_said->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* steps = new QWidget;
    makeColumn(steps, {headPanel, m_transport, m_headRow, {makePanes(), 1}, m_said});
    QObject::connect(m_transport, &TransportBar::stepped, &m_view, [this] { show(); });
    QObject::connect(m_head, &QComboBox::activated, &m_view, [this] { show(); });
    return steps;
}

QWidget* ByHandView::State::makePanes()
{
    constexpr int kBeside = 3; // Scores, scaled, masked.
    m_panesWidget = new QWidget;
    auto* grid = new QGridLayout(m_panesWidget);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(kGrid);
    grid->setHorizontalSpacing(kGrid / 4); // Three stand side by side.
    for (int i = 0; i < kAttentionSteps; ++i) {
        m_panes[static_cast<size_t>(i)] = makeStepPane(static_cast<AttentionStep>(i));
        QWidget* whole = m_panes[static_cast<size_t>(i)].whole;
        if (i < kBeside) // Weights and output have long numbers: a row each.
            grid->addWidget(whole, 0, i);
        else
            grid->addWidget(whole, i - kBeside + 1, 0, 1, kBeside);
    }
    const QString titles[]
        = {tr("Queries Q: derivatives"), tr("Keys K: derivatives"), tr("Values V: derivatives")};
    for (int i = 0; i < kBeside; ++i) {
        Pane& pane = m_slopes[static_cast<size_t>(i)];
        pane = makePane(titles[i], QStringLiteral("byHandSlopes%1").arg(i + 1));
        pane.map->setDescriber([map = pane.map](int row, int column) {
            const HeatMapContent& content = map->content();
            return tr("Derivative with respect to %1, column %2: %3")
                .arg(content.rowLabels[row], content.columnLabels[column],
                     content.cellTexts[qsizetype(row) * content.columns + column]);
        });
        grid->addWidget(pane.whole, kAttentionSteps - kBeside + 1, i);
        grid->setColumnStretch(i, 1);
    }
    return m_panesWidget;
}

ByHandView::State::Pane ByHandView::State::makePane(const QString& title, const QString& name)
{
    Pane pane;
    pane.whole = new QWidget;
    pane.title = makeLabel(title, LabelRole::Group);
    pane.title->setWordWrap(false);
    pane.formula = new FormulaLabel;
    pane.formula->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // Columns are equal.
    pane.map = new HeatMap;
    pane.map->setMinimumWidth(150);
    pane.map->setObjectName(name);
    pane.map->setAccessibleName(title);
    pane.headings = new QWidget;
    makeRow(pane.headings, {pane.title, {pane.formula, 1}});
    makeColumn(pane.whole, {pane.headings, {pane.map, 1}});
    return pane;
}

ByHandView::State::Pane ByHandView::State::makeStepPane(AttentionStep step)
{
    const Pane pane = makePane(stepTitle(step, true),
                               QStringLiteral("byHandStep%1").arg(static_cast<int>(step) + 1));
    pane.formula->setFormula(stepFormula(step));
    pane.map->setDescriber([this, step](int row, int column) {
        return cellSentence(*m_computed, step, shownHead(), row, column);
    });
    QObject::connect(pane.map, &HeatMap::cellPointed, &m_view,
                     [this, step](int row, int column) { pointAt(step, row, column); });
    QObject::connect(pane.map, &HeatMap::cellActivated, &m_view,
                     [this, step](int row, int column) { chooseCell(step, row, column); });
    return pane;
}

void ByHandView::State::compute()
{
    m_computed = std::make_unique<ComputedAttention>(form->attention());
    headPanel->setTables(m_computed->input);
    const core::NumberTable& output = m_computed->steps.output;
    if (m_cell && (m_cell->first >= output.rows || m_cell->second >= output.columns))
        m_cell.reset();
    if (form->wantsGradients())
        m_computed->setGradients(m_cell);
    const auto heads = static_cast<int>(m_computed->input.heads);
    if (m_head->count() != heads) {
        const int before = m_head->currentIndex();
        m_head->clear();
        for (int index = 1; index <= heads; ++index)
            m_head->addItem(QString::number(index));
        m_head->setCurrentIndex(std::clamp(before, 0, heads - 1));
    }
    m_headRow->setVisible(heads > 1);
    show();
}

void ByHandView::State::show()
{
    for (int i = 0; i < kAttentionSteps; ++i)
        showStep(static_cast<AttentionStep>(i));
    showSlopes();
    pointAt(AttentionStep::Scores, -1, -1);
}

void ByHandView::State::showStep(AttentionStep step)
{
    const Pane& pane = m_panes[static_cast<size_t>(step)];
    const bool reached = static_cast<int>(step) < m_transport->step();
    HeatMapContent content = contentOf(step);
    const bool slopes = m_computed->slopes.has_value();
    fit(pane, content.rows, !slopes);
    const bool causal = m_computed->input.causal;
    const QString title = stepTitle(step, causal);
    pane.formula->setVisible(!slopes && (causal || step != AttentionStep::Masked));
    pane.map->setAccessibleName(title);
    pane.map->setContent(reached ? std::move(content) : HeatMapContent());
    pane.title->setText(slopes ? tr("%1: derivatives").arg(title) : title);
}

/// Gives it the height of its rows, so that all steps are visible, also before they are reached. In
/// a presentation the steps share the whole height.
void ByHandView::State::fit(const Pane& pane, int rows, bool formulas)
{
    const int line = QFontMetrics(Theme::instance().textFont()).lineSpacing();
    pane.formula->setVisible(formulas); // It is not that of derivatives.
    pane.headings->setFixedHeight(formulas ? 5 * line / 2 : 3 * line / 2); // A fraction fits.
    pane.map->setMinimumHeight((2 * rows + 3) * line);
    const bool presented = Theme::instance().presentation();
    pane.map->setMaximumHeight(presented ? QWIDGETSIZE_MAX : (5 * rows + 2) * line);
    pane.map->setSizePolicy(QSizePolicy::Expanding,
                            presented ? QSizePolicy::Ignored : QSizePolicy::Expanding);
}

void ByHandView::State::showSlopes()
{
    const auto& slopes = m_computed->slopes;
    const core::NumberTable none;
    const core::NumberTable* tables[]
        = {slopes ? &slopes->queries : &none, slopes ? &slopes->keys : &none,
           slopes ? &slopes->values : &none};
    constexpr std::array kNames{'q', 'k', 'v'};
    for (size_t i = 0; i < m_slopes.size(); ++i) {
        HeatMapContent content = slopesOf(*tables[i], QLatin1Char(kNames[i]));
        fit(m_slopes[i], content.rows, false);
        m_slopes[i].map->setContent(std::move(content));
        m_slopes[i].whole->setVisible(slopes.has_value());
    }
}

HeatMapContent ByHandView::State::contentOf(AttentionStep step) const
{
    const bool slopes = m_computed->slopes.has_value();
    const core::NumberTable& numbers = m_computed->values(step, shownHead());
    const core::NumberTable shown = slopes ? m_computed->gradients(step, shownHead()) : numbers;
    HeatMapContent content;
    content.rows = static_cast<int>(shown.rows);
    content.columns = static_cast<int>(shown.columns);
    const bool weights = step == AttentionStep::Weights && !slopes;
    const QStringList queries = headPanel->queryNames(), keys = headPanel->keyNames();
    content.colours = weights ? ColourMap::Weights : ColourMap::Signed;
    content.high = weights ? 1.0 : largestOf(shown);
    for (int64_t row = 0; row < shown.rows; ++row) {
        content.rowLabels << withToken(rowName(step, row), queries, row);
        for (int64_t column = 0; column < shown.columns; ++column) {
            const bool hidden
                = step == AttentionStep::Masked && std::isinf(numbers.at(row, column));
            content.values.push_back(hidden ? 0.0F : static_cast<float>(shown.at(row, column)));
            content.struck.push_back(hidden ? 1 : 0);
            content.outlined.push_back(step == AttentionStep::Output && m_cell
                                       && *m_cell == std::pair(row, column));
            content.cellTexts << (slopes       ? slopeText(shown.at(row, column))
                                      : hidden ? numberText(numbers.at(row, column))
                                               : numberText(shown.at(row, column)));
        }
    }
    for (int64_t column = 0; column < shown.columns; ++column)
        content.columnLabels << (step == AttentionStep::Output
                                     ? columnName(step, column)
                                     : withToken(columnName(step, column), keys, column));
    return content;
}

/// Gradients are of the cell that was clicked; of the sum again after a second click.
void ByHandView::State::chooseCell(AttentionStep step, int row, int column)
{
    if (step != AttentionStep::Output)
        return;
    const std::pair<int64_t, int64_t> cell(row, column);
    m_cell = m_cell == cell ? std::nullopt : std::optional(cell);
    compute();
    pointAt(step, row, column);
}

void ByHandView::State::pointAt(AttentionStep step, int row, int column)
{
    if (row >= 0 && column >= 0) {
        m_said->setText(cellSentence(*m_computed, step, shownHead(), row, column));
        return;
    }
    m_said->setText(m_computed->slopes ? tr("Derivatives of %1 with respect to every number. Click "
                                            "an output cell to see its derivatives.")
                                             .arg(m_cell ? tr("the output's cell in the frame")
                                                         : tr("the sum of the output"))
                                       : tr("Point at a cell to see its numbers in the equation."));
}

QString ByHandView::State::words() const
{
    QStringList lines;
    const auto& steps = m_computed->steps;
    for (size_t head = 0; head < steps.heads.size(); ++head)
        for (int64_t query = 0; query < m_computed->input.queries.rows; ++query) {
            QStringList weights;
            for (int64_t key = 0; key < m_computed->input.keys.rows; ++key)
                weights << QStringLiteral("%1 %2").arg(
                    columnName(AttentionStep::Weights, key),
                    numberText(steps.heads[head].weights.at(query, key)));
            lines << tr("Head %1, %2 attends to %3")
                         .arg(head + 1)
                         .arg(rowName(AttentionStep::Weights, query),
                              weights.join(QStringLiteral(", ")));
        }
    return lines.join(QLatin1Char('\n'));
}

void ByHandView::State::paint(QCPPainter& painter) const
{
    std::vector<Pane> all(m_panes.begin(), m_panes.end());
    if (m_computed->slopes)
        all.insert(all.end(), m_slopes.begin(), m_slopes.end());
    for (const Pane& pane : all) {
        painter.save();
        painter.translate(pane.whole->pos());
        painter.setPen(Theme::instance().text());
        painter.drawText(QRect(QPoint(0, 0), pane.title->size()), Qt::AlignVCenter,
                         pane.title->text());
        painter.translate(pane.map->pos());
        pane.map->drawWhole(painter);
        painter.restore();
    }
}

std::vector<Figure> ByHandView::State::figures() const
{
    return {{tr("Attention by hand"), QStringLiteral("attention_by_hand"), m_panesWidget->size(),
             [this](QCPPainter& painter) { paint(painter); },
             [this](TableText& text) { writeSteps(text, *m_computed); },
             [this] { return words(); }}};
}

ByHandView::ByHandView(ViewContext& context, QWidget* parent) : View(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_state = std::make_unique<State>(*this, context);
}

ByHandView::~ByHandView() = default;

void ByHandView::follow(const Shown& shown)
{
    if (shown.head && shown.head.get() != m_state->headPanel->picked())
        m_state->headPanel->take(shown.head);
}

void ByHandView::trained()
{
    m_state->headPanel->trained();
}

std::vector<Figure> ByHandView::figures() const
{
    return m_state->figures();
}

QByteArray ByHandView::state() const
{
    return QByteArray::fromStdString(m_state->form->state().dump());
}

void ByHandView::setState(const QByteArray& state)
{
    m_state->form->setState(core::readJson(state.toStdString()).value.value_or(core::Json()));
    m_state->compute();
}

} // namespace ui
