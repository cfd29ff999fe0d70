#include "ui/language/token_candidates.h"

#include "ui/language/rank_level.h"
#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>

#include <cmath>

namespace ui {

namespace {

constexpr qsizetype kContextLetters = 28; ///< Shown letters before the place.

QString before(const core::ReadText& text, const core::ReadToken& token)
{
    QString all = QString::fromUtf8(
        text.text.data(),
        qsizetype(std::min(size_t(std::max<int64_t>(token.begin, 0)), text.text.size())));
    all.replace(u'\n', QChar(0x21b5));
    return all.size() > kContextLetters ? QChar(0x2026) + all.right(kContextLetters) : all;
}

} // namespace

TokenCandidates::TokenCandidates(QWidget* parent)
    : QWidget(parent)
    , m_place(makeLabel({}, LabelRole::Group))
    , m_numbers(makeLabel({}, LabelRole::Muted))
    , m_bars(new ProbabilityBars)
{
    auto* column = makeColumn(*this, 4);
    m_place->setObjectName(QStringLiteral("placeLabel"));
    m_numbers->setObjectName(QStringLiteral("placeNumbers"));
    column->addWidget(m_place);
    column->addWidget(m_numbers);
    column->addWidget(m_bars);
    column->addStretch(1);
    clear();
}

void TokenCandidates::clear()
{
    m_place->setText(tr("Point at a token, or walk with the arrow keys"));
    m_numbers->setText(tr("The predictions for its place appear here."));
    m_bars->hide();
}

void TokenCandidates::show(const core::ReadText& text, int index)
{
    if (index < 0 || size_t(index) >= text.tokens.size()) {
        clear();
        return;
    }
    const core::ReadToken& token = text.tokens[size_t(index)];
    const QString looks = readableToken(text, token);
    m_place->setText(tr("After \u201c%1\u201d").arg(before(text, token)));
    if (token.rank <= 0) {
        m_numbers->setText(tr("\u201c%1\u201d: nothing was expected, it is where the network "
                              "begins to read.")
                               .arg(looks));
        m_bars->hide();
        return;
    }
    const QString said
        = tr("\u201c%1\u201d has rank %2 of %3: probability %4, %5 nats (entropy %6)")
              .arg(looks, count(token.rank), count(text.vocabularySize),
                   smallShare(std::exp(-token.nats)), value(token.nats), value(token.entropy));
    m_numbers->setText(isUnknown(token) ? tr("%1. %2").arg(said, unknownNote()) : said);
    QStringList names;
    std::vector<float> shares;
    int truth = -1;
    for (size_t i = 0; i < token.candidates.size(); ++i) {
        const core::NextToken& next = token.candidates[i];
        if (next.id == token.id)
            truth = int(i);
        names << QStringLiteral("%1. %2").arg(count(qint64(i + 1)), readableToken(next.text));
        shares.push_back(next.probability);
    }
    if (truth < 0) {
        truth = int(shares.size());
        names << QStringLiteral("%1. %2").arg(count(token.rank), readableToken(token.text));
        shares.push_back(float(std::exp(-token.nats)));
    }
    m_bars->setProbabilities(names, shares, truth, tr("the true one"));
    m_bars->show();
}

QString TokenCandidates::words() const
{
    QStringList lines{m_place->text(), m_numbers->text()};
    if (!m_bars->isHidden())
        lines << m_bars->accessibleDescription();
    return lines.join(u'\n');
}

} // namespace ui
