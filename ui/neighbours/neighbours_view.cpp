#include "ui/neighbours/neighbours_view.h"

#include "core/probe/question_kind.h"
#include "core/text/tokens/vocabulary.h"
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

namespace ui {

namespace {

constexpr int64_t kListed = 20; ///< Neighbours of a token in the table.
constexpr int kLetters = 24; ///< Widest column of tokens.
constexpr size_t kNamed = 3; ///< Neighbours of a token in its tool tip and in the text form.

/// "great 0.812, fine 0.797, nice 0.764"
QString nearestText(const std::vector<core::Neighbour>& nearest)
{
    QStringList some;
    for (size_t i = 0; i < std::min(nearest.size(), kNamed); ++i)
        some << QStringLiteral("%1 %2").arg(readableToken(nearest[i].token),
                                            cosineText(nearest[i].cosine));
    return some.join(QStringLiteral(", "));
}

} // namespace

NeighboursView::NeighboursView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("neighbours"), tr("Neighbours"),
         tr("Text whose tokens are compared with the vocabulary; earlier texts are in the list"),
         tr("Then type a sentence above: the tokens with the most similar vectors appear here, "
            "also while training runs.")},
        parent)
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [this](int whole) {
        const int tokens = m_line->wishedHeight(std::max(m_line->width(), 300));
        const int upper = std::min(tokens + 3 * fontMetrics().lineSpacing(), whole / 2);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    showNoNetwork();
}

QWidget* NeighboursView::buildUpper()
{
    auto* upper = new QWidget;
    m_line
        = named(new TokenLine(TokenLine::Size::Large), "neighbourLine", tr("Tokens of the text"));
    connect(m_line, &TokenLine::tokenPointed, this, [this] { showToken(m_line->current()); });
    QLabel* help = makeLabel(
        tr("Click a token, or choose it by the arrow keys, to list the tokens whose embedding "
           "vectors have the largest cosine with its own. A dashed frame: the vocabulary does not "
           "have the token. In an untrained network the vectors are random."),
        LabelRole::Muted);
    hideInPresentation(*help);
    makeColumn(upper, {{new TokenArea(m_line), 1}, help}, kGrid);
    return upper;
}

QWidget* NeighboursView::buildLower()
{
    auto* lower = new QWidget;
    auto* column = makeColumn(lower, {}, kGrid);
    m_chosen = named(makeLabel({}, LabelRole::Group), "chosenTokenLabel");
    m_table = new RowView(QStringLiteral("neighbourTable"),
                          tr("Tokens with the vectors most similar to that of the chosen token"));
    RowColumn cosine = cosineBars(tr("Cosine of the angle between the two vectors: 1 for the same "
                                     "direction, 0 for a right angle, -1 for the opposite."),
                                  cells(m_rows, &core::Neighbour::cosine));
    RowColumn token = textColumn("neighbour", tr("Token"), tr("Token of the vocabulary."),
                                 cells(m_rows, &core::Neighbour::token));
    token.share = 0.0;
    token.letters = kLetters;
    m_table->setColumns({std::move(token), std::move(cosine)});
    column->addWidget(m_chosen);
    column->addWidget(m_table, 1);
    return lower;
}

void NeighboursView::askShown()
{
    asker().follow(shown(), core::AskNeighbours{told().toStdString(), kListed},
                   [this](const core::Neighbours& answer) { setNeighbours(answer); });
}

void NeighboursView::setNeighbours(const core::Neighbours& neighbours)
{
    const bool otherText = neighbours.tokens != m_neighbours.tokens;
    m_neighbours = neighbours;
    std::vector<ShownToken> tokens;
    for (size_t i = 0; i < neighbours.tokens.size(); ++i) {
        ShownToken token;
        token.text = readableToken(neighbours.tokens[i]);
        token.id = neighbours.ids[i];
        token.unknown = token.id == core::kUnknownId;
        if (!neighbours.nearest[i].empty())
            token.remark = tr("most similar: %1").arg(nearestText(neighbours.nearest[i]));
        tokens.push_back(std::move(token));
    }
    m_line->setTokens(std::move(tokens), 1.0);
    if (otherText) {
        const auto known = std::find_if(neighbours.nearest.begin(), neighbours.nearest.end(),
                                        [](const auto& nearest) { return !nearest.empty(); });
        m_line->setCurrent(
            known == neighbours.nearest.end() ? -1 : int(known - neighbours.nearest.begin()));
    }
    showContent(stateText());
    showToken(m_line->current());
    frame().shareSoon();
    showWords();
}

void NeighboursView::showToken(int token)
{
    const bool known = token >= 0 && size_t(token) < m_neighbours.tokens.size();
    const auto nearest
        = known ? m_neighbours.nearest[size_t(token)] : std::vector<core::Neighbour>();
    m_table->reset(int(nearest.size()), [&] { m_rows = nearest; });
    if (!known)
        m_chosen->setText(tr("Choose a token above."));
    else if (nearest.empty())
        m_chosen->setText(tr("The vocabulary does not have this token, so it has no vector."));
    else
        m_chosen->setText(tr("Most similar to \u201c%1\u201d")
                              .arg(readableToken(m_neighbours.tokens[size_t(token)])));
}

QString NeighboursView::stateText() const
{
    return QStringList{updateText(m_neighbours.step, m_neighbours.epoch),
                       tr("%1 vectors of %2 numbers")
                           .arg(count(m_neighbours.vocabularySize), count(m_neighbours.features))}
        .join(QStringLiteral(" \u00b7 "));
}

QString NeighboursView::words() const
{
    QStringList lines{stateText()};
    for (size_t i = 0; i < m_neighbours.tokens.size(); ++i)
        lines << m_line->describe(int(i));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> NeighboursView::contentFigures() const
{
    const QSize size(kPictureWidth, m_line->wishedHeight(kPictureWidth));
    return {{.title = told(),
             .name = QStringLiteral("neighbours"),
             .size = size,
             .paint =
                 [this, size](QCPPainter& painter) {
                     m_line->draw(painter, QRect({0, 0}, size));
                 },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskNeighbours>(m_neighbours); }}};
}

} // namespace ui
