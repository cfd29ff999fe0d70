#include "ui/results/grouped_scores_page.h"

#include "core/metric/score.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

QString groupName(const core::GroupedScore& group)
{
    return group.low == group.high
        ? count(group.low)
        : QStringLiteral("%1\u2013%2").arg(count(group.low), count(group.high));
}

bool sameGroups(const std::vector<core::GroupedScore>& a, const std::vector<core::GroupedScore>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& two) {
        return one.low == two.low && one.high == two.high && one.count == two.count;
    });
}

} // namespace

GroupedScoresPlot::GroupedScoresPlot(QWidget* parent) : Plot(parent)
{
    setMinimumSize(200, 100);
    putLegendAbove();
}

void GroupedScoresPlot::addLine(const Line& line)
{
    QCPGraph* graph = addGraph();
    graph->setName(line.name);
    if (line.isGuess) {
        for (size_t i = 0; i < line.groups.size(); ++i)
            graph->addData(double(i), line.groups[i].guess);
        return;
    }
    auto* band = new QCPErrorBars(xAxis, yAxis);
    band->removeFromLegend();
    band->setDataPlottable(graph);
    for (size_t i = 0; i < line.groups.size(); ++i) {
        const core::ScoreInterval& score = line.groups[i].score;
        graph->addData(double(i), score.value);
        band->addData(score.value - score.low, score.high - score.value);
    }
}

void GroupedScoresPlot::setLines(std::vector<Line> lines, const QStringList& groups,
                                 const QString& x, const QString& y)
{
    clearPlottables();
    m_lines = std::move(lines);
    double low = 0.0, high = 0.0;
    QStringList said;
    for (const Line& line : m_lines) {
        addLine(line);
        QStringList values;
        for (size_t i = 0; i < line.groups.size(); ++i) {
            const core::GroupedScore& group = line.groups[i];
            low = std::min(low, line.isGuess ? group.guess : group.score.low);
            high = std::max(high, line.isGuess ? group.guess : group.score.high);
            values << tr("%1: %2").arg(groups.value(qsizetype(i)).simplified(),
                                       value(line.isGuess ? group.guess : group.score.value));
        }
        said << tr("%1, %2").arg(line.name, values.join(QStringLiteral(", ")));
    }
    constexpr double kMargin = 0.06;
    yAxis->setRange(low - kMargin * (high - low), high > low ? high + kMargin * (high - low) : 1.0);
    xAxis->setRange(-0.5, std::max(0.5, double(groups.size()) - 0.5));
    setAxisTitles(x, y);
    labelPlaces(groups);
    setAccessibleTexts(tr("%1 by %2").arg(y, x), said.join(QStringLiteral("; ")));
    legend->setVisible(!m_lines.empty());
    style();
    replot(rpQueuedReplot);
}

void GroupedScoresPlot::applyTheme()
{
    Plot::applyTheme();
    style();
}

void GroupedScoresPlot::style()
{
    const Theme& theme = Theme::instance();
    for (int i = 0; i < plottableCount(); ++i) {
        const Line& line = m_lines[size_t(i / 2)]; // The line, then its band; the guess is last.
        if (line.isGuess) {
            plottable(i)->setPen(QPen(theme.mutedText(), theme.lineWidth(), Qt::DotLine));
            continue;
        }
        QPen pen = theme.seriesPen(line.colour);
        if (auto* bars = qobject_cast<QCPErrorBars*>(plottable(i))) {
            pen.setStyle(Qt::SolidLine);
            bars->setPen(pen);
            bars->setWhiskerWidth(8.0);
            continue;
        }
        pen.setWidthF(1.5 * theme.lineWidth());
        plottable(i)->setPen(pen);
        qobject_cast<QCPGraph*>(plottable(i))
            ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 6));
    }
}

GroupedScoresPage::GroupedScoresPage(ViewContext& context, core::Grouping by, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_by(by)
    , m_own(
          context, [this](const QString&) { took(); }, [this] { return isVisible(); })
    , m_besides(
          context, [this] { took(); }, [this] { return isVisible(); })
    , m_evaluate(named(
          new QPushButton(byLength() ? tr("Evaluate by &length") : tr("Evaluate by &distance")),
          "evaluateGroupsButton", {},
          byLength() ? tr("If long texts come out worse than short ones, one vector may have to "
                          "hold too much: compare with a network with attention. Tick its run.")
                     : tr("If words that were read long ago are predicted worse than recent ones, "
                          "the network forgets: compare an RNN with an LSTM. Tick its run.")))
    , m_plot(named(new GroupedScoresPlot, "groupedScoresPlot"))
    , m_state(named(makeLabel({}, LabelRole::Muted), "groupedScoresState"))
{
    auto* row = new QWidget;
    makeRow(row, {m_evaluate, {m_state, 1}});
    makeColumn(this, {row, {m_plot, 1}}, kGrid, {0, kGrid, 0, 0});
    hideInPresentation(*m_evaluate);
    connect(m_evaluate, &QPushButton::clicked, this, &GroupedScoresPage::evaluate);
    connect(&context, &ViewContext::runsChanged, this, [this] {
        if (m_wanted)
            ask();
    });
    took();
}

void GroupedScoresPage::evaluate()
{
    m_wanted = true;
    m_own.withdraw(); // Pressed again, each network is evaluated again.
    m_besides.follow(m_shown, {}, 0);
    ask();
}

void GroupedScoresPage::follow(const Shown& shown, const QString& split)
{
    // Evaluations take long: another run or set waits for the button.
    if (shown.choice.run != m_shown.choice.run || split != m_split)
        m_wanted = false;
    m_shown = shown;
    m_split = split;
    ask();
}

void GroupedScoresPage::ask()
{
    core::AskGroupedScores question;
    question.split = m_split.toStdString();
    question.by = m_by;
    const bool asks = m_wanted && m_shown.hasRun() && m_shown.askable;
    m_own.follow(asks ? decltype(m_own)::Wishes{{m_shown.choice.run, m_shown, question}}
                      : decltype(m_own)::Wishes{});
    m_besides.follow(m_shown, question, asks ? m_besides.kMost : 0);
    took();
}

void GroupedScoresPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_own.resume();
    m_besides.resume();
}

