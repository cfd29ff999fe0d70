#include "ui/crf/transition_panel.h"

#include "ui/tagging/tag_names.h"
#include "ui/text/score_text.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kShownParts = 1000.0; ///< Scores are shown in thousandths.

core::OptionDescription scoreOption()
{
    core::OptionDescription option;
    option.type = core::OptionType::Real;
    option.minimum = kForbidden;
    option.maximum = -kForbidden;
    return option;
}

} // namespace

TransitionPanel::TransitionPanel(QWidget* parent)
    : QWidget(parent)
    , m_trellis(std::make_shared<core::Trellis>())
    , m_map(new HeatMap)
    , m_scale(new ColourScale)
{
    named(m_map, "transitionMap", tr("Transitions: the tag before down, the tag after across"));
    m_map->setDescriber([this](int row, int column) { return describe(row, column); });
    m_map->setMinimumSize(140, 90);
    connect(m_map, &HeatMap::cellPointed, this, &TransitionPanel::showMove);
    connect(m_map, &HeatMap::cellActivated, this, [this] { m_score->setFocus(); });
    QLabel* title = makeLabel(tr("Transitions"), LabelRole::Group);
    title->setWordWrap(false);
    auto* left
        = makeColumn(nullptr, {makeRow(nullptr, {title, freeSpace(), m_scale}), {m_map, 1}}, 2);
    QWidget* controls = buildControls();
    hideInPresentation(*controls);
    makeRow(this, {{left, 1}, controls}, kGrid);
    showMove();
}

QWidget* TransitionPanel::buildControls()
{
    auto* controls = new QWidget;
    auto* column = makeColumn(controls, {}, 4);
    m_move = named(makeLabel({}, LabelRole::Group), "moveLabel");
    m_move->setWordWrap(false);
    m_said = named(makeLabel({}, LabelRole::Muted), "moveSaidLabel");
    m_score
        = named(new NumberBox(scoreOption()), "moveScoreBox", tr("Score of the chosen transition"),
                tr("A higher score makes the transition more frequent, a lower score makes it "
                   "rarer. The best path is recomputed at once."));
    connect(m_score, &NumberBox::edited, this, &TransitionPanel::set);
    const auto button = [column](const char* name, const QString& text, const QString& help) {
        auto* made = named(new QToolButton, name);
        made->setText(text);
        made->setFocusPolicy(Qt::StrongFocus);
        made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setHelp(*made, help);
        column->addWidget(made);
        return made;
    };
    column->addWidget(m_move);
    column->addWidget(m_score);
    m_forbid = button("forbidButton", tr("For&bid"), tr("Forbid the selected transition"));
    m_learned = button("learnedButton", tr("As lea&rned"),
                       tr("Restore the learned score of the selected transition"));
    m_reset = button("resetButton", tr("Reset a&ll"),
                     tr("Restore the learned scores of all transitions"));
    column->addWidget(m_said);
    column->addStretch(1);
    connect(m_forbid, &QToolButton::clicked, this, [this] { set(kForbidden); });
    connect(m_learned, &QToolButton::clicked, this, &TransitionPanel::takeBack);
    connect(m_reset, &QToolButton::clicked, this, &TransitionPanel::takeAllBack);
    const int letter = fontMetrics().averageCharWidth();
    controls->setFixedWidth(20 * letter);
    connect(&Theme::instance(), &Theme::changed, controls, [controls] {
        controls->setFixedWidth(20 * QFontMetrics(Theme::instance().textFont()).averageCharWidth());
    });
    return controls;
}

int TransitionPanel::toOf(int column) const
{
    return size_t(column) < m_tags.size() ? m_tags[size_t(column)] : -1;
}

/// Nothing leads from the begin to the end.
bool TransitionPanel::hasMove() const
{
    const QPoint cell = m_map->currentCell();
    return cell.x() >= 0 && (fromOf(cell.y()) >= 0 || toOf(cell.x()) >= 0);
}

std::vector<core::TransitionChange>::iterator TransitionPanel::changeOf(int from, int to)
{
    return std::find_if(m_changes.begin(), m_changes.end(),
                        [from, to](const core::TransitionChange& each) {
                            return each.from == from && each.to == to;
                        });
}

bool TransitionPanel::isChanged(int from, int to) const
{
    return std::any_of(m_changes.begin(), m_changes.end(),
                       [from, to](const core::TransitionChange& each) {
                           return each.from == from && each.to == to;
                       });
}

void TransitionPanel::clear()
{
    m_changes.clear();
    showMove();
}

