#include "ui/states/unit_page.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QCheckBox>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>

#include <algorithm>
#include <tuple>
#include <utility>

namespace ui {

UnitCurves::UnitCurves(QWidget* parent) : Plot(parent)
{
    setObjectName(QStringLiteral("unitCurves"));
    setMinimumSize(200, 90);
    legend->setVisible(true);
    auto* side = new QCPLayoutGrid;
    plotLayout()->addElement(0, 1, side);
    side->addElement(0, 0, legend);
    side->addElement(1, 0, new QCPLayoutElement(this)); // Keeps the legend at the top.
    plotLayout()->setColumnStretchFactor(1, 0.001);
}

void UnitCurves::setLines(const std::vector<Line>& lines, const QStringList& tokens,
                          const QString& what)
{
    clearGraphs();
    m_tokens = tokens;
    double low = 0.0, high = 0.0;
    for (const Line& line : lines) {
        QCPGraph* graph = addGraph();
        graph->setName(line.name);
        for (size_t token = 0; token < line.values.size(); ++token) {
            graph->addData(double(token), line.values[token]);
            low = std::min(low, line.values[token]);
            high = std::max(high, line.values[token]);
        }
    }
    if (low == high)
        std::tie(low, high) = std::pair(-1.0, 1.0);
    const double air = 0.08 * (high - low);
    yAxis->setRange(low - air, high + air);
    xAxis->setRange(-0.5, std::max(double(tokens.size()), 1.0) - 0.5);
    yAxis->setLabel(what);
    legend->setVisible(!lines.empty());
    setAccessibleTexts(tr("Units over the words"),
                       filled(tr("%1 of %2 {unit|units} at each of %3 {word|words}."),
                              {what, count(qint64(lines.size())), count(tokens.size())}));
    labelPlaces(m_tokens);
    style();
    replot(rpQueuedReplot);
}

void UnitCurves::applyTheme()
{
    Plot::applyTheme();
    xAxis->setTickLabelColor(Theme::instance().text());
    xAxis->setTickLabelFont(Theme::instance().textFont());
    labelPlaces(m_tokens);
    style();
}

void UnitCurves::style()
{
    for (int i = 0; i < graphCount(); ++i) {
        QPen pen = Theme::instance().seriesPen(i);
        pen.setWidthF((i == 0 ? 2.5 : 1.5) * Theme::instance().lineWidth());
        graph(i)->setPen(pen);
        graph(i)->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, i == 0 ? 6 : 4));
    }
}

UnitPage::UnitPage(QWidget* parent)
    : QWidget(parent)
    , m_curves(new UnitCurves)
    , m_mark(new QCheckBox(tr("&Mark this unit")))
    , m_title(named(makeLabel({}, LabelRole::Group), "unitTitle"))
    , m_equations(named(makeLabel({}, LabelRole::Plain), "unitEquations"))
{
    named(m_mark, "markUnitBox", {},
          tr("Mark its row and keep its curve in all epochs, to watch how the unit changes."));
    m_equations->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* numbers = new QWidget;
    auto* area = new QScrollArea;
    area->setWidget(m_equations);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setAccessibleName(tr("The equations with the numbers of the unit"));
    m_equations->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    makeColumn(numbers, {makeRow(nullptr, {{m_title, 1}, m_mark}), {area, 1}}, 4);
    makeRow(this, {{m_curves, 5}, {numbers, 6}}, kGrid, {0, 4, 0, 0});
    connect(m_mark, &QCheckBox::toggled, this, [this](bool on) {
        if (m_unit >= 0)
            Q_EMIT markToggled(m_unit, on);
    });
}

void UnitPage::show(const ShownStates& states, int quantity, QPoint cell,
                    const std::set<int>& marked)
{
    constexpr size_t kMostLines = 8;
    m_unit = cell.y();
    m_mark->setEnabled(m_unit >= 0);
    {
        const QSignalBlocker quiet(m_mark);
        m_mark->setChecked(marked.contains(m_unit));
    }
    std::vector<UnitCurves::Line> lines;
    const auto add = [&](const StateMatrix& matrix, int unit, const QString& name) {
        UnitCurves::Line line{name, {}};
        for (int token = 0; token < matrix.tokens && unit < matrix.units; ++token)
            line.values.push_back(matrix.at(token, unit));
        if (!line.values.empty() && lines.size() < kMostLines)
            lines.push_back(std::move(line));
    };
    const bool edited = states->edited.has_value();
    const StateMatrix matrix
        = stateMatrix(*states, quantity, edited ? StateSide::Edited : StateSide::Plain);
    if (m_unit >= 0)
        add(matrix, m_unit, tr("unit %1").arg(m_unit));
    if (m_unit >= 0 && edited)
        add(stateMatrix(*states, quantity, StateSide::Plain), m_unit, tr("as computed"));
    for (const int unit : marked)
        if (unit != m_unit)
            add(matrix, unit, tr("unit %1").arg(unit));
    m_curves->setLines(lines, tokenLabels(states->tokens), matrix.name);
    showNumbers(*states, cell.x());
}

void UnitPage::clear()
{
    m_unit = -1;
    m_mark->setEnabled(false);
    m_curves->setLines({}, {}, {});
    showNumbers({}, -1);
}

void UnitPage::showNumbers(const core::States& states, int token)
{
    QStringList equations;
    for (const core::UnitEquation& equation : states.equations)
        equations << equationText(equation);
    const bool chosen
        = m_unit >= 0 && token >= 0 && size_t(token) < states.tokens.size() && !equations.isEmpty();
    m_title->setText(chosen ? tr("Unit %1 at \u201c%2\u201d")
                                  .arg(m_unit)
                                  .arg(readableToken(states.tokens[size_t(token)]))
                            : QString());
    showEquations(
        *m_equations,
        chosen ? equations.join(QLatin1Char('\n'))
               : tr("Click a cell of the map: its numbers appear here in the cell's equations, and "
                    "the values of its unit as a curve."));
}

} // namespace ui
