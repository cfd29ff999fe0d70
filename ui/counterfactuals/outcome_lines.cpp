#include "ui/counterfactuals/outcome_lines.h"

#include "ui/figure/figure.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr double kLeastWritten = 0.005; ///< Smaller probabilities are not written under words.

QString written(const core::OutcomeSeries& series, size_t token)
{
    const double number = series.values[token];
    return series.unit == core::OutcomeSeries::Unit::Nats ? value(number) : wholePercent(number);
}

/// No value of the token is worth the room.
bool isEmpty(const core::Outcome& outcome, size_t token)
{
    return outcome.predicted.empty()
        && std::all_of(outcome.series.begin(), outcome.series.end(),
                       [&](const core::OutcomeSeries& series) {
                           return series.unit == core::OutcomeSeries::Unit::Probability
                               && series.values[token] < kLeastWritten;
                       });
}

/// @param other  frames the tokens whose prediction differs there; null: none.
std::vector<ShownToken> outcomeTokens(const core::Outcome& outcome, const core::Outcome* other)
{
    std::vector<ShownToken> tokens;
    for (size_t i = 0; i < outcome.tokens.size(); ++i) {
        ShownToken& token = tokens.emplace_back();
        token.text = readableToken(outcome.tokens[i]);
        QStringList said;
        if (!outcome.predicted.empty()) {
            token.lines << readableToken(outcome.predicted[i]);
            said << OutcomeLines::tr("predicted %1").arg(token.lines.back());
        }
        for (const core::OutcomeSeries& series : outcome.series) {
            token.lines << written(series, i);
            said << QStringLiteral("%1 %2").arg(coreText(series.title), token.lines.back());
        }
        if (isEmpty(outcome, i))
            token.lines.clear();
        token.remark = said.join(QStringLiteral(", "));
        token.marked = other != nullptr && i < outcome.parts.size()
            && outcome.parts.size() == outcome.tokens.size()
            && std::find(other->parts.begin(), other->parts.end(), outcome.parts[i])
                == other->parts.end();
    }
    return tokens;
}

QString legendOf(const core::Outcome& outcome)
{
    QStringList lines;
    if (!outcome.predicted.empty())
        lines << OutcomeLines::tr("the prediction");
    for (const core::OutcomeSeries& series : outcome.series)
        lines << (series.unit == core::OutcomeSeries::Unit::Nats
                      ? coreText(series.title)
                      : OutcomeLines::tr("%1 (%)").arg(coreText(series.title)));
    return OutcomeLines::tr("Beneath each token: %1.").arg(lines.join(QStringLiteral(", ")));
}

} // namespace

OutcomeLines::OutcomeLines(QWidget* parent)
    : QWidget(parent)
    , m_legend(named(makeLabel({}, LabelRole::Muted), "outcomeLegendLabel"))
    , m_afterPart(new QWidget)
    , m_before(named(new TokenLine, "outcomeBeforeLine", tr("Tokens before the change")))
    , m_after(named(new TokenLine, "outcomeAfterLine", tr("Tokens after the change")))
{
    auto* lines = new QWidget;
    auto* before = new QWidget;
    makeColumn(before, {makeLabel(tr("Before"), LabelRole::Group), {new TokenArea(m_before), 1}});
    makeColumn(m_afterPart,
               {makeLabel(tr("After"), LabelRole::Group), {new TokenArea(m_after), 1}});
    makeRow(lines, {{before, 1}, {m_afterPart, 1}}, 2 * kGrid);
    makeColumn(this, {{lines, 1}, m_legend}, kGrid / 2);
    hide();
}

void OutcomeLines::setOutcomes(const core::Outcome& before, const core::Outcome* after)
{
    m_before->setTokens(outcomeTokens(before, nullptr), 1.0);
    m_after->setTokens(
        after == nullptr ? std::vector<ShownToken>() : outcomeTokens(*after, &before), 1.0);
    m_afterPart->setVisible(after != nullptr);
    m_legend->setText(legendOf(before));
    setVisible(hasTokens());
}

bool OutcomeLines::hasTokens() const
{
    return !m_before->tokens().empty();
}

QStringList OutcomeLines::words() const
{
    QStringList lines;
    for (const TokenLine* line : {m_before, m_after}) {
        if (!line->tokens().empty())
            lines << line->accessibleName();
        for (int i = 0; i < int(line->tokens().size()); ++i)
            lines << line->describe(i);
    }
    return lines;
}

QSize OutcomeLines::pictureSize() const
{
    return {kPictureWidth,
            m_before->wishedHeight(kPictureWidth) + m_after->wishedHeight(kPictureWidth) + kGrid};
}

void OutcomeLines::draw(QPainter& painter) const
{
    const int upper = m_before->wishedHeight(kPictureWidth);
    m_before->draw(painter, QRect(0, 0, kPictureWidth, upper));
    m_after->draw(painter,
                  QRect(0, upper + kGrid, kPictureWidth, m_after->wishedHeight(kPictureWidth)));
}

} // namespace ui