std::vector<GroupedScoresPage::Scored> GroupedScoresPage::answers() const
{
    std::vector<Scored> all;
    const auto add = [&](const QString& name, int colour, Answer scores) {
        if (scores != nullptr
            && (all.empty() || sameGroups(scores->groups, all.front().scores->groups)))
            all.push_back({name, colour, std::move(scores)});
    };
    for (const RunRow& row : m_context.runs())
        if (row.id == m_shown.choice.run)
            add(m_shown.name, row.colourIndex, m_own.find(row.id));
    for (const auto& run : m_besides.runs())
        add(run.name, run.colourIndex, run.answer);
    return all;
}

void GroupedScoresPage::took()
{
    std::vector<GroupedScoresPlot::Line> lines;
    QStringList groups;
    QString score;
    GroupedScoresPlot::Line guess;
    for (const auto& [name, colour, answer] : answers()) {
        lines.push_back({name, colour, answer->groups});
        if (!groups.isEmpty())
            continue;
        for (const core::GroupedScore& group : answer->groups)
            groups << tr("%1\nn = %2").arg(groupName(group), count(group.count));
        guess = {coreText(answer->guess), 0, answer->groups, true};
        score = QString::fromStdString(core::scoreDescription(answer->score).title);
    }
    if (!guess.name.isEmpty())
        lines.push_back(std::move(guess));
    m_plot->setLines(std::move(lines), groups,
                     byLength() ? tr("words of the text; n: number of texts")
                                : tr("tokens since the same token occurred; n: number of tokens"),
                     score);
    m_state->setText(stateText());
}

QString GroupedScoresPage::stateText() const
{
    if (!m_wanted)
        return byLength()
            ? tr("The score of short and of long texts, with intervals: the shown run and all "
                 "ticked runs of its task are evaluated on the chosen set.")
            : tr("The accuracy of tokens that occurred before, by how long ago: the shown run and "
                 "all ticked runs of its task are evaluated on the chosen set.");
    if (const core::Failure* why = m_own.failure(m_shown.choice.run))
        return sentence(*why);
    if (!m_own.isComplete() || !m_besides.isComplete())
        return tr("Evaluating \u2026");
    const auto found = answers();
    if (found.empty())
        return tr("There is no network to evaluate yet.");
    QString text = intervalText(*found.front().scores);
    const QStringList missing = m_besides.missing();
    if (found.size() + size_t(missing.size()) < m_besides.runs().size() + 1)
        text += QLatin1Char(' ')
            + tr("Runs on other texts are left out: their groups are not the same.");
    if (!missing.isEmpty())
        text += QLatin1Char(' ') + missing.join(QLatin1Char(' '));
    return text;
}

QString GroupedScoresPage::intervalText(const core::GroupedScores& scores) const
{
    QString text = scores.wilson
        ? tr("Whiskers: 95 % score intervals (Wilson), wide where a group is small.")
        : tr("Whiskers: in 95 of 100 resamples of the texts the score lies between them. If all "
             "texts of a group score the same, they have no width, however few they are.");
    if (!scores.guess.empty())
        text += QLatin1Char(' ')
            + tr("Dotted: the score of one prediction for all (%1).")
                  .arg(coreText(scores.guess).toLower());
    return text;
}

void GroupedScoresPage::write(TableText& table) const
{
    table.row("run", "low", "high", "count", "score", "value", "interval_low", "interval_high",
              "guess");
    for (const auto& [name, colour, answer] : answers())
        for (const core::GroupedScore& group : answer->groups)
            table.row(name, group.low, group.high, group.count, answer->score, group.score.value,
                      group.score.low, group.score.high, group.guess);
}

QString GroupedScoresPage::words() const
{
    QStringList lines;
    for (const auto& [name, colour, answer] : answers())
        for (const core::GroupedScore& group : answer->groups)
            lines << tr("%1, %2 (n = %3): %4 (%5 to %6)")
                         .arg(name, groupName(group), count(group.count), value(group.score.value),
                              value(group.score.low), value(group.score.high));
    if (!lines.isEmpty() && !answers().front().scores->guess.empty())
        for (const core::GroupedScore& group : answers().front().scores->groups)
            lines << tr("%1, %2: %3")
                         .arg(coreText(answers().front().scores->guess), groupName(group),
                              value(group.guess));
    return lines.join(u'\n');
}

Figure GroupedScoresPage::figure() const
{
    Figure figure = figureOf(
        *m_plot, byLength() ? tr("Score by length") : tr("Accuracy by distance"),
        byLength() ? QStringLiteral("score_by_length") : QStringLiteral("accuracy_by_distance"));
    figure.table = [this](TableText& table) { write(table); };
    figure.words = [this] { return words(); };
    return figure;
}

} // namespace ui
