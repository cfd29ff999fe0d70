#include "ui/both_sides/both_sides_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/cosine_column.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/token_line.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ui {

namespace {

constexpr int64_t kPredictedTokens = 2; ///< For each token and side.
constexpr int kTextTokenLetters = 24; ///< Widest column of tokens.

/// "cat 31.2 %, dog 12.0 %"
std::string tokensWithShares(const core::FilledPlace& place)
{
    QStringList tokens;
    for (const core::FilledToken& each : place.best)
        tokens << QStringLiteral("%1 %2").arg(readableToken(each.token), percent(each.probability));
    return tokens.join(QStringLiteral(", ")).toStdString();
}

/// NaN: the token is unknown.
double shownProbability(const core::FilledPlace& place)
{
    return place.knownProbability().value_or(std::numeric_limits<double>::quiet_NaN());
}

} // namespace

BothSidesView::BothSidesView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("bothSides"), tr("Both sides"),
         tr("Text whose tokens are predicted; earlier texts are in the list"),
         tr("Then type a sentence above: each of its tokens, as the network predicts it from the "
            "left and from the right, appears here, also while training runs.")},
        parent)
{
    frame().setParts(makeInputLine(), buildUpper(), buildTable(), [this](int whole) {
        const int tokens = m_line->wishedHeight(std::max(m_line->width(), 300));
        const int upper = std::min(tokens + 3 * fontMetrics().lineSpacing(), whole / 2);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    connect(m_line, &TokenLine::tokenPointed, this,
            [this] { m_table->setCurrentRow(m_line->current()); });
    connect(m_table, &RowView::rowChosen, m_line, &TokenLine::setCurrent);
    showNoNetwork();
}

QWidget* BothSidesView::buildUpper()
{
    auto* upper = new QWidget;
    m_line
        = named(new TokenLine(TokenLine::Size::Large), "bothSidesLine", tr("Tokens of the text"));
    QLabel* help = makeLabel(
        tr("Beneath each token, in percent: how probable it is given only the tokens before it "
           "(bold), and given only those behind it. No prediction has seen the token itself."),
        LabelRole::Muted);
    hideInPresentation(*help);
    makeColumn(upper, {{new TokenArea(m_line), 1}, help}, kGrid);
    return upper;
}

QWidget* BothSidesView::buildTable()
{
    m_table
        = new RowView(QStringLiteral("bothSidesTable"), tr("Tokens, predicted from both sides"));
    RowColumn token
        = textColumn("token", tr("Token"), tr("Token of the text."), cells(m_rows, &Row::token));
    token.share = 0.0;
    token.letters = kTextTokenLetters;
    RowColumn leftBest
        = textColumn("left_best", tr("Likeliest"), tr("Most probable tokens, given those before."),
                     cells(m_rows, &Row::leftBest));
    RowColumn rightBest
        = textColumn("right_best", tr("Likeliest"), tr("Most probable tokens, given those behind."),
                     cells(m_rows, &Row::rightBest));
    m_table->setColumns(
        {std::move(token),
         withBars(numberColumn("left", tr("From the left"),
                               tr("Probability of the token, given those before it."),
                               cells(m_rows, &Row::left), &percent, QStringLiteral("100.0 %"))),
         std::move(leftBest),
         withBars(numberColumn("right", tr("From the right"),
                               tr("Probability of the token, given those behind it."),
                               cells(m_rows, &Row::right), &percent, QStringLiteral("100.0 %"))),
         std::move(rightBest)});
    return m_table;
}

void BothSidesView::askShown()
{
    asker().follow(shown(), core::AskBothSides{told().toStdString(), kPredictedTokens},
                   [this](const core::BothSides& found) { setSides(found); });
}

void BothSidesView::setSides(const core::BothSides& found)
{
    m_found = found;
    std::vector<Row> rows;
    std::vector<ShownToken> chips;
    for (size_t i = 0; i < found.tokens.size(); ++i) {
        const core::FilledPlace &left = found.left[i], &right = found.right[i];
        rows.push_back({found.tokens[i], tokensWithShares(left), tokensWithShares(right),
                        shownProbability(left), shownProbability(right), left.unknown});
        ShownToken& chip = chips.emplace_back();
        chip.text = readableToken(found.tokens[i]);
        chip.unknown = left.unknown;
        chip.lines = {wholePercent(rows.back().left), wholePercent(rows.back().right)};
        if (!left.unknown)
            chip.remark = tr("%1 from the left, %2 from the right")
                              .arg(percent(left.probability), percent(right.probability));
    }
    const int current = std::min(m_line->current(), int(rows.size()) - 1);
    m_table->reset(int(rows.size()), [&] { m_rows = std::move(rows); });
    m_line->setTokens(std::move(chips), 1.0);
    m_table->setCurrentRow(current);
    showContent(stateText());
    frame().shareSoon();
    showWords();
}

QString BothSidesView::stateText() const
{
    const std::vector<std::string> unknown = unknownTokens();
    const QString perplexity = unknown.empty()
        ? tr("perplexity of the text %1 from the left, %2 from the right")
        : tr("perplexity without %3 unknown {token|tokens}: %1 from the left, %2 from the right");
    QStringList parts{updateText(m_found.step, m_found.epoch),
                      filled(perplexity,
                             {value(std::exp(core::meanKnownNats(m_found.left))),
                              value(std::exp(core::meanKnownNats(m_found.right))),
                              count(std::ssize(m_found.left) - core::knownPlaces(m_found.left))})};
    if (!unknown.empty())
        parts << unknownText(unknown);
    if (m_found.cutTokens > 0)
        parts
            << tr("%1 tokens beyond the maximum length are not read").arg(count(m_found.cutTokens));
    return parts.join(QStringLiteral(" \u00b7 "));
}

std::vector<std::string> BothSidesView::unknownTokens() const
{
    std::vector<std::string> unknown;
    for (const Row& row : m_rows)
        if (row.unknown && std::find(unknown.begin(), unknown.end(), row.token) == unknown.end())
            unknown.push_back(row.token);
    return unknown;
}

QString BothSidesView::words() const
{
    QStringList lines{stateText()};
    for (const Row& row : m_rows)
        if (row.unknown)
            lines << tr("%1: not in the vocabulary").arg(readableToken(row.token));
        else
            lines << tr("%1: %2 from the left (likeliest: %3), %4 from the right (likeliest: %5)")
                         .arg(readableToken(row.token), percent(row.left),
                              QString::fromStdString(row.leftBest), percent(row.right),
                              QString::fromStdString(row.rightBest));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> BothSidesView::contentFigures() const
{
    const QSize size(kPictureWidth, m_line->wishedHeight(kPictureWidth));
    return {{.title = told(),
             .name = QStringLiteral("both_sides"),
             .size = size,
             .paint =
                 [this, size](QCPPainter& painter) {
                     m_line->draw(painter, QRect({0, 0}, size));
                 },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskBothSides>(m_found); }}};
}

} // namespace ui