void TransitionPanel::setTrellis(ShownTrellis trellis, const std::vector<int>& tags)
{
    m_trellis = std::move(trellis);
    const QPoint before = m_map->currentCell();
    const bool chosen = hasMove();
    const int from = chosen ? fromOf(before.y()) : -1, to = chosen ? toOf(before.x()) : -1;
    m_tags = tags;
    double largest = 0.0;
    for (const float each : m_trellis->learnedTransitions) {
        if (!isForbidden(double(each)))
            largest = std::max(largest, double(std::abs(each)));
    }
    m_scaleEnd = steadyScaleEnd(largest > 0.0 ? largest : 1.0, m_scaleEnd);
    m_scale->setScale(m_scaleEnd, tr("score"), ColourMap::Signed);
    showMap();
    // The move stays chosen, wherever it stands now.
    const auto place
        = [&](int tag) { return int(std::find(tags.begin(), tags.end(), tag) - tags.begin()); };
    const QPoint cell(place(to), from < 0 ? 0 : place(from) + 1);
    const bool there = chosen && toOf(cell.x()) == to && cell.y() <= int(tags.size());
    m_map->setCurrentCell(there ? cell : QPoint(-1, -1));
    showMove();
}

void TransitionPanel::showMap()
{
    HeatMapContent content;
    content.rows = content.columns = int(m_tags.size()) + 1;
    content.colours = ColourMap::Signed;
    content.high = m_scaleEnd;
    content.rowTitle = tr("from");
    content.columnTitle = tr("to");
    content.rowLabels << tr("begin");
    for (const int tag : m_tags) {
        content.rowLabels << tagName(m_trellis->tagNames, tag);
        content.columnLabels << tagName(m_trellis->tagNames, tag);
    }
    content.columnLabels << tr("end");
    for (int row = 0; row < content.rows; ++row) {
        for (int column = 0; column < content.columns; ++column) {
            const int from = fromOf(row), to = toOf(column);
            const double score = moveScore(*m_trellis, from, to);
            const bool legal = isLegal(*m_trellis, from, to);
            const bool taken = (from >= 0 || to >= 0) && !isForbidden(score);
            content.values.push_back(float(score));
            content.struck.push_back(taken ? 0 : 1);
            content.hatched.push_back(taken && !legal ? 1 : 0);
            content.outlined.push_back(isChanged(from, to) ? 1 : 0);
        }
    }
    m_map->setContent(std::move(content));
}

QString TransitionPanel::describe(int row, int column) const
{
    const int from = fromOf(row), to = toOf(column);
    if (from < 0 && to < 0)
        return tr("A text has at least one tag.");
    const double score = moveScore(*m_trellis, from, to);
    QString text = tr("%1: %2").arg(moveName(*m_trellis, from, to),
                                    isForbidden(score) ? tr("forbidden") : scoreText(score));
    if (isChanged(from, to)) {
        const size_t tags = m_trellis->tagNames.size();
        text += from >= 0 && to >= 0
            ? tr(", set by hand; learned: %1")
                  .arg(scoreText(
                      double(m_trellis->learnedTransitions[size_t(from) * tags + size_t(to)])))
            : tr(", set by hand");
    }
    if (!isLegal(*m_trellis, from, to))
        text += isForbidden(score) ? tr("; illegal in the tagging scheme, and forbidden")
                                   : tr("; illegal in the scheme of the tags");
    return text;
}

void TransitionPanel::showMove()
{
    const bool chosen = hasMove();
    const QPoint cell = m_map->currentCell();
    m_move->setText(chosen ? moveName(*m_trellis, fromOf(cell.y()), toOf(cell.x()))
                           : tr("Choose a cell"));
    const double score = chosen ? moveScore(*m_trellis, fromOf(cell.y()), toOf(cell.x())) : 0.0;
    QStringList said;
    if (chosen && isForbidden(score))
        said << tr("forbidden");
    if (chosen && !isLegal(*m_trellis, fromOf(cell.y()), toOf(cell.x())))
        said << tr("illegal \u26a0");
    m_said->setText(said.join(QStringLiteral(", ")));
    for (QWidget* each : std::initializer_list<QWidget*>{m_score, m_forbid})
        each->setEnabled(chosen);
    m_learned->setEnabled(chosen && isChanged(fromOf(cell.y()), toOf(cell.x())));
    m_reset->setEnabled(!m_changes.empty());
    if (!m_score->hasFocus() || !chosen)
        m_score->setValue(std::round(score * kShownParts) / kShownParts);
    m_map->setAccessibleDescription(chosen ? describe(cell.y(), cell.x()) : QString());
}

void TransitionPanel::set(double score)
{
    if (!hasMove())
        return;
    const QPoint cell = m_map->currentCell();
    const int from = fromOf(cell.y()), to = toOf(cell.x());
    if (const auto there = changeOf(from, to); there != m_changes.end())
        there->score = score;
    else
        m_changes.push_back({from, to, score});
    showMove();
    Q_EMIT changed();
}

void TransitionPanel::takeBack()
{
    const QPoint cell = m_map->currentCell();
    const auto there = hasMove() ? changeOf(fromOf(cell.y()), toOf(cell.x())) : m_changes.end();
    if (there == m_changes.end())
        return;
    m_changes.erase(there);
    showMove();
    Q_EMIT changed();
}

void TransitionPanel::takeAllBack()
{
    clear();
    Q_EMIT changed();
}

} // namespace ui
